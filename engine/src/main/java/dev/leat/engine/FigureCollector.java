package dev.leat.engine;

import dev.leat.engine.figures.Figures;
import dev.leat.engine.figures.Meters;
import dev.leat.engine.figures.ScrubMeter;
import dev.leat.engine.figures.State;
import dev.leat.engine.figures.Stats;
import dev.leat.engine.scrub.DamageRegister;
import dev.leat.engine.shard.ShardRunner;
import dev.leat.storage.StorageException;
import dev.leat.storage.archive.Segment;
import dev.leat.storage.meter.StoreFigures;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Collects the figures of an engine. It asks storage and the operating system, so it may take a while. */
record FigureCollector(
        Settings settings,
        int shards,
        Meters meters,
        ThreadPoolExecutor coldReaders,
        @Nullable FreeSpace disk,
        ScrubMeter scrub,
        DamageRegister damage) {
    private static final Logger LOG = LoggerFactory.getLogger(FigureCollector.class);

    static Stats stats(EngineCore core) {
        return new Stats(
                core.streams().catalog().size(),
                core.usage().total(),
                core.usage().hot(),
                core.usage().metadata(),
                core.workers().stream().mapToInt(ShardRunner::backlog).sum(),
                core.storage().journal().durable(),
                core.checkpoint().journalBytes());
    }

    Figures figures(State state, EngineCore core) {
        return new Figures(
                state,
                stats(core),
                shards(core),
                bounds(core),
                meters.streams(),
                core.queues().totals(),
                meters.queues(),
                meters.rejections().figures(),
                meters.commits().figures(),
                meters.checkpoints().figures(),
                reads(core),
                disk(core),
                scrub.figures(damage.all(), damage.failedReads()),
                meters.tidiedBytes(),
                meters.failures(),
                meters.recoveries());
    }

    private Figures.Shards shards(EngineCore core) {
        List<Integer> backlogs =
                core.workers().stream().map(ShardRunner::backlog).toList();
        return new Figures.Shards(shards, meters.turns(), meters.calls(), backlogs);
    }

    private Figures.Bounds bounds(EngineCore core) {
        return new Figures.Bounds(
                core.usage().limits().totalBytes(),
                core.usage().limits().hotBytes(),
                core.usage().limits().metadataBytes(),
                settings.inbox());
    }

    private Figures.Reads reads(EngineCore core) {
        return new Figures.Reads(
                coldReaders.getQueue().size(),
                coldReaders.getCompletedTaskCount(),
                core.streams().watchers());
    }

    private Figures.Disk disk(EngineCore core) {
        List<Segment> segments = core.storage().archive().segments();
        return new Figures.Disk(
                segments.size(),
                segments.stream().mapToLong(Segment::length).sum(),
                store(core),
                free(),
                core.usage().isDiskFull());
    }

    private static StoreFigures store(EngineCore core) {
        try {
            return core.storage().store().figures();
        } catch (IllegalStateException | StorageException e) { // it is closed, or about to be
            LOG.debug("the store cannot be measured: {}", e.toString());
            return StoreFigures.NONE;
        }
    }

    private @Nullable Long free() {
        OptionalLong bytes = disk == null ? OptionalLong.empty() : disk.freeBytes();
        return bytes.isPresent() ? bytes.getAsLong() : null;
    }
}
