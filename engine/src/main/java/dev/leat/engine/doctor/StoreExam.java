package dev.leat.engine.doctor;

import dev.leat.engine.queue.QueueRows;
import dev.leat.engine.stream.StoreEntry;
import dev.leat.engine.stream.StreamRecord;
import dev.leat.engine.subscription.Row;
import dev.leat.storage.StorageException;
import dev.leat.storage.store.Store;
import java.util.HexFormat;

/** Reads the whole store: every block against its checksum, every entry for what it is. */
final class StoreExam {
    private static final byte[] FIRST = {};
    private static final byte[] LAST = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
    private static final int SHOWN_KEY = 20;

    private final Store store;
    private final int shards;
    private final Findings findings;
    private final Inventory inventory = new Inventory();

    StoreExam(Store store, int shards, Findings findings) {
        this.store = store;
        this.shards = shards;
        this.findings = findings;
    }

    /** What the store holds. Not whole if there was a problem. */
    Inventory read() {
        try {
            store.verify();
            store.scan(FIRST, LAST, (key, value) -> {
                read(key, value);
                return true;
            });
        } catch (StorageException e) {
            inventory.whole = false;
            findings.problem(e, "everything: the store knows where the messages of each stream are", Findings.RESTORE);
        }
        return inventory;
    }

    private void read(byte[] key, byte[] value) {
        try {
            if (key.length > 0 && Row.LETTERS.indexOf(key[0]) >= 0) {
                take(Row.read(key, value));
            } else if (key.length > 0 && QueueRows.LETTERS.indexOf(key[0]) >= 0) {
                requireShard(QueueRows.shardOf(key, value));
            } else if (key.length > 0 && key[0] == dev.leat.engine.presence.Row.LETTER) {
                requireShard(dev.leat.engine.presence.Row.read(key, value).shard());
            } else {
                take(StoreEntry.read(key, value));
            }
        } catch (IllegalArgumentException e) {
            inventory.whole = false;
            findings.problem(
                    "the store has the entry " + shown(key) + " that cannot be read: " + e.getMessage(),
                    "whatever it is about",
                    "use the version of Leat that wrote it, or restore a backup");
        }
    }

    private void take(StoreEntry entry) {
        switch (entry) {
            case StoreEntry.Applied applied -> {
                requireShard(applied.shard());
                inventory.applied.put(applied.shard(), applied);
            }
            case StoreEntry.SegmentUse use -> inventory.segments.put(use.segment(), use);
            case StoreEntry.ProducerOf producer -> {
                requireShard(producer.shard());
                inventory.producers.add(producer);
            }
            case StoreEntry.RunOf(var run) -> inventory.runs.add(run);
            case StoreEntry.StreamAt(StreamRecord stream) -> {
                requireShard(stream.shard());
                inventory.streams.put(stream.id(), stream);
            }
        }
    }

    private void take(Row row) {
        requireShard(row.shard());
        switch (row) {
            case Row.OfSubscription subscription -> inventory.subscriptions.put(subscription.number(), subscription);
            case Row.OfLink link -> inventory.links.add(link);
            case Row.Next next -> {}
            case Row.Secret secret -> {}
        }
    }

    private void requireShard(int shard) {
        if (shard < 0 || shard >= shards) {
            throw new IllegalArgumentException("it belongs to shard " + shard + " of " + shards);
        }
    }

    private static String shown(byte[] key) {
        String hex = HexFormat.of().formatHex(key, 0, Math.min(key.length, SHOWN_KEY));
        return key.length > SHOWN_KEY ? hex + "…" : hex;
    }
}
