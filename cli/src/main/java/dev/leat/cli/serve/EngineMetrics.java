package dev.leat.cli.serve;

import dev.leat.engine.figures.CheckpointMeter;
import dev.leat.engine.figures.Figures;
import dev.leat.engine.figures.PresenceCounts;
import dev.leat.engine.figures.QueueMeter;
import dev.leat.engine.figures.QueueTotals;
import dev.leat.engine.figures.ScrubMeter;
import dev.leat.engine.figures.State;
import dev.leat.engine.figures.Stats;
import dev.leat.engine.figures.StreamMeter;
import dev.leat.storage.meter.CommitMeter;
import dev.leat.storage.meter.StoreFigures;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Exports the figures of an engine. They are collected once per scrape, so all values of a scrape are of one moment; that, and histograms
 * the engine fills itself, is more than meters can do, so it needs a Prometheus registry.
 */
final class EngineMetrics implements MeterBinder, MultiCollector {
    private static final Number UNKNOWN = Double.NaN;

    private final Supplier<Figures> figures;

    EngineMetrics(Supplier<Figures> figures) {
        this.figures = figures;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        if (!(registry instanceof PrometheusMeterRegistry prometheus)) {
            throw new IllegalArgumentException("the engine's figures need a Prometheus registry, not " + registry);
        }
        prometheus.getPrometheusRegistry().register(this);
    }

    @Override
    public MetricSnapshots collect() {
        Figures now = figures.get();
        MetricSamples samples = new MetricSamples();
        addEngine(now, samples);
        addShards(now.shards(), now.bounds(), samples);
        addSizes(now.stats(), now.bounds(), samples);
        addStreams(now.streams(), samples);
        addQueues(now.queues(), samples);
        addQueueWork(now.queueWork(), samples);
        addCommits(now.commits(), samples);
        addCheckpoints(now.checkpoints(), samples);
        addReads(now.reads(), samples);
        addDisk(now.disk(), samples);
        addScrub(now.scrub(), samples);
        return samples.build();
    }

    private static void addEngine(Figures now, MetricSamples to) {
        to.gauges("leat_engine_state", "1 for the state that the engine is in.", "state", states(now.state()));
        to.counter("leat_engine_failures", "Times that storage failed under the engine.", now.failures());
        to.counter("leat_engine_recoveries", "Times that the engine recovered from that.", now.recoveries());
        to.counters("leat_rejections", "Commands and queries refused, by why.", "kind", now.rejections());
        to.counter("leat_tidy_bytes", "Bytes read and written to keep the archive in shape.", now.tidiedBytes());
    }

    private static Map<String, Integer> states(State state) {
        Map<String, Integer> states = new LinkedHashMap<>();
        for (State.Phase phase : State.Phase.values()) {
            states.put(phase.name().toLowerCase(Locale.ROOT), phase == state.phase() ? 1 : 0);
        }
        return states;
    }

    private static void addShards(Figures.Shards shards, Figures.Bounds bounds, MetricSamples to) {
        Map<String, Integer> backlogs = new LinkedHashMap<>();
        shards.backlogs().forEach(backlog -> backlogs.put(String.valueOf(backlogs.size()), backlog));
        to.gauge("leat_shards", "Shards of the data directory.", shards.count());
        to.counter("leat_shard_turns", "Turns that shards have ended.", shards.turns());
        to.counter("leat_shard_calls", "Calls that shards have decided.", shards.calls());
        to.gauges("leat_worker_backlog", "Calls that wait to be decided by a worker.", "worker", backlogs);
        to.gauge("leat_worker_backlog_limit", "Calls that may wait for one worker.", bounds.backlog());
    }

