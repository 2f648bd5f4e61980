package dev.leat.http.subscription;

import static dev.leat.http.subscription.World.settling;
import static dev.leat.http.subscription.World.webhook;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HostileWebhookTest {
    private static final WebhookSettings SETTINGS = WebhookSettings.defaults();

    private final Receiver receiver = new Receiver(Receiver.ACCEPTED);
    private World world = World.inMemory();

    @AfterEach
    void close() {
        receiver.close();
        world.close();
    }

    private void use(WebhookSettings settings) {
        world.close();
        world = World.inMemory(settings);
    }

    @Test
    void aRedirectIsNotFollowed() {
        receiver.answerWith(exchange -> {
            exchange.getResponseHeaders().add("Location", "http://127.0.0.1:" + receiver.port() + "/inside");
            Receiver.answer(exchange, 307, "");
        });
        world.put("s", webhook("events/*", receiver.url()));
        world.create("events/a");

        assertThat(receiver.next().path()).isEqualTo("/hook?from=leat");
        assertThat(receiver.next().path()).isEqualTo("/hook?from=leat");
    }

    @Test
    void ofALongAnswerOnlyTheBeginningIsRead() {
        CountDownLatch cut = new CountDownLatch(1);
        receiver.answerWith(exchange -> {
            exchange.sendResponseHeaders(200, 0);
            try {
                byte[] block = new byte[64 << 10];
                while (true) {
                    exchange.getResponseBody().write(block);
                }
            } finally {
                cut.countDown();
                exchange.close();
            }
        });
        world.put("s", webhook("events/*", receiver.url()));
        world.create("events/a");
        Receiver.Request request = receiver.next();

        await(cut);

        JsonObject done = settling(request.body()).put("done", false);
        assertThat(world.post("s", "callback", done, "Authorization", request.bearer())
                        .status())
                .isEqualTo(200);
    }

    @Test
    void aWebhookThatDoesNotAnswerInTimeIsCalledAgain() {
        use(SETTINGS.withTimeouts(Duration.ofSeconds(5), Duration.ofMillis(200)));
        CountDownLatch never = new CountDownLatch(1);
        receiver.answerWith(exchange -> await(never));
        world.put("s", webhook("events/*", receiver.url()));
        world.create("events/a");
        String first = receiver.next().body().getString("wake_id");

        receiver.answerWith(Receiver.DONE);
        String second = receiver.next().body().getString("wake_id");
        never.countDown();

        assertThat(second).isEqualTo(first);
    }

    @Test
    void aWebhookThatAnswersDropByDropIsCalledAgain() {
        use(SETTINGS.withTimeouts(Duration.ofSeconds(5), Duration.ofMillis(200)));
        CountDownLatch never = new CountDownLatch(1);
        receiver.answerWith(exchange -> {
            exchange.sendResponseHeaders(200, 13);
            exchange.getResponseBody().write('{');
            exchange.getResponseBody().flush();
            await(never);
        });
        world.put("s", webhook("events/*", receiver.url()));
        world.create("events/a");
        String first = receiver.next().body().getString("wake_id");

        receiver.answerWith(Receiver.DONE);
        String second = receiver.next().body().getString("wake_id");
        never.countDown();

        assertThat(second).isEqualTo(first);
    }

    @Test
    void moreCallsThanMayRunAtOnceWaitAndNoneIsLost() {
        use(SETTINGS.withConcurrency(8, 2));
        Semaphore go = new Semaphore(0);
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        receiver.answerWith(exchange -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            go.acquireUninterruptibly();
            running.decrementAndGet();
            Receiver.DONE.answer(exchange);
        });
        int subscriptions = 12;
        for (int i = 0; i < subscriptions; i++) {
            world.put("s" + i, webhook("events/*", receiver.url()));
        }
        world.create("events/a");

        Set<String> called = new HashSet<>();
        for (int i = 0; i < subscriptions; i++) {
            called.add(receiver.next().body().getString("subscription_id"));
            go.release();
        }

        assertThat(called).hasSize(subscriptions);
        assertThat(most.get()).isLessThanOrEqualTo(2);
    }

    @Test
    void aCallThatWaitsIsNotMadeAfterItsSubscriptionIsDeleted() {
        use(SETTINGS.withConcurrency(1, 1));
        CountDownLatch go = new CountDownLatch(1);
        receiver.answerWith(exchange -> {
            await(go);
            Receiver.DONE.answer(exchange);
        });
        world.put("first", webhook("first/*", receiver.url()));
        world.put("deleted", webhook("second/*", receiver.url()));
        world.put("last", webhook("third/*", receiver.url()));
        world.create("first/a");
        assertThat(receiver.next().body().getString("subscription_id")).isEqualTo("first");
        world.create("second/a");
        world.create("third/a");

        world.delete("deleted");
        go.countDown();

        assertThat(receiver.next().body().getString("subscription_id")).isEqualTo("last");
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
