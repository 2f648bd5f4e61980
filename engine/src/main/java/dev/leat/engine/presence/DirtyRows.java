package dev.leat.engine.presence;

import dev.leat.engine.shard.Part;
import java.util.ArrayList;
import java.util.List;

/** What has changed since the last checkpoint, row by row. */
final class DirtyRows {
    private List<Entry> changed = new ArrayList<>();
    private List<Entry> removed = new ArrayList<>();

    void changed(Entry entry) {
        if (!entry.dirty) {
            entry.dirty = true;
            changed.add(entry);
        }
    }

    void removed(Entry entry) {
        if (entry.stored) {
            removed.add(entry);
        }
    }

    /** The rows as they are now. Nothing is left to take until something changes again. */
    Part take() {
        if (changed.isEmpty() && removed.isEmpty()) {
            return Part.NOTHING;
        }
        List<Entry> gone = removed;
        List<Row> rows = rows();
        changed = new ArrayList<>();
        removed = new ArrayList<>();
        return batch -> {
            gone.forEach(entry -> batch.delete(Keys.entry(entry.place.queue(), entry.number)));
            rows.forEach(row -> row.writeTo(batch)); // a number may be used again after it was removed
        };
    }

    private List<Row> rows() {
        List<Row> rows = new ArrayList<>(changed.size());
        for (Entry entry : changed) {
            entry.dirty = false;
            if (!entry.gone) {
                entry.stored = true;
                rows.add(entry.row());
            }
        }
        return rows;
    }
}