    private static void addSizes(Stats stats, Figures.Bounds bounds, MetricSamples to) {
        String replay = "What the journal has since the last checkpoint, and a start would replay.";
        to.gauge("leat_streams", "Streams that readers can find.", stats.streams());
        to.gauge("leat_stream_bytes", "What the messages of all streams hold.", stats.bytes());
        to.gauge("leat_stream_limit_bytes", "What the messages of all streams may hold.", bound(bounds.bytes()));
        to.gauge("leat_hot_bytes", "Message bytes in memory that the archive does not have yet.", stats.hotBytes());
        to.gauge("leat_hot_limit_bytes", "Such bytes before appends are refused.", bound(bounds.hotBytes()));
        to.gauge(
                "leat_metadata_bytes",
                "What names, keys, dedup ids, leases and producers take in memory, as estimated.",
                stats.metadataBytes());
        to.gauge(
                "leat_metadata_limit_bytes",
                "Such bytes before creates and enqueues are refused.",
                bound(bounds.metadataBytes()));
        to.gauge("leat_journal_position_bytes", "How far the journal is durable.", stats.journalPosition());
        to.gauge("leat_journal_replay_bytes", replay, stats.journalBytes());
    }

    private static void addQueues(QueueTotals queues, MetricSamples to) {
        to.gauge("leat_queues", "Queues that there are.", queues.queues());
        to.gauge("leat_queue_messages", "Messages in all queues, whatever their state.", queues.messages());
        to.gauge("leat_queue_bytes", "What the messages of all queues hold.", queues.bytes());
        to.gauge("leat_queue_ready", "Messages that wait to be received, each for every group.", queues.ready());
        to.gauge("leat_queue_leases", "Deliveries that consumers have.", queues.leases());
        to.gauge("leat_queue_scheduled", "Messages that wait for their time.", queues.scheduled());
        to.gauge("leat_queue_parked", "Messages out of attempts, with nowhere to go.", queues.parked());
        to.gauge("leat_queue_moving", "Messages on their way to another queue.", queues.moving());
        to.gauge("leat_queue_waiters", "Receives that wait for messages.", queues.waiters());
        to.gauges("leat_queue_consumers", "Consumers of all queues.", "state", consumers(queues.consumers()));
    }

    private static Map<String, Long> consumers(PresenceCounts.Figures consumers) {
        Map<String, Long> states = new LinkedHashMap<>();
        states.put("active", consumers.active());
        states.put("stale", consumers.stale());
        states.put("expired", consumers.expired());
        states.put("left", consumers.left());
        return states;
    }

    private static void addQueueWork(QueueMeter.Figures work, MetricSamples to) {
        to.counter("leat_queue_enqueued", "Messages enqueued.", work.enqueued());
        to.counter("leat_queue_enqueued_bytes", "Bytes of messages enqueued.", work.enqueuedBytes());
        to.counter("leat_queue_duplicates", "Messages not enqueued, because they were before.", work.duplicates());
        to.counter("leat_queue_delivered", "Deliveries made.", work.delivered());
        to.counter("leat_queue_acked", "Deliveries acked.", work.acked());
        to.counter("leat_queue_nacked", "Deliveries nacked.", work.nacked());
        to.counter("leat_queue_released", "Deliveries released.", work.released());
        to.counter("leat_queue_leases_expired", "Leases that ended without being settled.", work.leasesExpired());
        to.counter("leat_queue_expired", "Messages whose time to live was over.", work.expired());
        to.counter("leat_queue_dead_lettered", "Messages that became dead letters.", work.deadLettered());
        to.counter("leat_queue_parks", "Times that a message was parked.", work.parked());
        to.counter("leat_queue_dropped", "Messages purged, cancelled, or dropped for want of room.", work.dropped());
        to.counter("leat_queue_loads", "Times that messages were read from the store.", work.loads());
        to.counter("leat_queue_lost", "Messages of the store that could not be read any more.", work.lost());
    }

    private static void addStreams(StreamMeter.Figures streams, MetricSamples to) {
        String duplicates = "Appends answered without writing, because their producer had sent them before.";
        to.counter("leat_stream_creates", "Streams created.", streams.created());
        to.counter("leat_stream_deletes", "Streams deleted.", streams.deleted());
        to.counter("leat_stream_expiries", "Streams removed because their time was over.", streams.expired());
        to.counter("leat_stream_appends", "Appends carried out, closes included.", streams.appends());
        to.counter("leat_stream_duplicates", duplicates, streams.duplicates());
        to.counter("leat_messages_appended", "Messages written.", streams.messages());
        to.counter("leat_messages_appended_bytes", "Bytes of messages written.", streams.bytes());
    }

