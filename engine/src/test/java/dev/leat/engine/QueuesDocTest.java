package dev.leat.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.Leat;
import dev.leat.api.Backoff;
import dev.leat.api.Body;
import dev.leat.api.Codec;
import dev.leat.api.Delivery;
import dev.leat.api.DurableQueue;
import dev.leat.api.GroupStart;
import dev.leat.api.Handler;
import dev.leat.api.MessageInfo;
import dev.leat.api.MessageQueue;
import dev.leat.api.NewMessage;
import dev.leat.api.Offset;
import dev.leat.api.QueueConfig;
import dev.leat.api.QueueName;
import dev.leat.api.QueueTask;
import dev.leat.api.Settlement;
import dev.leat.api.StreamConfig;
import dev.leat.api.TypedMessage;
import dev.leat.api.Worker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java examples of README.md and docs/queues.md: that they run, and that the documents have these lines. */
class QueuesDocTest {
    private final ConcurrentLinkedQueue<String> sent = new ConcurrentLinkedQueue<>();

    private void send(String mail) {
        sent.add(mail);
    }

    /** Something to push. */
    record Order(int id) {
        static Order parse(String json) {
            return new Order(Integer.parseInt(json.replaceAll("\\D", "")));
        }

        String json() {
            return "{\"id\": " + id + "}";
        }
    }

    @Test
    void theExampleOfReadmeSendsItsMails(@TempDir Path data) throws InterruptedException {
        // tag: readme
        try (Leat leat = Leat.open(data)) {
            MessageQueue mails = leat.queues().create("mails");
            mails.enqueue("to: ann@example.org");
            try (Worker worker =
                    mails.worker(mail -> send(mail.text())).concurrency(8).start()) {
                mails.enqueue("to: bob@example.org");
                // end: readme
                Until.holds("both are sent", () -> worker.stats().acked() == 2);
            }
        }

        assertThat(sent).containsExactlyInAnyOrder("to: ann@example.org", "to: bob@example.org");
    }

    @Test
    void messagesAreWorkedOffByHand() {
        try (Leat leat = Leat.inMemory()) {
            // tag: create
            leat.queues().create("dead-jobs");
            MessageQueue jobs = leat.queues()
                    .create(
                            "jobs",
                            QueueConfig.builder(QueueConfig.Mode.WORK)
                                    .lease(Duration.ofSeconds(30))
                                    .maxAttempts(5)
                                    .retryBackoff(new Backoff(Duration.ofSeconds(1), 2, Duration.ofMinutes(5)))
                                    .deadLetter(QueueName.of("dead-jobs"))
                                    .build());
            leat.queues().update("jobs", config -> config.maxAttempts(8));
            // end: create

            // tag: enqueue
            long seq = jobs.enqueue("resize 17.png").seq();
            jobs.enqueue(NewMessage.json("{\"id\": 18}")
                    .withKey("customer-4")
                    .withDedupId("order-18")
                    .withTtl(Duration.ofHours(6)));
            jobs.enqueue(NewMessage.of("later").withDelay(Duration.ofMinutes(10)));
            jobs.enqueue(List.of(NewMessage.of("both"), NewMessage.of("or none")));
            // end: enqueue

            // tag: receive
            for (Delivery job : jobs.receive(10, Duration.ofSeconds(20))) {
                try {
                    send(job.text());
                    jobs.ack(job);
                } catch (RuntimeException e) {
                    jobs.nack(job, null, e.toString());
                }
            }
            // end: receive

            assertThat(seq).isNotNegative();
            assertThat(sent).hasSize(4);
            jobs.enqueue("a");
            jobs.enqueue("b");
            List<Delivery> both = jobs.receive(2, Duration.ZERO).deliveries();
            Delivery job = both.get(0);
            Delivery other = both.get(1);
            // tag: settle
            jobs.extend(job, Duration.ofMinutes(5)); // it takes longer
            jobs.release(job); // not begun: the attempt is given back
            jobs.reject(other, "no such customer"); // hopeless: a dead letter at once
            // end: settle
            Delivery again = jobs.receive(1, Duration.ZERO).deliveries().get(0);
            // tag: settle-together
            jobs.settleTogether(List.of(Settlement.Ack.of(again.deliveryId()))); // all of them or none
            // end: settle-together
        }
    }

    @Test
    void groupsSeeEverything() {
        try (Leat leat = Leat.inMemory()) {
            // tag: groups
            MessageQueue orders = leat.queues().create("orders", QueueConfig.fanout());
            orders.group("billing").create(GroupStart.HEAD);
            orders.group("shipping").create(GroupStart.TAIL);
            orders.enqueue("order 1");
            orders.group("billing").consumer("billing-1").receive().ifPresent(orders::ack);
            orders.group("billing").seek(GroupStart.HEAD);
            // end: groups

            assertThat(orders.group("shipping").info().ready()).isOne();
        }
    }

