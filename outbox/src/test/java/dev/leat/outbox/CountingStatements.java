package dev.leat.outbox;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;

/** A connection that remembers what it was asked to prepare. */
final class CountingStatements {

    final List<String> prepared = new ArrayList<>();
    private final Connection connection;

    CountingStatements(Connection connection) {
        this.connection = connection;
    }

    Connection connection() {
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().startsWith("prepare")) {
                        prepared.add((String) arguments[0]);
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
