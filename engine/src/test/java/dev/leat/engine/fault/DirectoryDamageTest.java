package dev.leat.engine.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.Leat;
import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.engine.Doctor;
import dev.leat.engine.doctor.Repair;
import dev.leat.engine.doctor.Report;
import dev.leat.storage.CorruptionException;
import dev.leat.storage.LayoutException;
import dev.leat.storage.StorageException;
import dev.leat.testkit.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** Whatever happens to the files of a data directory: the doctor and a start come to the same verdict, and say what is true. */
class DirectoryDamageTest {
    private static final int ROUNDS = 8;

    @TempDir
    Path temporary;

    private final List<String> appended = new ArrayList<>();

    /** A directory with a checkpoint and a journal after it, as a close leaves it or as a kill does. */
    private Path directory(boolean killed, Random random) {
        Path running = temporary.resolve("running");
        try (Leat leat = Leat.open(running, Small.settings())) {
            AllFeatures.live(leat);
            append(leat, random.nextInt(1, 20));
            if (random.nextInt(4) > 0) {
                Small.checkpoint(leat);
            }
            append(leat, random.nextInt(1, random.nextBoolean() ? 20 : 400));
            if (killed) {
                return Damage.killed(running, temporary.resolve("killed"));
            }
        }
        return running;
    }

    private void append(Leat leat, int messages) {
        for (int i = 0; i < messages; i++) {
            appended.add("message " + appended.size() + " of many");
            leat.stream("s/0").append(appended.getLast());
        }
    }

    @Seeds(8)
    void theDoctorAndAStartAgreeAndNothingIsLostWithoutAWord(long seed) throws IOException {
        Random random = new Random(seed);
        boolean killed = random.nextBoolean();
        Path sound = directory(killed, random);
        assertThat(Doctor.check(sound).findings()).isEmpty();
        for (int round = 0; round < ROUNDS; round++) {
            Path data = Damage.killed(sound, temporary.resolve("round" + round));
            String what = (killed ? "killed, " : "closed, ") + damage(data, random);

            Report report = Doctor.check(data);
            assertAgree(Damage.killed(data, temporary.resolve("started" + round)), report, what);
            assertRepaired(data, temporary.resolve("before" + round), report, what);
            Damage.delete(data);
            Damage.delete(temporary.resolve("started" + round));
        }
    }

    private void assertAgree(Path data, Report report, String what) {
        boolean started = starts(data, report, what);
        assertThat(report.opens()).as("%s: %s", what, report.findings()).isEqualTo(started);
        assertThat(started || !report.isSound()).as(what).isTrue();
    }

    /** Starts an engine, and looks whether it has what a report says. */
    private boolean starts(Path data, Report report, String what) {
        try (Leat leat = Leat.open(data, Small.settings())) {
            if (report.findings().isEmpty()) {
                assertThat(messages(leat)).as(what).isEqualTo(appended);
            } else if (report.isSound()) {
                assertPrefix(messages(leat), what);
            }
            return true;
        } catch (CorruptionException | LayoutException e) {
            assertThat(e).as(what).hasMessageContaining(temporary.toString());
            assertThat(e.getMessage())
                    .as(what)
                    .containsPattern("[Rr]estore .*backup|Move it out of")
                    .doesNotContain("Exception");
            return false;
        } catch (StorageException e) {
            throw new AssertionError(what, e);
        }
    }

    private void assertPrefix(List<String> kept, String what) {
        assertThat(kept).as(what).isEqualTo(appended.subList(0, Math.min(kept.size(), appended.size())));
    }

    private static List<String> messages(Leat leat) {
        return Small.texts(leat, "s/0").stream().skip(1).toList();
    }

    /** A repair that changes anything leads to a directory that opens; one that does not leaves it as it was. */
    private void assertRepaired(Path data, Path copy, Report found, String what) {
        Repair repair = Doctor.repair(data, copy);

        assertThat(repair.before().problems()).as(what).hasSameSizeAs(found.problems());
        assertThat(Files.exists(copy)).as(what).isEqualTo(repair.isChanged());
        if (!repair.isChanged()) {
            assertThat(repair.after()).as(what).isEqualTo(repair.before());
            return;
        }
        assertThat(repair.after().opens())
                .as("%s: %s", what, repair.after().findings())
                .isTrue();
        try (Leat leat = Leat.open(data, Small.settings())) {
            assertPrefix(readable(leat), what);
            leat.stream("after").create(dev.leat.api.stream.StreamConfig.text());
            leat.stream("after").append("goes on");
        } catch (StorageException e) {
            throw new AssertionError(what, e);
        }
        try (Leat leat = Leat.open(data, Small.settings())) {
            assertThat(Small.texts(leat, "after")).as(what).containsExactly("goes on");
        }
    }

    /** A repair of the journal does not make other damage good: what that hides is refused. */
    private static List<String> readable(Leat leat) {
        try {
            return messages(leat);
        } catch (RejectedException e) {
            assertThat(e.rejection()).isInstanceOfAny(Rejection.StorageFailed.class, Rejection.StreamNotFound.class);
            return List.of();
        }
    }

    private static String damage(Path data, Random random) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(data)) {
            files = all.filter(Files::isRegularFile)
                    .filter(file -> !file.endsWith("LOCK"))
                    .sorted()
                    .toList();
        }
        List<String> parts = List.of("journal", "journal", "archive", "store", "store", "MANIFEST");
        Path part = data.resolve(parts.get(random.nextInt(parts.size())));
        List<Path> such = files.stream().filter(file -> file.startsWith(part)).toList();
        if (such.isEmpty()) {
            return "nothing: there is no " + part.getFileName();
        }
        Path file = such.get(random.nextInt(such.size()));
        return file.getFileName() + " " + damage(file, such.get(random.nextInt(such.size())), random);
    }

    private static String damage(Path file, Path other, Random random) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        int used = bytes.length;
        while (used > 0 && (bytes[used - 1] == 0 || bytes[used - 1] == (byte) 0xE5)) {
            used--;
        }
        int at = used == 0 ? 0 : random.nextInt(used);
        return switch (random.nextInt(9)) {
            case 0, 1 -> {
                if (bytes.length == 0) {
                    yield "is empty";
                }
                Damage.flip(file, at);
                yield "flipped at " + at;
            }
            case 2 -> {
                int length = Math.min(bytes.length - at, 1 + random.nextInt(2000));
                Damage.zero(file, at, length);
                yield "zeros from " + at + ", " + length + " bytes";
            }
            case 3 -> {
                int from = random.nextBoolean() ? at : at & -512;
                Damage.zero(file, from, bytes.length - from);
                yield "zeros from " + from + " to the end";
            }
            case 4 -> {
                Damage.truncate(file, at);
                yield "truncated at " + at;
            }
            case 5 -> {
                Files.delete(file);
                yield "deleted";
            }
            case 6 -> {
                byte[] noise = new byte[1 + random.nextInt(100)];
                random.nextBytes(noise);
                Files.write(file, noise, StandardOpenOption.APPEND);
                yield noise.length + " bytes longer";
            }
            case 7 -> {
                Path between = file.resolveSibling("between");
                Files.move(file, between);
                if (!file.equals(other)) {
                    Files.move(other, file);
                }
                Files.move(between, other, StandardCopyOption.REPLACE_EXISTING);
                yield "swapped with " + other.getFileName();
            }
            default -> {
                Files.writeString(file.resolveSibling("foreign.txt"), "not of Leat");
                yield "has a foreign file beside it";
            }
        };
    }
}
