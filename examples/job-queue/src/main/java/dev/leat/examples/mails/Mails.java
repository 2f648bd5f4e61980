package dev.leat.examples.mails;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.leat.Leat;
import dev.leat.api.queue.Backoff;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.Handler;
import dev.leat.api.queue.MessageQueue;
import dev.leat.api.queue.Provenance;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.Worker;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;

/** Mails are sent by a worker: again if that fails, and set aside if it fails too often, until they are sent back. */
public final class Mails {
    private final MailServer server = new MailServer();
    private final PrintStream out;

    private Mails(PrintStream out) {
        this.out = out;
    }

    public static void main(String[] args) throws InterruptedException {
        try (Leat leat = Leat.open(Path.of("data"))) {
            run(leat, System.out);
        }
    }

    static void run(Leat leat, PrintStream out) throws InterruptedException {
        MessageQueue dead = leat.queues().create("dead-mails");
        MessageQueue mails = leat.queues()
                .create(
                        "mails",
                        QueueConfig.work().toBuilder()
                                .maxAttempts(3)
                                .retryBackoff(new Backoff(Duration.ofMillis(100), 2, Duration.ofSeconds(5)))
                                .deadLetter(QueueName.of("dead-mails"))
                                .build());
        new Mails(out).run(mails, dead);
    }

    private void run(MessageQueue mails, MessageQueue dead) throws InterruptedException {
        try (Worker worker = mails.worker(this::send).concurrency(4).start()) {
            mails.enqueue("ann@example.org");
            mails.enqueue("busy@example.org");
            mails.enqueue("broken@example.org");
            mails.enqueue("nobody");
            awaitEmpty(mails);
            out.printf("%d failures, and these are dead:%n", worker.stats().nacked());
            show(dead);

            server.mend();
            dead.redrive().await(Duration.ofMinutes(1)).ifPresent(end -> out.printf("%d sent back%n", end.moved()));
            awaitEmpty(mails);
            out.println("still dead:");
            show(dead);
        }
        dead.purge();
    }

    private void send(Delivery mail) throws IOException {
        try {
            server.send(mail);
            out.printf("%s: sent at attempt %d%n", mail.text(), mail.attempt());
        } catch (IOException | Handler.Reject e) {
            out.printf("%s: %s%n", mail.text(), e.getMessage());
            throw e;
        }
    }

    private void show(MessageQueue dead) {
        dead.browse().forEach(letter -> {
            Provenance past = Objects.requireNonNull(letter.provenance());
            String error =
                    Objects.requireNonNull(past.lastError()).lines().findFirst().orElse("");
            out.printf("  %s (attempts: %d): %s%n", new String(letter.payload(), UTF_8), past.attempts(), error);
        });
    }

    private static void awaitEmpty(MessageQueue queue) throws InterruptedException {
        while (queue.info().messages() > 0) {
            Thread.sleep(20);
        }
    }
}