    private static void addCommits(CommitMeter.Figures commits, MetricSamples to) {
        String sync = "How long the disk took to make a commit durable.";
        long count = commits.calls().count();
        to.counter("leat_commits", "Commits of the journal.", count);
        to.seconds("leat_commit_sync_seconds", sync, commits.syncNanos());
        to.sizes("leat_commit_calls", "How many calls shared a commit.", commits.calls());
        to.sizes("leat_commit_bytes", "How many bytes a commit had.", commits.bytes());
    }

    private static void addCheckpoints(CheckpointMeter.Figures checkpoints, MetricSamples to) {
        String last = "When the last checkpoint was written; NaN if none was since the start.";
        long count = checkpoints.nanos().count();
        to.counter("leat_checkpoints", "Checkpoints written.", count);
        to.counter("leat_checkpoint_failures", "Checkpoints that failed.", checkpoints.failures());
        to.seconds("leat_checkpoint_seconds", "How long a checkpoint took.", checkpoints.nanos());
        to.gauge("leat_checkpoint_last_timestamp_seconds", last, seconds(checkpoints.last()));
    }

    private static void addReads(Figures.Reads reads, MetricSamples to) {
        String waiting = "Reads that wait for a thread that may wait for the disk.";
        to.gauge("leat_cold_reads_waiting", waiting, reads.coldWaiting());
        to.counter(
                "leat_cold_reads_served", "Reads that were given a thread to wait for the disk.", reads.coldServed());
        to.gauge("leat_watchers", "Registrations to be told of a stream's changes.", reads.watchers());
    }

    private static void addDisk(Figures.Disk disk, MetricSamples to) {
        StoreFigures store = disk.store();
        Number free = disk.free();
        String left = "Space left for the data directory; NaN if it is in memory.";
        to.gauge("leat_archive_segments", "Segment files of the archive.", disk.archiveSegments());
        to.gauge("leat_archive_bytes", "What the archive's segments hold, used or not.", disk.archiveBytes());
        to.gauge("leat_store_live_bytes", "What the store's entries take on disk.", store.liveBytes());
        to.gauge(
                "leat_store_file_bytes",
                "What the store's files take, with deleted entries that were not compacted yet.",
                store.fileBytes());
        to.gauge("leat_store_memtable_bytes", "What the store has in memory to be written.", store.memtableBytes());
        to.gauge("leat_store_cache_bytes", "What the store has in memory because it was read.", store.cacheBytes());
        to.gauge("leat_disk_free_bytes", left, free == null ? UNKNOWN : free);
        to.gauge("leat_disk_full", "1 while appends are refused for want of space.", disk.full() ? 1 : 0);
    }

    private static void addScrub(ScrubMeter.Figures scrub, MetricSamples to) {
        String last = "When a scrub of everything ended last; NaN if none has.";
        Map<String, Integer> damage = new LinkedHashMap<>();
        damage.put("archive", scrub.damagedRuns());
        damage.put("store", scrub.damagedTables());
        to.gauges("leat_damage_findings", "Parts of what is stored that are known to be damaged.", "part", damage);
        to.counter("leat_reads_failed", "Reads that storage did not allow.", scrub.failedReads());
        to.counter("leat_scrub_bytes", "Bytes compared with their checksums by the scrub.", scrub.bytes());
        to.counter("leat_scrub_cycles", "Scrubs of everything that ended.", scrub.cycles());
        to.gauge("leat_scrub_progress_ratio", "How much of the running scrub is done, from 0 to 1.", scrub.progress());
        to.gauge("leat_scrub_last_timestamp_seconds", last, seconds(scrub.last()));
    }

    private static Number bound(long limit) {
        return limit == Long.MAX_VALUE ? (Number) Double.POSITIVE_INFINITY : (Number) limit;
    }

    private static Number seconds(@Nullable Instant moment) {
        return moment == null ? UNKNOWN : (Number) (moment.toEpochMilli() / 1000.0);
    }
}
