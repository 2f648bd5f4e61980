package dev.leat.outbox;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;

/** The way to a database, which can be cut and mended. */
final class CutSource {

    private final DataSource real;
    private final AtomicBoolean cut = new AtomicBoolean();
    private final Set<String> refused = ConcurrentHashMap.newKeySet();

    CutSource(DataSource real) {
        this.real = real;
    }

    /** Returns once the tail has felt it, so that no look that had begun is still going on. */
    void cut() throws Exception {
        refused.clear();
        cut.set(true);
        Fixture.eventually(() -> refused.contains("outbox-tail"));
    }

    void mend() {
        cut.set(false);
    }

    DataSource source() {
        return (DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("getConnection") && cut.get()) {
                        refused.add(Thread.currentThread().getName());
                        throw new SQLException("the cable is cut", "08001");
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
