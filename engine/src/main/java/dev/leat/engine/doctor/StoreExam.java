package dev.leat.engine.doctor;

import dev.leat.engine.archive.ArchiveRow;
import dev.leat.engine.checkpoint.AppliedPosition;
import dev.leat.engine.figures.Damage;
import dev.leat.engine.queue.QueueStoreCheck;
import dev.leat.engine.shard.Ids;
import dev.leat.engine.shard.Rows;
import dev.leat.engine.stream.StreamRecord;
import dev.leat.engine.stream.StreamRow;
import dev.leat.engine.subscription.SubscriptionRow;
import dev.leat.storage.CorruptionException;
import dev.leat.storage.StorageException;
import dev.leat.storage.store.Store;
import dev.leat.storage.store.StoreTable;
import java.util.HexFormat;

/** Reads the whole store: every block against its checksum, every entry for what it is. */
final class StoreExam {
    private static final byte[] FIRST = {};
    private static final byte[] LAST = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1};

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
            inventory.tablesCompared = true;
            store.scan(FIRST, LAST, (key, value) -> {
                read(key, value);
                return true;
            });
        } catch (StorageException e) {
            inventory.whole = false;
            inventory.complete = false;
            findings.problem(e, "everything: the store knows where the messages of each stream are", Findings.RESTORE);
            compareTables();
        }
        return inventory;
    }

    /** Finds out which tables are damaged: the check of the whole store ends with the first one, and names it in words only. */
    private void compareTables() {
        try {
            for (StoreTable table : store.tables()) {
                compare(table);
            }
            inventory.tablesCompared = true;
        } catch (StorageException e) {
            inventory.tablesCompared = false; // the problem is among the findings already
        }
    }

    private void compare(StoreTable table) {
        try {
            store.verify(table);
        } catch (StorageException e) {
            findings.damaged(new Damage.OfTable(table.name()));
        }
    }

    private void read(byte[] key, byte[] value) {
        try {
            Rows.read(store, key, value, this::take);
        } catch (CorruptionException e) {
            inventory.whole = false;
            findings.damaged(new Damage.OfEntry(HexFormat.of().formatHex(key)));
            findings.problem(e, affected(e), "restore a backup; if a newer Leat wrote the row, use that version");
        }
    }

    private static String affected(CorruptionException damage) {
        return damage.row()
                .map(CorruptionException.Row::subject)
                .filter(subject -> !subject.isEmpty())
                .orElse("what this row is about");
    }

    private boolean take(byte[] key, byte[] value) {
        int letter = key.length == 0 ? -1 : key[0];
        if (SubscriptionRow.LETTERS.indexOf(letter) >= 0) {
            take(SubscriptionRow.read(key, value));
        } else if (QueueStoreCheck.LETTERS.indexOf(letter) >= 0) {
            requireShard(QueueStoreCheck.shardOf(key, value));
        } else if (letter == dev.leat.engine.presence.PresenceRow.LETTER) {
            requireShard(dev.leat.engine.presence.PresenceRow.read(key, value).shard());
        } else if (StreamRow.LETTERS.indexOf(letter) >= 0) {
            take(StreamRow.read(key, value));
        } else if (ArchiveRow.LETTERS.indexOf(letter) >= 0) {
            take(ArchiveRow.read(key, value));
        } else if (letter == AppliedPosition.LETTER) {
            AppliedPosition applied = AppliedPosition.read(key, value);
            requireShard(applied.shard());
            inventory.applied.put(applied.shard(), applied);
        } else {
            throw new IllegalArgumentException("it is of no kind that this version of Leat knows");
        }
        return true;
    }

    private void take(ArchiveRow row) {
        switch (row) {
            case ArchiveRow.SegmentUse use -> inventory.segments.put(use.segment(), use);
            case ArchiveRow.RunOf(var run) -> inventory.runs.add(run);
        }
    }

    private void take(StreamRow row) {
        switch (row) {
            case StreamRow.ProducerOf producer -> {
                requireShard(producer.shard());
                inventory.producers.add(producer);
            }
            case StreamRow.StreamAt(StreamRecord stream) -> {
                requireShard(stream.shard());
                inventory.streams.put(stream.id(), stream);
            }
        }
    }

    private void take(SubscriptionRow row) {
        requireShard(row.shard());
        switch (row) {
            case SubscriptionRow.OfSubscription subscription ->
                inventory.subscriptions.put(subscription.number(), subscription);
            case SubscriptionRow.OfLink link -> inventory.links.add(link);
            case SubscriptionRow.Next next -> {}
            case SubscriptionRow.Secret secret -> {}
        }
    }

    private void requireShard(int shard) {
        Ids.requireShard(shard, shards);
    }
}
