package dev.leat.engine.doctor;

import dev.leat.engine.stream.StoreEntry.Applied;
import dev.leat.storage.Progress;
import dev.leat.storage.journal.JournalCheck;
import dev.leat.storage.journal.JournalEnd;
import dev.leat.storage.layout.DataDirectory;
import dev.leat.storage.layout.DiskFailure;
import dev.leat.storage.layout.DurableFiles;
import dev.leat.storage.store.Batch;
import dev.leat.storage.store.RocksStore;
import dev.leat.storage.store.StoreSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a journal where its damage begins, after copying what is changed.
 *
 * <p>Checkpoints of shards do not end at the same position. Where one got further than the cut, its position is set back to
 * it: the store keeps what it has, and frames that are written from now on count as new. The cut comes first: should the
 * process end in between, no engine opens the directory, and the next repair finishes the work.
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
        if (journal == null || end == null || !journal.canBeCut()) {
            return new Repair(before, null, 0, before);
        }
        List<Applied> ahead = ahead(examination.inventory(), end.position());
        if (end instanceof JournalEnd.Clean && ahead.isEmpty()) {
            return new Repair(before, null, end.position(), before);
        }
        copy(copy, ahead);
        if (!(end instanceof JournalEnd.Clean)) {
            JournalCheck.of(directory.journal(), examination.segmentSize()).cut(end.position());
        }
        setBack(ahead, end.position());
        return new Repair(before, copy, end.position(), new Examination(directory, progress).examine());
    }

    private static List<Applied> ahead(Inventory inventory, long position) {
        return inventory.applied.values().stream()
                .filter(applied -> applied.position() > position)
                .toList();
    }

    private void setBack(List<Applied> ahead, long position) {
        if (ahead.isEmpty()) {
            return;
        }
        try (RocksStore store = RocksStore.open(directory.store(), StoreSettings.defaults())) {
            Batch batch = new Batch();
            ahead.forEach(applied -> new Applied(applied.shard(), position, applied.counter()).writeTo(batch));
            store.commit(batch);
            store.flush();
        }
    }

    private void copy(Path target, List<Applied> ahead) {
        try {
            DurableFiles.createDirectories(target);
            if (!DurableFiles.isEmpty(target)) {
                throw new java.nio.file.FileAlreadyExistsException(target.toString());
            }
            copy(directory.journal(), target.resolve("journal"));
            if (!ahead.isEmpty()) {
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
