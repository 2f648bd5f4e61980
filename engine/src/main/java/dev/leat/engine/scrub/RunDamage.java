package dev.leat.engine.scrub;

import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamPath;
import dev.leat.engine.archive.RunIndex;
import dev.leat.engine.figures.Damage;
import dev.leat.engine.stream.ReadFailureListener;
import dev.leat.engine.stream.StreamRow;
import dev.leat.storage.StorageException;
import dev.leat.storage.archive.Run;
import dev.leat.storage.store.Store;

/** Keeps the damage of runs in the register, under the name of their stream. A run that the store does not use any more is no loss. */
public final class RunDamage implements ReadFailureListener {
    private static final String WAY_OUT = "restore a backup if these messages are needed, else delete the stream;"
            + " everything else stays readable. The disk has lost bytes: look after it";

    private final DamageRegister register;
    private final Store store;
    private final RunIndex runs;

    public RunDamage(DamageRegister register, Store store) {
        this.register = register;
        this.store = store;
        this.runs = new RunIndex(store);
    }

    @Override
    public void damaged(Run run, StorageException cause) {
        if (isUsed(run)) {
            register.add(new Damage.OfRun(run), cause, affected(run), WAY_OUT);
        }
    }

    @Override
    public void failed(RuntimeException cause) {
        register.readFailed(cause);
    }

    /** A store that cannot say it does not take the damage back. */
    boolean isUsed(Run run) {
        try {
            return runs.isUsed(run);
        } catch (StorageException e) {
            return true;
        }
    }

    private String affected(Run run) {
        return name(run.owner()) + ", offsets " + new Offset(Math.max(0, run.start())) + " to "
                + new Offset(Math.max(0, run.end()));
    }

    private String name(long stream) {
        try {
            StreamPath path = StreamRow.pathOf(store, stream);
            return path == null ? "the unknown stream " + stream : "stream " + path;
        } catch (StorageException | IllegalArgumentException e) {
            return "the stream with the id " + stream;
        }
    }
}
