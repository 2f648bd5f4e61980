package dev.leat.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.ContentType;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.Settlement;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Query;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.api.spi.Slice;
import dev.leat.api.spi.Transaction;
import dev.leat.api.spi.Transaction.Op;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.Lifetime;
import dev.leat.api.stream.Message;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamPath;
import dev.leat.engine.support.Found;
import dev.leat.engine.support.QueueRig;
import dev.leat.testkit.Pieces;
import dev.leat.testkit.Seeds;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Messages that are handed on from one queue to the next and noted in a stream, each by a transaction, while the process is
 * killed at any moment: each is in exactly one queue and noted exactly if it was handed on.
 */
class TransactionCrashTest {
    private static final int MESSAGES = 12;
    private static final StreamPath LOG = StreamPath.of("{t}/log");

    private final QueueRig rig = new QueueRig();
    private final Set<String> answered = new HashSet<>();

    private void begin() {
        rig.create(
                "{t}in",
                QueueConfig.builder(QueueConfig.Mode.WORK)
                        .lease(Duration.ofSeconds(10))
                        .maxAttempts(0)
                        .build());
        rig.create("{t}out", QueueConfig.work());
        rig.call(new Command.Create(LOG, ContentType.TEXT, Lifetime.FOREVER, Body.EMPTY, false, null));
        for (int i = 0; i < MESSAGES; i++) {
            rig.enqueue("{t}in", "m" + i + ";");
        }
    }

    private void handOn(Delivery delivery, List<Runnable> checks) {
        String text = delivery.text();
        Found<QueueOutcome.Transacted> found = new Found<>();
        rig.send(
                new Transaction(List.of(
                        new Op.Append(new Command.Append(LOG, null, Body.of(text), null, null, false), null),
                        new Op.Settle(QueueName.of("{t}in"), Settlement.Ack.of(delivery.deliveryId())),
                        new Op.Enqueue(QueueName.of("{t}out"), NewMessage.of(text)))),
                found);
        checks.add(() -> {
            if (found.outcome != null) {
                answered.add(text);
            }
        });
    }

    private List<String> log() {
        try (Slice slice = rig.ask(new Query.Read(LOG, Offset.START, Integer.MAX_VALUE))) {
            return Pieces.of(slice).stream().map(Message::text).toList();
        }
    }

    @Seeds(60)
    void aTransactionIsThereAsAWholeOrNotAtAll(long seed) {
        Random random = new Random(seed);
        begin();

        for (int life = 0; life < 4; life++) {
            List<Runnable> checks = new ArrayList<>();
            rig.receive("{t}in", 1 + random.nextInt(MESSAGES)).forEach(delivery -> handOn(delivery, checks));
            for (int turns = random.nextInt(6); turns > 0; turns--) {
                rig.turn(random);
            }
            checks.forEach(Runnable::run);
            rig.crash(random);
            rig.settle();
            if (random.nextBoolean()) {
                rig.checkpoint();
            }
            rig.advance(Duration.ofMinutes(1));
            check();
        }
    }

    private void check() {
        List<String> noted = log();
        List<String> in = rig.browse("{t}in").stream()
                .map(message -> text(message.payload()))
                .toList();
        List<String> out = rig.browse("{t}out").stream()
                .map(message -> text(message.payload()))
                .toList();
        Set<String> all = new HashSet<>(in);
        all.addAll(out);

        assertThat(noted)
                .containsExactlyInAnyOrderElementsOf(out)
                .containsAll(answered)
                .doesNotHaveDuplicates();
        assertThat(in).doesNotContainAnyElementsOf(noted.isEmpty() ? List.of("none") : noted);
        assertThat(all).hasSize(MESSAGES);
    }

    private static String text(byte[] payload) {
        return new String(payload, StandardCharsets.UTF_8);
    }
}
