package dev.leat.cli.serve;

import java.lang.reflect.Proxy;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a handler when the operating system sends a signal. Shutdown hooks of the JDK cannot choose the exit code and do
 * not see a second signal. {@code sun.misc.Signal} can, but is not part of the platform, so it is called by reflection
 * and may be missing.
 */
final class Signals {
    private static final Logger LOG = LoggerFactory.getLogger(Signals.class);

    private Signals() {}

    /** @param name such as {@code TERM} */
    static void handle(String name, Consumer<String> action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object calling = Proxy.newProxyInstance(
                    Signals.class.getClassLoader(), new Class<?>[] {handler}, (proxy, method, args) -> {
                        if (method.getName().equals("handle")) {
                            action.accept("SIG" + name);
                        }
                        return null;
                    });
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance(name), calling);
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            LOG.warn("SIG{} ends this process without waiting for requests on their way: {}", name, e.toString());
        }
    }
}
