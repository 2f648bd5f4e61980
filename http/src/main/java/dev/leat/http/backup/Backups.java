package dev.leat.http.backup;

import dev.leat.http.exchange.Problem;
import dev.leat.http.exchange.ProblemException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies of everything that is served, each in a directory of its own below one, and made one at a time. How they went is
 * remembered until the server stops; the directories stay.
 */
public final class Backups {
    private static final Logger LOG = LoggerFactory.getLogger(Backups.class);
    private static final int REMEMBERED = 100;

    private final Path directory;
    private final Copying copying;
    private final InstantSource clock;
    private final Map<String, BackupState> known = new LinkedHashMap<>();
    private @Nullable String running;

    /** Makes one copy and returns when it is complete and was checked; throws if there is none. */
    public interface Copying {
        void copyTo(Path target, Progress progress);
    }

    /** Hears how far a copy is. */
    public interface Progress {
        void at(String step, long done, long total);
    }

    /** @param directory below which the copies are; made when it is first needed */
    public Backups(Path directory, Copying copying, InstantSource clock) {
        this.directory = directory;
        this.copying = copying;
        this.clock = clock;
    }

    /** A backup, and whether it was begun by this call. */
    record Begun(BackupState backup, boolean isNew) {}

    /** Begins a copy. One of the same name that this server is making or has made is confirmed. */
    synchronized Begun begin(String name) throws IOException {
        BackupState before = known.get(name);
        if (before != null && before.state() != BackupState.State.FAILED) {
            return new Begun(before, false);
        }
        if (running != null) {
            throw new ProblemException(
                    Problem.of(409, "backup-running", "the backup " + running + " is being made; one at a time"));
        }
        Path target = directory.resolve(name);
        if (Files.exists(target)) {
            throw new ProblemException(
                    Problem.of(409, "backup-exists", "there is a backup " + name + "; choose another name"));
        }
        Files.createDirectories(target);
        BackupState backup = BackupState.begun(name, target, clock.instant());
        remember(backup);
        running = name;
        Thread.ofPlatform().daemon().name("leat-backup").start(() -> make(name, target));
        return new Begun(backup, true);
    }

    synchronized Optional<BackupState> find(String name) {
        return Optional.ofNullable(known.get(name));
    }

    private void make(String name, Path target) {
        String problem = null;
        try {
            copying.copyTo(target, (step, done, total) -> at(name, step, done, total));
            LOG.info("the backup {} is complete", target);
        } catch (RuntimeException e) {
            LOG.error("the backup {} failed", target, e);
            problem = String.valueOf(e.getMessage());
            remove(target);
        }
        ended(name, problem);
    }

    private synchronized void at(String name, String step, long done, long total) {
        known.computeIfPresent(name, (same, backup) -> backup.at(step, done, total));
    }

    private synchronized void ended(String name, @Nullable String problem) {
        BackupState.State how = problem == null ? BackupState.State.DONE : BackupState.State.FAILED;
        known.computeIfPresent(name, (same, backup) -> backup.ended(how, clock.instant(), problem));
        running = null;
    }

    private void remember(BackupState backup) {
        known.remove(backup.name());
        known.put(backup.name(), backup);
        if (known.size() > REMEMBERED) {
            known.remove(known.keySet().iterator().next());
        }
    }

    /** Half a copy is good for nothing, and in the way of the next attempt. */
    private static void remove(Path target) {
        try (Stream<Path> all = Files.walk(target)) {
            List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
            for (Path path : deepestFirst) {
                Files.delete(path);
            }
        } catch (IOException e) {
            LOG.warn("cannot remove the failed backup {}: {}", target, e.toString());
        }
    }
}
