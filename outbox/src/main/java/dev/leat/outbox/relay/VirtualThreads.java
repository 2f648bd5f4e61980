package dev.leat.outbox.relay;

import java.lang.reflect.Method;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** Virtual threads where the JVM has them, which this library's Java release does not know of. */
public final class VirtualThreads {

    private static final @Nullable ThreadFactory VIRTUAL = virtual();

    private VirtualThreads() {}

    /** @param pinned whether what runs blocks the thread below, so that a virtual one would only stand in the way */
    public static Thread start(String name, boolean pinned, Runnable body) {
        Thread thread = VIRTUAL == null || pinned ? new Thread(body) : VIRTUAL.newThread(body);
        thread.setName(name);
        if (pinned || VIRTUAL == null) {
            thread.setDaemon(true);
        }
        thread.start();
        return thread;
    }

    private static @Nullable ThreadFactory virtual() {
        try {
            Method ofVirtual = Thread.class.getMethod("ofVirtual");
            Object builder = ofVirtual.invoke(null);
            return (ThreadFactory) Class.forName("java.lang.Thread$Builder")
                    .getMethod("factory")
                    .invoke(builder);
        } catch (ReflectiveOperationException | UnsupportedOperationException e) {
            return null;
        }
    }
}
