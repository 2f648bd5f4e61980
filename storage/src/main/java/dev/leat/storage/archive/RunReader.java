package dev.leat.storage.archive;

import dev.leat.storage.CorruptionException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/** Reader of the runs of one segment, which compares them with their checksums. */
final class RunReader {

    private static final int CHUNK = 256 << 10;

    private final SegmentFile file;
    private final Source source;

    /** Fills a buffer with what a file has from a place on, and flips it. */
    interface Source {
        ByteBuffer read(ByteBuffer into, long at);
    }

    RunReader(SegmentFile file) {
        this(file, file::read);
    }

    RunReader(SegmentFile file, Source source) {
        this.file = file;
        this.source = source;
    }

    /** The header of a run, which has to say the same as the run. */
    RunHeader header(Run run) {
        checkInside(run);
        long at = run.place() - RunHeader.BYTES;
        RunHeader header = headerAt(at);
        if (!header.run(file.id(), at).equals(run)) {
            throw damaged(at, "the store says " + run + " is here, the file says " + header.run(file.id(), at));
        }
        return header;
    }

    int[] ends(Run run) {
        return ends(run, header(run));
    }

    void verify(Run run) {
        RunHeader header = header(run);
        CRC32C crc = new CRC32C();
        ByteBuffer chunk = ByteBuffer.allocate(Math.min(CHUNK, run.length()));
        for (int done = 0; done < run.length(); done += chunk.limit()) {
            chunk.clear().limit(Math.min(chunk.capacity(), run.length() - done));
            crc.update(source.read(chunk, run.place() + done));
        }
        compare(run, header, (int) crc.getValue());
        ends(run, header);
    }

    /** Refuses a run whose bytes add up to another checksum than its header has. */
    void compare(Run run, RunHeader header, int wireSum) {
        if (wireSum != header.wireSum()) {
            throw damaged(run.place(), "the checksum of " + run + " is not the one it was written with");
        }
    }

    /** Refuses a run that the file, as it is now, is too short for. */
    void checkThere(Run run) {
        checkInside(run);
        long size = file.size();
        if (run.place() + run.length() > size) {
            throw damaged(size, "the file ends here, it was " + file.length() + " bytes long; " + run + " is affected");
        }
    }

    /** Shows the runs up to the durable length. Their headers are checked, their bytes are not. */
    void scan(Consumer<Run> visitor) {
        long length = file.length();
        long at = SegmentHeader.BYTES;
        while (at < length) {
            if (at + RunHeader.BYTES > length) {
                throw damaged(at, "a run begins too close to the end of the file");
            }
            RunHeader header = headerAt(at);
            visitor.accept(header.run(file.id(), at));
            at += header.size();
        }
    }

    /** Refuses a run that reaches beyond what was made durable: then the store and the file do not belong together. */
    void checkInside(Run run) {
        boolean inside = run.length() >= 0
                && run.place() >= SegmentHeader.BYTES + RunHeader.BYTES
                && run.place() + run.length() <= file.length();
        if (!inside) {
            throw damaged(run.place(), "the store says " + run + " is here, the file has " + file.length() + " bytes");
        }
    }

    /** The ends in the table behind a run, compared with its checksum. */
    int[] ends(Run run, RunHeader header) {
        long at = run.place() + run.length();
        ByteBuffer table = source.read(ByteBuffer.allocate(header.endsBytes()), at);
        CRC32C crc = new CRC32C();
        crc.update(table.duplicate());
        if ((int) crc.getValue() != header.endsSum()) {
            throw damaged(at, "the checksum of the message ends of " + run + " is not the one it was written with");
        }
        return EndsTable.decode(table, run.messages(), run.length())
                .orElseThrow(() -> damaged(at, "the message ends of " + run + " do not add up"));
    }

    private RunHeader headerAt(long at) {
        RunHeader header = RunHeader.read(source.read(ByteBuffer.allocate(RunHeader.BYTES), at), file.id(), at)
                .orElseThrow(() -> damaged(at, "there is no valid run header"));
        if (header.length() < 0 || header.endsBytes() < 0 || at + header.size() > file.length()) {
            throw damaged(at, "a run reaches beyond the end of the file");
        }
        return header;
    }

    private CorruptionException damaged(long at, String what) {
        return new CorruptionException(file.path(), at, what);
    }
}
