package dev.leat.client.queue;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.leat.api.Rejection;
import dev.leat.api.queue.MessageQueue;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.QueueName;
import dev.leat.client.LeatClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server, or a proxy before it, that has too much to do or is about to stop. */
class RefusingServerTest {
    private static final String TAKEN = "{\"messageId\":\"m\",\"seq\":7,\"duplicate\":false}";

    private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
    private final List<Long> asked = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private LeatClient client;
    private MessageQueue jobs;

    /** @param retryAfter null for no such header */
    private record Answer(int status, String retryAfter, String type, String body) {}

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        client = LeatClient.builder("http://127.0.0.1:" + server.getAddress().getPort())
                .retryFor(Duration.ofSeconds(20))
                .build();
        jobs = client.queue("jobs");
    }

    @AfterEach
    void stop() {
        client.close();
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        asked.add(System.nanoTime());
        exchange.getRequestBody().readAllBytes();
        Answer answer = answers.poll();
        byte[] body = (answer == null ? TAKEN : answer.body()).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", answer == null ? "application/json" : answer.type());
        if (answer != null && answer.retryAfter() != null) {
            exchange.getResponseHeaders().add("Retry-After", answer.retryAfter());
        }
        exchange.sendResponseHeaders(answer == null ? 201 : answer.status(), body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private void refuses(int status, String problem, String members) {
        answers.add(new Answer(
                status,
                "1",
                "application/problem+json",
                "{\"type\":\"urn:leat:problem:" + problem + "\",\"title\":\"t\",\"status\":" + status
                        + ",\"detail\":\"d\",\"retryAfter\":1" + members + "}"));
    }

    @Test
    void whatWasCertainlyNotDoneIsAskedAgainWhenTheServerSays() {
        refuses(429, "rate-exceeded", "");
        refuses(503, "overloaded", "");

        assertThat(jobs.enqueue("a").seq()).isEqualTo(7);

        assertThat(asked).hasSize(3);
        assertThat(asked.get(2) - asked.get(0))
                .isGreaterThanOrEqualTo(Duration.ofSeconds(2).toNanos());
    }

    @Test
    void whatMayHaveBeenDoneIsAskedAgainOnlyIfThatDoesNoHarm() {
        refuses(503, "unavailable", ",\"why\":\"the disk failed\"");
        assertThat(Contract.refusal(() -> jobs.enqueue("a")))
                .isEqualTo(new Rejection.Unavailable("the disk failed", Duration.ofSeconds(1)));
        assertThat(asked).hasSize(1);

        refuses(503, "unavailable", ",\"why\":\"the disk failed\"");
        assertThat(jobs.enqueue(NewMessage.of("a").withDedupId("one")).seq()).isEqualTo(7);
        assertThat(asked).hasSize(3);
    }

    @Test
    void aFullQueueIsTheCallersToWaitFor() {
        refuses(429, "queue-full", ",\"queue\":\"jobs\"");

        assertThat(Contract.refusal(() -> jobs.enqueue(NewMessage.of("a").withDedupId("one"))))
                .isEqualTo(new Rejection.QueueFull(QueueName.of("jobs"), Duration.ofSeconds(1)));
        assertThat(asked).hasSize(1);
    }

    @Test
    void whatAProxySaysIsUnderstoodByItsStatus() {
        answers.add(new Answer(429, null, "text/html", "<h1>slow down</h1>"));
        assertThat(jobs.enqueue("a").seq()).isEqualTo(7);

        answers.add(new Answer(502, null, "text/html", "<h1>bad gateway</h1>"));
        assertThat(Contract.refusal(() -> jobs.enqueue("a"))).isInstanceOf(Rejection.OutcomeUnknown.class);
        answers.add(new Answer(502, null, "text/html", "<h1>bad gateway</h1>"));
        assertThat(jobs.enqueue(NewMessage.of("a").withDedupId("one")).seq()).isEqualTo(7);
    }

    @Test
    void anAnswerThatMakesNoSenseIsNotTakenForOne() {
        answers.add(new Answer(201, null, "application/json", "{\"seq\":\"seven\"}"));
        assertThat(Contract.refusal(() -> jobs.enqueue("a"))).isInstanceOf(Rejection.OutcomeUnknown.class);
        answers.add(new Answer(200, null, "text/html", "<h1>welcome</h1>"));
        assertThat(Contract.refusal(() -> jobs.info())).isNotNull();
        assertThat(asked).hasSize(2);
    }
}
