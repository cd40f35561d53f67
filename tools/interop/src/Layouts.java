// SPDX-License-Identifier: Apache-2.0
import java.util.List;
import org.apache.fluss.client.Connection;
import org.apache.fluss.client.ConnectionFactory;
import org.apache.fluss.config.Configuration;

/** The command line of programs that write and read one table for each of several layouts. */
final class Layouts {
  private Layouts() {}

  /** A table of one layout; both give one line on what they did. */
  interface LayoutTable {
    String write() throws Exception;

    String read() throws Exception;
  }

  interface Opening {
    LayoutTable open(Connection connection, String layout) throws Exception;
  }

  /** Prints a line for each layout and ends the process, with 1 if one failed. */
  static void run(String[] args, String program, String layouts, Opening opening) throws Exception {
    if (args.length != 3 || !List.of("write", "read").contains(args[0])) {
      System.err.println(
          "Usage: " + program + " write|read BOOTSTRAP LAYOUT[,LAYOUT...], " + layouts);
      System.exit(2);
    }
    Configuration conf = new Configuration();
    conf.setString("bootstrap.servers", args[1]);
    conf.setString("client.writer.batch-size", "256kb");
    for (String property : System.getProperties().stringPropertyNames()) {
      if (property.startsWith("client.")) {
        conf.setString(property, System.getProperty(property));
      }
    }
    Connection connection = ConnectionFactory.createConnection(conf);
    int status = 0;
    for (String layout : args[2].split(",")) {
      try {
        LayoutTable table = opening.open(connection, layout);
        String done = args[0].equals("write") ? table.write() : table.read();
        System.out.println(args[0] + " " + layout + ": " + done);
      } catch (Exception e) {
        System.out.println(args[0] + " " + layout + ": FAILED " + e);
        if (Boolean.getBoolean("interop.trace")) {
          e.printStackTrace();
        }
        status = 1;
      }
    }
    connection.close();
    System.exit(status);
  }
}
