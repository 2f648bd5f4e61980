package dev.leat.engine.model;

import static dev.leat.engine.model.QueueLife.answer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.queue.EnqueueEachResult;
import dev.leat.api.queue.EnqueueResult;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.engine.model.QueueModel.Queue;
import dev.leat.engine.support.Found;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Those who enqueue in a {@link QueueLife}. */
final class QueueProducers {
    private final QueueLife life;
    private final QueueModelOps ops;
    private final Random random;
    private final Set<MessageId> ids = new HashSet<>();

    QueueProducers(QueueLife life) {
        this.life = life;
        this.ops = life.ops;
        this.random = life.random;
    }

    void enqueue(Queue queue) {
        List<NewMessage> messages = new ArrayList<>();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            messages.add(life.choices.message(queue));
        }
        boolean partial = random.nextInt(4) == 0;
        life.tell("enqueue " + queue.name + " "
                + messages.stream().map(QueueShown::message).toList() + " partial " + partial);
        Found<QueueOutcome.Enqueued> found = life.rig.sent(new QueueCommand.Enqueue(queue.name, messages, partial));
        if (partial) {
            List<EnqueueEachResult> results = answer(found).results();
            for (int i = 0; i < messages.size(); i++) {
                EnqueueEachResult result = results.get(i);
                take(queue, messages.subList(i, i + 1), List.of(result), QueueShown.refusal(result));
            }
        } else {
            List<EnqueueEachResult> results = found.outcome == null ? List.of() : found.outcome.results();
            take(queue, messages, results, QueueShown.rejection(found.rejection));
        }
    }

    /** All of them, or none. */
    private void take(Queue queue, List<NewMessage> messages, List<EnqueueEachResult> results, String refusal) {
        if (messages.stream().anyMatch(m -> QueueModelOps.isBad(queue, m))) {
            assertThat(refusal).isEqualTo("BadArgument");
            return;
        }
        Set<String> seen = new HashSet<>();
        List<NewMessage> fresh = messages.stream()
                .filter(m -> ops.known(queue, m) == null && (m.dedupId() == null || seen.add(m.dedupId())))
                .toList();
        long bytes = fresh.stream().mapToLong(m -> m.payload().length).sum();
        if (!fresh.isEmpty() && !ops.makeRoom(queue, fresh.size(), bytes)) {
            assertThat(refusal).isEqualTo(full(queue.config, fresh.size(), bytes));
            return;
        }
        assertThat(refusal).isEqualTo("no answer");
        for (int i = 0; i < messages.size(); i++) {
            take(queue, messages.get(i), (EnqueueResult) results.get(i));
        }
    }

    /** What would not fit if the queue were empty is not worth another attempt. */
    private static String full(QueueConfig config, long messages, long bytes) {
        if (config.maxBytes() > 0 && bytes > config.maxBytes()) {
            return "PayloadTooLarge";
        }
        return config.maxMessages() > 0 && messages > config.maxMessages() ? "BadArgument" : "QueueFull";
    }

    private void take(Queue queue, NewMessage message, EnqueueResult taken) {
        QueueModel.Dedup known = ops.known(queue, message);
        if (known != null) {
            queue.duplicates++;
            assertThat(taken).isEqualTo(new EnqueueResult(known.id(), known.seq(), true));
        } else {
            assertThat(taken.seq()).isEqualTo(queue.nextSeq);
            assertThat(taken.duplicate()).isFalse();
            assertThat(ids.add(taken.messageId())).as("a new id").isTrue();
            ops.enqueue(queue, message, taken.messageId());
        }
    }
}
