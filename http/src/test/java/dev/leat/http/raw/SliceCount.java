package dev.leat.http.raw;

import dev.leat.api.Rejection;
import dev.leat.api.spi.Engine;
import dev.leat.api.spi.Query;
import dev.leat.api.spi.Reply;
import dev.leat.api.spi.Slice;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Knows which of the slices that an engine handed out were not given back. */
final class SliceCount {
    private final Engine counted;
    private final AtomicInteger open = new AtomicInteger();

    SliceCount(Engine engine) {
        this.counted = (Engine) Proxy.newProxyInstance(
                Engine.class.getClassLoader(),
                new Class<?>[] {Engine.class},
                (proxy, method, arguments) -> call(engine, method, arguments));
    }

    /** The same engine, watched. */
    Engine engine() {
        return counted;
    }

    int open() {
        return open.get();
    }

    private Object call(Engine engine, Method method, Object[] arguments) throws Throwable {
        if (method.getName().equals("ask") && arguments[0] instanceof Query.Read) {
            arguments[1] = new Counting((Reply<?>) arguments[1]);
        }
        try {
            return method.invoke(engine, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private final class Counting implements Reply<Slice> {
        private final Reply<Slice> reply;

        @SuppressWarnings("unchecked") // a read is answered with a slice
        Counting(Reply<?> reply) {
            this.reply = (Reply<Slice>) reply;
        }

        @Override
        public void answered(Slice slice) {
            open.incrementAndGet();
            AtomicBoolean closed = new AtomicBoolean();
            reply.answered(new Slice(
                    slice.path(),
                    slice.incarnation(),
                    slice.contentType(),
                    slice.from(),
                    slice.next(),
                    slice.upToDate(),
                    slice.closed(),
                    slice.parts(),
                    slice.ends(),
                    () -> {
                        if (!closed.getAndSet(true)) {
                            open.decrementAndGet();
                        }
                        slice.close();
                    }));
        }

        @Override
        public void refused(Rejection rejection) {
            reply.refused(rejection);
        }
    }
}
