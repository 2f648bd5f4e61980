package dev.leat.cli.crash;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.leat.outbox.Outbox;
import dev.leat.outbox.sink.LeatEndpoint;
import dev.leat.outbox.sink.StreamSink;
import dev.leat.outbox.spi.Batch;
import dev.leat.outbox.spi.Guarantee;
import dev.leat.outbox.spi.RouteOptions;
import dev.leat.outbox.spi.Sink;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;

/** Hands rows of an outbox to a stream in a process of its own, until it ends without a word: before or after a commit, or a request. */
final class OutboxWorker {
    static final String NAMESPACE = "shop";
    static final String ROUTE = "orders";
    static final String STREAM = "orders";

    private final SplittableRandom random;
    private final int odds;

    private OutboxWorker(long seed, int odds) {
        this.random = new SplittableRandom(seed);
        this.odds = odds;
    }

    public static void main(String[] arguments) throws Exception {
        OutboxWorker worker = new OutboxWorker(Long.parseLong(arguments[3]), Integer.parseInt(arguments[4]));
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(arguments[0]);
        config.setMaximumPoolSize(5);
        Sink stream = StreamSink.json(LeatEndpoint.at(arguments[1]), STREAM).creating();
        Outbox outbox = Outbox.builder(worker.mortal(new HikariDataSource(config)))
                .namespace(NAMESPACE)
                .node(arguments[2])
                .sink(
                        ROUTE,
                        worker.mortal(stream),
                        RouteOptions.ordered().batch(20).lease(Duration.ofMillis(500)))
                .build();
        outbox.start();
        new CountDownLatch(1).await();
    }

    private synchronized void perhapsEnd() {
        if (random.nextInt(odds) == 0) {
            Runtime.getRuntime().halt(137);
        }
    }

    private Sink mortal(Sink sink) {
        return new Sink() {
            @Override
            public Guarantee guarantee() {
                return sink.guarantee();
            }

            @Override
            public void handOff(Batch batch) throws Exception {
                perhapsEnd();
                sink.handOff(batch);
                perhapsEnd();
            }
        };
    }

    private DataSource mortal(DataSource source) {
        return proxy(
                DataSource.class,
                source,
                (method, result) -> result instanceof Connection connection
                        ? proxy(Connection.class, connection, (called, answer) -> {
                            if (called.getName().equals("commit")) {
                                perhapsEnd();
                            }
                            return answer;
                        })
                        : result);
    }

    private interface After {
        Object then(Method method, Object result);
    }

    private <T> T proxy(Class<T> type, T target, After after) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (method.getName().equals("commit")) {
                        perhapsEnd();
                    }
                    try {
                        return after.then(method, method.invoke(target, arguments));
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
