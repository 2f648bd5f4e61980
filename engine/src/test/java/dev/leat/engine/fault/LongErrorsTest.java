package dev.leat.engine.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.Leat;
import dev.leat.api.queue.Backoff;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.MessageQueue;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.Provenance;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.SettleResult;
import dev.leat.api.queue.Settlement;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The largest batches with the longest errors, again and again, fit into the journal, and come back from it. */
class LongErrorsTest {
    private static final int BATCH = 1000;
    private static final String LONG = "e".repeat(Settlement.MAX_ERROR_BYTES);

    @TempDir
    Path directory;

    @Test
    void aThousandNacksWithLongErrorsAreKeptThroughTheirLastAttemptAndARestart() {
        try (Leat leat = Leat.open(directory)) {
            MessageQueue jobs = create(leat, 12);
            jobs.enqueue(Collections.nCopies(BATCH, NewMessage.of("x")));
            for (int attempt = 1; attempt <= 11; attempt++) {
                assertThat(nackAll(jobs)).hasSize(BATCH).allMatch(SettleResult.Requeued.class::isInstance);
            }
        }
        try (Leat leat = Leat.open(directory)) {
            MessageQueue jobs = leat.queue("{q}jobs");
            assertThat(jobs.browse(MessageInfo.State.READY)
                            .map(info -> info.groups().get(0).history()))
                    .hasSize(BATCH)
                    .allMatch(history -> history.size() == Provenance.MAX_HISTORY
                            && history.get(0).attempt() == 2
                            && history.stream().allMatch(each -> LONG.equals(each.error())));

            assertThat(nackAll(jobs)).hasSize(BATCH).allMatch(SettleResult.DeadLettered.class::isInstance);
            allArrive(leat);
        }
        try (Leat leat = Leat.open(directory)) {
            allArrive(leat);
        }
    }

    @Test
    void aThousandHeavyMessagesBecomeDeadLettersAtOnce() {
        try (Leat leat = Leat.open(directory)) {
            MessageQueue jobs = create(leat, 1);
            NewMessage heavy = NewMessage.of("x".repeat(200_000));
            for (int i = 0; i < 10; i++) {
                jobs.enqueue(Collections.nCopies(50, heavy));
            }
            List<Settlement> rejects = new ArrayList<>();
            while (rejects.size() < 500) {
                jobs.receive(500, Duration.ZERO)
                        .forEach(each -> rejects.add(Settlement.Reject.of(each.deliveryId(), "no")));
            }

            assertThat(jobs.settleTogether(rejects)).allMatch(SettleResult.DeadLettered.class::isInstance);

            MessageQueue dead = leat.queue("{q}dead");
            int found = 0;
            while (found < 500) {
                found += dead.receive(500, Duration.ofSeconds(30)).deliveries().size();
            }
            assertThat(jobs.info().messages()).isZero();
        }
    }

    private static MessageQueue create(Leat leat, int attempts) {
        leat.queues().create("{q}dead");
        return leat.queues()
                .create(
                        "{q}jobs",
                        QueueConfig.work().toBuilder()
                                .maxAttempts(attempts)
                                .retryBackoff(Backoff.NONE)
                                .deadLetter(QueueName.of("{q}dead"))
                                .build());
    }

    private static List<SettleResult> nackAll(MessageQueue jobs) {
        List<Delivery> deliveries = new ArrayList<>();
        while (deliveries.size() < BATCH) { // from the store they come in smaller numbers
            deliveries.addAll(jobs.receive(BATCH, Duration.ofSeconds(30)).deliveries());
        }
        List<Settlement> nacks = new ArrayList<>();
        deliveries.forEach(each -> nacks.add(new Settlement.Nack(each.deliveryId(), null, LONG, LONG)));
        return jobs.settle(nacks);
    }

    private static void allArrive(Leat leat) {
        List<Delivery> letters = new ArrayList<>();
        while (letters.size() < BATCH) {
            letters.addAll(
                    leat.queue("{q}dead").receive(BATCH, Duration.ofSeconds(30)).deliveries());
        }
        assertThat(letters).allMatch(letter -> history(letter).size() == Provenance.MAX_HISTORY);
        letters.forEach(letter -> leat.queue("{q}dead").release(letter));
    }

    private static List<Provenance.Attempt> history(Delivery letter) {
        Provenance provenance = letter.provenance();
        return provenance == null ? List.of() : provenance.history();
    }
}
