package dev.leat.engine.doctor;

import dev.leat.engine.archive.ArchiveRow.SegmentUse;
import dev.leat.engine.checkpoint.AppliedPosition;
import dev.leat.engine.stream.StreamRecord;
import dev.leat.engine.stream.StreamRow.ProducerOf;
import dev.leat.engine.subscription.SubscriptionRow;
import dev.leat.storage.archive.Run;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Everything that a store holds, decoded. */
final class Inventory {
    final Map<Long, StreamRecord> streams = new HashMap<>();
    final List<Run> runs = new ArrayList<>(); // in the order of stream and end
    final Map<Integer, SegmentUse> segments = new TreeMap<>();
    final Map<Integer, AppliedPosition> applied = new HashMap<>();
    final List<ProducerOf> producers = new ArrayList<>();
    final Map<Long, SubscriptionRow.OfSubscription> subscriptions = new HashMap<>();
    final List<SubscriptionRow.OfLink> links = new ArrayList<>();
    boolean whole = true; // whether every row could be decoded
    boolean complete = true; // whether every row was seen
    boolean tablesCompared; // whether every table of the store was compared with its checksums
    boolean runsCompared; // whether every run that was decoded was compared with its checksums

    /** A stream by its path, or by its number where there is none. */
    String name(long stream) {
        StreamRecord record = streams.get(stream);
        return record == null ? "the unknown stream " + stream : "stream " + record.path();
    }
}
