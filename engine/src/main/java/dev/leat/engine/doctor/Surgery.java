package dev.leat.engine.doctor;

import dev.leat.engine.checkpoint.AppliedPosition;
import dev.leat.engine.doctor.JournalExam.Remedy;
import dev.leat.storage.Progress;
import dev.leat.storage.journal.JournalCheck;
import dev.leat.storage.journal.JournalEnd;
import dev.leat.storage.layout.DataDirectory;
import dev.leat.storage.layout.DiskFailure;
import dev.leat.storage.layout.DurableFiles;
import dev.leat.storage.settings.StoreSettings;
import dev.leat.storage.store.Batch;
import dev.leat.storage.store.RocksStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a journal where its damage begins, or begins it anew, after copying what is changed.
 *
 * <p>Checkpoints of shards do not end at the same position. Where one got further than the cut, its position is set back to
 * it: the store keeps what it has, and frames that are written from now on count as new. The journal comes first: should
 * the process end in between, no engine opens the directory, and the next repair finishes the work.
 */
final class Surgery {
    private final DataDirectory directory;
    private final Progress progress;

    Surgery(DataDirectory directory, Progress progress) {
        this.directory = directory;
        this.progress = progress;
    }

    Repair operate(Path copy) {
        Examination examination = new Examination(directory, progress);
        Report before = examination.examine();
        JournalExam journal = examination.journal();
        JournalEnd end = journal == null ? null : journal.end();
        if (journal == null || end == null || journal.remedy() == Remedy.NONE) {
            return new Repair(before, null, 0, before);
        }
        JournalCheck files = JournalCheck.of(directory.journal(), examination.segmentSize());
        Map<Integer, AppliedPosition> applied = examination.inventory().applied;
        long position = switch (journal.remedy()) {
            case CUT -> cut(files, end.position(), applied, copy);
            case RESTART -> restart(files, applied, copy);
            case NONE -> end.position();
        };
        return new Repair(before, copy, position, new Examination(directory, progress).examine());
    }

    private long cut(JournalCheck journal, long position, Map<Integer, AppliedPosition> applied, Path copy) {
        List<AppliedPosition> ahead = applied.values().stream()
                .filter(each -> each.position() > position)
                .map(each -> new AppliedPosition(each.shard(), position, each.nextId()))
                .toList();
        copy(copy, ahead);
        journal.cut(position);
        write(ahead);
        return position;
    }

    /** No shard waits for a frame of the old journal any more: all go on where the new one begins. */
    private long restart(JournalCheck journal, Map<Integer, AppliedPosition> applied, Path copy) {
        List<AppliedPosition> all = new ArrayList<>();
        for (int shard = 0; shard < directory.manifest().shards(); shard++) {
            all.add(applied.getOrDefault(shard, new AppliedPosition(shard, 0, 1)));
        }
        copy(copy, all);
        long furthest = all.stream().mapToLong(AppliedPosition::position).max().orElse(0);
        long position = journal.restartAfter(furthest);
        write(all.stream()
                .map(each -> new AppliedPosition(each.shard(), position, each.nextId()))
                .toList());
        return position;
    }

    private void write(List<AppliedPosition> rows) {
        if (rows.isEmpty()) {
            return;
        }
        try (RocksStore store = RocksStore.open(directory.store(), StoreSettings.defaults())) {
            Batch batch = new Batch();
            rows.forEach(row -> row.writeTo(batch));
            store.commit(batch);
            store.flush();
        }
    }

    private void copy(Path target, List<AppliedPosition> changed) {
        try {
            DurableFiles.createDirectories(target);
            if (!DurableFiles.isEmpty(target)) {
                throw new java.nio.file.FileAlreadyExistsException(target.toString());
            }
            copy(directory.journal(), target.resolve("journal"));
            if (!changed.isEmpty()) {
                copy(directory.store(), target.resolve("store"));
            }
        } catch (IOException e) {
            throw DiskFailure.of("nothing was changed: cannot copy what the repair would change to " + target, e);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        DurableFiles.createDirectories(to);
        List<Path> files;
        try (Stream<Path> all = Files.list(from)) {
            files = all.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            @Nullable Path name = file.getFileName();
            if (name != null) {
                Path copied = Files.copy(file, to.resolve(name));
                DurableFiles.syncFile(copied);
            }
        }
        DurableFiles.syncDirectory(to);
    }
}
