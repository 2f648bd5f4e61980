package dev.leat.engine.model;

import dev.leat.api.queue.MessageInfo.State;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.SettleResult.AlreadySettled.How;
import dev.leat.engine.model.QueueModel.Entry;
import dev.leat.engine.model.QueueModel.Group;
import dev.leat.engine.model.QueueModel.Message;
import dev.leat.engine.model.QueueModel.Queue;
import java.util.ArrayList;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How dead letters of a {@link QueueModel} are sent back. */
final class QueueModelRedrive {
    private final QueueModel model;

    QueueModelRedrive(QueueModel model) {
        this.model = model;
    }

    /**
     * How many messages a redrive has sent back and left alone.
     *
     * @param held whether one had nowhere to go: it stays, and those behind it
     */
    record Redriven(long moved, long skipped, boolean held) {}

    /** @param to where they go; null for where they come from */
    Redriven run(Group dead, @Nullable Queue to, long limit, long upTo) {
        long moved = 0;
        long skipped = 0;
        boolean held = false;
        for (Entry entry : new ArrayList<>(dead.entries.headMap(upTo).values())) {
            QueueModel.Origin origin = entry.message.origin;
            Queue home = origin == null ? null : origin.entry().message.queue;
            Queue target = to != null ? to : home;
            if (held || (limit > 0 && moved >= limit)) {
                break;
            } else if (target == null || entry.state == State.LEASED) {
                skipped++;
            } else if (sendBack(entry, target, target == home)) {
                moved++;
            } else {
                held = true;
            }
        }
        dead.queue.sweep();
        return new Redriven(moved, skipped, held);
    }

    /** Only the group that failed gets it again, and knows what it went through. */
    private boolean sendBack(Entry entry, Queue target, boolean home) {
        Message dead = entry.message;
        Entry past = dead.origin == null ? null : dead.origin.entry();
        boolean chosen = home && target.isFanout() && past != null;
        if (!target.fits(1, dead.text.length()) || (chosen && !target.groups.containsKey(past.group.name))) {
            return false;
        }
        Message back = new Message(target, dead, home ? dead.priority : NewMessage.DEFAULT_PRIORITY, null, model.now);
        back.only = chosen ? Set.of(past.group.name) : Set.of();
        target.add(back, model.now);
        for (Group group : target.groups.values()) {
            Entry again = group.entries.get(back.seq);
            if (again != null && past != null && (chosen || !target.isFanout())) {
                again.history.addAll(past.history);
                again.first = past.first;
                again.last = past.last;
            }
        }
        model.end(entry, How.UNKNOWN);
        model.moved = true;
        return true;
    }
}
