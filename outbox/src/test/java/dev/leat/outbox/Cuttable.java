package dev.leat.outbox;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** A way to a real database that can be cut and mended. */
final class Cuttable {

    final AtomicInteger refused = new AtomicInteger();
    private final DataSource source;
    private volatile boolean cut;

    Cuttable(DataSource source) {
        this.source = source;
    }

    void cut() {
        cut = true;
    }

    void mend() {
        cut = false;
    }

    DataSource source() {
        return (DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    if (cut && method.getName().equals("getConnection")) {
                        refused.incrementAndGet();
                        throw new SQLException("cut", "08001");
                    }
                    try {
                        return method.invoke(source, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
