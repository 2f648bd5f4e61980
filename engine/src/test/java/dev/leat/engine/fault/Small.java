package dev.leat.engine.fault;

import dev.leat.Leat;
import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.stream.DurableStream;
import dev.leat.api.stream.Message;
import dev.leat.api.stream.Messages;
import dev.leat.api.stream.Offset;
import dev.leat.engine.EmbeddedEngine;
import dev.leat.engine.Settings;
import dev.leat.engine.settings.CheckpointSettings;
import dev.leat.storage.settings.ArchiveSettings;
import dev.leat.storage.settings.JournalSettings;
import dev.leat.storage.settings.StoreSettings;
import dev.leat.testkit.Pieces;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Engines with small files, and what tests ask of them. */
final class Small {
    static final int JOURNAL_SEGMENT = 256 << 10;

    private Small() {}

    static Settings settings() {
        return Settings.defaults()
                .withShards(4)
                .withThreads(2)
                .withLockWait(Duration.ZERO)
                .with(new CheckpointSettings(64L << 20, 512 << 20, 16 << 20))
                .with(new JournalSettings(JOURNAL_SEGMENT, 64 << 10, 1))
                .with(new ArchiveSettings(64 << 10, 4, 16 << 10))
                .with(new StoreSettings(1 << 20, 1 << 20, 32, 1));
    }

    /** Moves what the journal has into archive and store. */
    static void checkpoint(Leat leat) {
        ((EmbeddedEngine) leat.engine()).checkpoint();
    }

    /** Waits until the engine has written a checkpoint by itself; its tidying follows right after. */
    static void awaitCheckpoint(Leat leat) {
        until(() -> leat.stats().journalBytes() == 0);
    }

    /** Waits for what must come about; the timeout of the build ends it otherwise. */
    static void until(BooleanSupplier reached) {
        while (!reached.getAsBoolean()) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    static List<String> texts(Leat leat, String path) {
        DurableStream stream = leat.stream(path);
        List<String> texts = new ArrayList<>();
        Offset from = Offset.START;
        while (true) {
            Messages found = Pieces.read(stream, from);
            for (Message message : found) {
                texts.add(message.text());
            }
            if (found.upToDate()) {
                return texts;
            }
            from = found.next();
        }
    }

    /** Tries again while the engine recovers. */
    static <T> T available(Supplier<T> call) {
        while (true) {
            try {
                return call.get();
            } catch (RejectedException e) {
                if (!(e.rejection() instanceof Rejection.Unavailable)) {
                    throw e;
                }
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    static Rejection refusal(Runnable call) {
        try {
            call.run();
        } catch (RejectedException e) {
            return e.rejection();
        }
        throw new AssertionError("it was not refused");
    }
}
