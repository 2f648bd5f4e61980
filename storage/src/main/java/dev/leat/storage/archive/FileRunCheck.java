package dev.leat.storage.archive;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Compares a run of a segment file with its checksums: the header first, then the wire bytes, then the message ends. */
final class FileRunCheck implements RunCheck {
    /** What a message takes in an ends table, about. */
    private static final int END_BYTES = 2;

    private final SegmentFiles files;
    private final Run run;
    private final UncachedReader uncached;
    private final CRC32C crc = new CRC32C();
    private @Nullable RunHeader header;
    private int done;
    private boolean complete;

    FileRunCheck(SegmentFiles files, Run run, UncachedReader uncached) {
        this.files = files;
        this.run = run;
        this.uncached = uncached;
    }

    @Override
    public int next() {
        if (complete) {
            return 0;
        }
        SegmentFile file = files.hold(run.segment());
        try {
            uncached.begin(file, run.place() + run.length() + (long) END_BYTES * run.messages());
            piece(new RunReader(file, uncached::read));
            return uncached.bytesRead();
        } finally {
            uncached.end();
            files.release(file);
        }
    }

    private void piece(RunReader reader) {
        RunHeader found = header;
        if (found == null) {
            found = reader.header(run);
            header = found;
        }
        ByteBuffer wire = uncached.view(run.place() + done, run.length() - done);
        done += wire.remaining();
        crc.update(wire);
        if (done == run.length()) {
            reader.compare(run, found, (int) crc.getValue());
            reader.ends(run, found);
            complete = true;
        }
    }
}
