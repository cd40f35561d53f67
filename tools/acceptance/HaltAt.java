// SPDX-License-Identifier: Apache-2.0
import com.sun.jdi.Bootstrap;
import com.sun.jdi.Location;
import com.sun.jdi.Method;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.MethodExitEvent;
import com.sun.jdi.request.ClassPrepareRequest;
import com.sun.jdi.request.EventRequestManager;
import com.sun.jdi.request.MethodExitRequest;
import java.util.Map;

/**
 * Kills a Java process (SIGKILL) the moment it enters or leaves a method, through its debugger
 * port, so that the process itself needs no hook.
 *
 * <p>Usage: {@code java HaltAt.java PORT PID entry|exit CLASS METHOD}. Prints "armed" once
 * attached, "killed" when done.
 */
public final class HaltAt {
  private HaltAt() {}

  public static void main(String[] args) throws Exception {
    long pid = Long.parseLong(args[1]);
    boolean atExit = args[2].equals("exit");
    String className = args[3];
    String method = args[4];
    VirtualMachine machine = attach(args[0]);
    EventRequestManager requests = machine.eventRequestManager();
    ClassPrepareRequest prepare = requests.createClassPrepareRequest();
    prepare.addClassFilter(className);
    prepare.enable();
    machine.classesByName(className).forEach(type -> stopAtEntry(type, method));
    System.out.println("armed");
    try {
      while (true) {
        EventSet events = machine.eventQueue().remove();
        for (Event event : events) {
          if (event instanceof ClassPrepareEvent) {
            stopAtEntry(((ClassPrepareEvent) event).referenceType(), method);
          }
          if (atExit && event instanceof BreakpointEvent) {
            // only from here on: watching exits slows a machine down
            MethodExitRequest exit = requests.createMethodExitRequest();
            exit.addClassFilter(className);
            exit.addThreadFilter(((BreakpointEvent) event).thread());
            exit.enable();
          }
          boolean reached =
              atExit
                  ? event instanceof MethodExitEvent
                      && ((MethodExitEvent) event).method().name().equals(method)
                  : event instanceof BreakpointEvent;
          if (reached) {
            // all threads stand still now, so nothing happens after this point
            ProcessHandle process = ProcessHandle.of(pid).orElseThrow();
            process.destroyForcibly();
            process.onExit().join();
            System.out.println("killed");
            return;
          }
        }
        events.resume();
      }
    } catch (VMDisconnectedException e) {
      System.out.println("the process ended before it came to " + className + "." + method);
      System.exit(1);
    }
  }

  private static void stopAtEntry(ReferenceType type, String name) {
    for (Method method : type.methodsByName(name)) {
      Location entry = method.location();
      if (entry != null && !method.isBridge()) {
        type.virtualMachine().eventRequestManager().createBreakpointRequest(entry).enable();
      }
    }
  }

  private static VirtualMachine attach(String port) throws Exception {
    for (AttachingConnector connector : Bootstrap.virtualMachineManager().attachingConnectors()) {
      if (connector.transport().name().equals("dt_socket")) {
        Map<String, Connector.Argument> arguments = connector.defaultArguments();
        arguments.get("hostname").setValue("127.0.0.1");
        arguments.get("port").setValue(port);
        return connector.attach(arguments);
      }
    }
    throw new IllegalStateException("this Java has no debugger");
  }
}
