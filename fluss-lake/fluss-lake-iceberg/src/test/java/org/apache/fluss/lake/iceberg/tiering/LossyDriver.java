// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.tiering;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Locale;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Logger;

/** {@code jdbc:lossy:...} is {@code jdbc:...}, but loses answers to updates of tables. */
final class LossyDriver implements Driver {
  private static final String PREFIX = "jdbc:lossy:";

  /** The next update is applied and its answer lost. */
  final AtomicBoolean loseAnswer = new AtomicBoolean();

  /** The next update is not applied, and its answer lost. */
  final AtomicBoolean loseRequest = new AtomicBoolean();

  @Override
  public Connection connect(String url, Properties properties) throws SQLException {
    if (!acceptsURL(url)) {
      return null;
    }
    Connection connection =
        DriverManager.getConnection("jdbc:" + url.substring(PREFIX.length()), properties);
    return wrap(
        Connection.class,
        (method, arguments) -> {
          Object result = method.invoke(connection, arguments);
          boolean update =
              result instanceof PreparedStatement
                  && ((String) arguments[0]).toUpperCase(Locale.ROOT).startsWith("UPDATE ");
          return update ? lossy((PreparedStatement) result) : result;
        });
  }

  private PreparedStatement lossy(PreparedStatement statement) {
    return wrap(
        PreparedStatement.class,
        (method, arguments) -> {
          boolean execute = method.getName().equals("executeUpdate");
          if (execute && loseRequest.getAndSet(false)) {
            throw new SQLException("the connection broke before the update");
          }
          Object result = method.invoke(statement, arguments);
          if (execute && loseAnswer.getAndSet(false)) {
            throw new SQLException("the connection broke after the update");
          }
          return result;
        });
  }

  private interface Call {
    Object run(java.lang.reflect.Method method, Object[] arguments) throws Exception;
  }

  private static <T> T wrap(Class<T> type, Call call) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              try {
                return call.run(method, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  @Override
  public boolean acceptsURL(String url) {
    return url.startsWith(PREFIX);
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
    return new DriverPropertyInfo[0];
  }

  @Override
  public int getMajorVersion() {
    return 1;
  }

  @Override
  public int getMinorVersion() {
    return 0;
  }

  @Override
  public boolean jdbcCompliant() {
    return false;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException();
  }
}