    @Test
    void aWorkerRunsAHandler() throws InterruptedException {
        try (Leat leat = Leat.inMemory()) {
            MessageQueue jobs = leat.queues().create("jobs");
            // tag: worker
            Handler handler = job -> {
                if (job.text().isBlank()) {
                    throw new Handler.Reject("nothing to do"); // a dead letter at once
                }
                if (job.text().startsWith("bank") && job.attempt() == 1) {
                    throw new Handler.RetryAfter(Duration.ofMillis(10), "the bank is closed");
                }
                send(job.text()); // returning acks, any other exception nacks
            };
            try (Worker worker = jobs.worker(handler)
                    .consumer("mailer-1")
                    .concurrency(16)
                    .patience(Duration.ofSeconds(30)) // how long close() lets handlers finish
                    .start()) {
                // end: worker
                jobs.enqueue(" ");
                jobs.enqueue("bank");
                Until.holds(
                        "both are settled",
                        () -> worker.stats().rejected() == 1 && worker.stats().acked() == 1);
                // tag: worker-stats
                long failures = worker.stats().nacked();
                // end: worker-stats
                assertThat(failures).isOne();
            }
        }
    }

    @Test
    void aTransactionIsOneStep() {
        try (Leat leat = Leat.inMemory()) {
            leat.queues().create("jobs-{eu}");
            leat.queues().create("mails-{eu}");
            leat.stream("audit/{eu}").create(StreamConfig.text());
            leat.queue("jobs-{eu}").enqueue("job");
            Delivery job = leat.queue("jobs-{eu}")
                    .receive(1, Duration.ZERO)
                    .deliveries()
                    .get(0);
            Offset tail = leat.stream("audit/{eu}").head().tail();
            // tag: transaction
            leat.transaction()
                    .ack("jobs-{eu}", job)
                    .enqueue("mails-{eu}", "your order is on its way")
                    .append("audit/{eu}", Body.of("order 17 done"), tail) // only if nobody appended since
                    .commit();
            // end: transaction

            assertThat(leat.queue("mails-{eu}").info().messages()).isOne();
        }
    }

    @Test
    void deadLettersAreLookedAtAndSentBack() throws InterruptedException {
        try (Leat leat = Leat.inMemory()) {
            leat.queues().create("dead-jobs");
            MessageQueue jobs = leat.queues()
                    .create(
                            "jobs",
                            QueueConfig.work().toBuilder()
                                    .deadLetter(QueueName.of("dead-jobs"))
                                    .build());
            jobs.enqueue("a");
            jobs.receive(1, Duration.ZERO).forEach(job -> jobs.reject(job, "not today"));
            Until.holds("it is dead", () -> leat.queue("dead-jobs").info().messages() == 1);
            List<String> errors = new ArrayList<>();
            // tag: dead
            MessageQueue dead = leat.queue("dead-jobs");
            dead.browse(MessageInfo.State.READY)
                    .forEach(message -> errors.add(
                            message.messageId() + " " + message.provenance().reason()));
            QueueTask redrive = dead.redrive(); // back to where each came from, in the background
            redrive.await(Duration.ofMinutes(1)).ifPresent(end -> send(end.moved() + " sent back"));
            // end: dead

            assertThat(errors).hasSize(1);
            assertThat(sent).containsExactly("1 sent back");
        }
    }

    @Test
    void aDurableQueueHoldsValues(@TempDir Path data) {
        try (Leat leat = Leat.open(data)) {
            // tag: durable
            Codec<Order> codec = Codec.json(Order::json, Order::parse);
            try (DurableQueue<Order> orders = leat.durableQueue("orders", codec).openLazy()) {
                long id = orders.push(new Order(17)); // on disk
                TypedMessage<Order> next = orders.poll(Duration.ofSeconds(1)).orElseThrow();
                if (next.value().id() == 17) {
                    orders.ack(next.id()); // or nack, and it comes again in its place
                }
                // end: durable
                assertThat(next.id()).isEqualTo(id);
                assertThat(orders.isEmpty()).isTrue();
            }
        }
    }

    @Test
    void theDocumentsHaveTheLinesOfTheExamples() throws IOException {
        Path module = Path.of("").toAbsolutePath();
        List<String> source = Files.readAllLines(module.resolve("src/test/java/dev/leat/engine/QueuesDocTest.java"));
        String readme = unspaced(Files.readString(module.resolveSibling("README.md")));
        String queues = unspaced(Files.readString(module.resolveSibling("docs").resolve("queues.md")));
        List<String> missing = new ArrayList<>();
        int examples = 0;
        for (int i = 0; i < source.size(); i++) {
            String line = source.get(i).strip();
            if (line.startsWith("// tag: ")) {
                String name = line.substring("// tag: ".length());
                String text = unspaced(text(source, i + 1, name));
                examples++;
                if (!(name.equals("readme") ? readme : queues).contains(text)) {
                    missing.add(name);
                }
            }
        }

        assertThat(missing).isEmpty();
        assertThat(examples).isGreaterThan(8);
    }

    private static String text(List<String> source, int from, String name) {
        StringBuilder text = new StringBuilder();
        for (String line : source.subList(from, source.size())) {
            if (line.strip().equals("// end: " + name)) {
                break;
            }
            text.append(line).append('\n');
        }
        return text.toString().replace("Leat.open(data)", "Leat.open(Path.of(\"data\"))");
    }

    /** The formatter breaks lines where it likes. */
    private static String unspaced(String text) {
        return text.replaceAll("\\s", "");
    }
}
