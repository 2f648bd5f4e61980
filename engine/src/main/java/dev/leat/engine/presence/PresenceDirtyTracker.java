package dev.leat.engine.presence;

import dev.leat.engine.shard.CheckpointPart;
import java.util.ArrayList;
import java.util.List;

/** Rows that have changed since the last checkpoint. */
final class PresenceDirtyTracker {
    private List<ConsumerState> changed = new ArrayList<>();
    private List<ConsumerState> removed = new ArrayList<>();

    void changed(ConsumerState entry) {
        if (!entry.dirty) {
            entry.dirty = true;
            changed.add(entry);
        }
    }

    void removed(ConsumerState entry) {
        if (entry.stored) {
            removed.add(entry);
        }
    }

    /** Returns the changed rows as they are now, and clears the tracker. */
    CheckpointPart take() {
        if (changed.isEmpty() && removed.isEmpty()) {
            return CheckpointPart.NOTHING;
        }
        List<ConsumerState> gone = removed;
        List<PresenceRow> rows = rows();
        changed = new ArrayList<>();
        removed = new ArrayList<>();
        return batch -> {
            gone.forEach(entry -> batch.delete(PresenceKeys.entry(entry.place.queue(), entry.number)));
            rows.forEach(row -> row.writeTo(batch)); // a number may be used again after it was removed
        };
    }

    private List<PresenceRow> rows() {
        List<PresenceRow> rows = new ArrayList<>(changed.size());
        for (ConsumerState entry : changed) {
            entry.dirty = false;
            if (!entry.gone) {
                entry.stored = true;
                rows.add(entry.row());
            }
        }
        return rows;
    }
}
