package dev.leat.api.internal;

import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** Virtual threads where the JVM has them, which this library's Java release does not know of; else daemons. */
public final class Threads {

    private static final @Nullable ThreadFactory VIRTUAL = virtual();

    private Threads() {}

    public static Thread start(String name, Runnable body) {
        Thread thread = unstarted(name, body);
        thread.start();
        return thread;
    }

    public static Thread unstarted(String name, Runnable body) {
        Thread thread = VIRTUAL == null ? daemon(body) : VIRTUAL.newThread(body);
        thread.setName(name);
        return thread;
    }

    private static Thread daemon(Runnable body) {
        Thread thread = new Thread(body);
        thread.setDaemon(true);
        return thread;
    }

    private static @Nullable ThreadFactory virtual() {
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            return (ThreadFactory) Class.forName("java.lang.Thread$Builder")
                    .getMethod("factory")
                    .invoke(builder);
        } catch (ReflectiveOperationException | UnsupportedOperationException e) {
            return null;
        }
    }
}
