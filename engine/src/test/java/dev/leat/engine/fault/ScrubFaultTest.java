package dev.leat.engine.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.Leat;
import dev.leat.api.Rejection;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamConfig;
import dev.leat.engine.Doctor;
import dev.leat.engine.Settings;
import dev.leat.engine.doctor.Finding;
import dev.leat.engine.scrub.ScrubRecord;
import dev.leat.engine.settings.ScrubSettings;
import dev.leat.storage.settings.ArchiveSettings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damage under a running engine: its scrub finds it, readers that copy find it, and the doctor knows what was found. */
class ScrubFaultTest {
    private static final String NEEDLE = "the message with the flipped bit";
    private static final Settings OFTEN = Small.settings()
            .with(ScrubSettings.defaults().withEvery(Duration.ofMillis(100)))
            .with(new ArchiveSettings(16 << 10, 4, 16 << 10));
    private static final Settings NEVER = OFTEN.with(ScrubSettings.off());

    @TempDir
    Path temporary;

    private Path data;
    private int needle;

    @BeforeEach
    void write() {
        data = temporary.resolve("data");
        try (Leat leat = Leat.open(data, NEVER)) {
            leat.stream("hurt").create(StreamConfig.text());
            leat.stream("sound").create(StreamConfig.text().with(Body.of("sound")));
            leat.stream("hurt").append("before");
            leat.stream("hurt").append(NEEDLE);
        }
        needle = Damage.lastIndexOf(segment(), NEEDLE.getBytes(StandardCharsets.UTF_8));
    }

    private Path segment() {
        return Damage.files(data.resolve("archive"), ".archive").getFirst();
    }

    private void flip() {
        Damage.flip(segment(), needle);
    }

    private static void awaitDamage(Leat leat) {
        Small.until(() -> !leat.damage().isEmpty());
    }

    @Test
    void aFlippedBitInTheArchiveIsFoundByTheScrubOfARunningEngineAndToldByTheDoctor() {
        String affected = "stream hurt, offsets " + Offset.START + " to " + new Offset(6 + NEEDLE.length());

        try (Leat leat = Leat.open(data, OFTEN)) {
            flip();
            awaitDamage(leat);

            assertThat(leat.damage()).singleElement().satisfies(damage -> {
                assertThat(damage.what()).contains(segment().toString(), "is damaged at byte");
                assertThat(damage.affected()).isEqualTo(affected);
            });
            assertThat(leat.figures().scrub().damagedRuns()).isEqualTo(1);
            Small.until(() ->
                    !Doctor.scrubbed(data).orElse(ScrubRecord.NONE).damage().isEmpty());
            assertThat(Small.texts(leat, "sound")).containsExactly("sound");
        }

        assertThat(Doctor.check(data).findings())
                .singleElement()
                .satisfies(finding -> assertThat(finding.affected()).isEqualTo(affected));
    }

    @Test
    void damageIsGoneWithItsStream() {
        try (Leat leat = Leat.open(data, OFTEN)) {
            flip();
            awaitDamage(leat);

            leat.stream("hurt").delete();
            Small.checkpoint(leat);
            Small.until(() -> leat.damage().isEmpty());
        }
        assertThat(Doctor.check(data).findings()).isEmpty();
    }

    /** A quiet engine makes no checkpoint of so little by itself, unless damage is known. */
    @Test
    void damageIsGoneSoonAfterItsStreamIsDeletedThoughNothingElseIsWritten() {
        try (Leat leat = Leat.open(data, OFTEN)) {
            flip();
            awaitDamage(leat);

            leat.stream("hurt").delete();
            long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
            Small.until(() -> leat.damage().isEmpty() || System.nanoTime() > deadline);

            assertThat(leat.damage()).isEmpty();
        }
    }

    @Test
    void theDoctorNotesWhatTheScrubHadFoundAndIsNotThereAnyMore() {
        try (Leat leat = Leat.open(data, OFTEN)) {
            flip();
            awaitDamage(leat);
        }
        flip();

        assertThat(Doctor.check(data).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Finding.Severity.NOTE);
            assertThat(finding.what()).contains("the scrub found", segment().toString());
        });
        try (Leat leat = Leat.open(data, OFTEN)) {
            Small.until(() -> leat.figures().scrub().cycles() > 0);
            assertThat(leat.damage()).isEmpty();
        }
        assertThat(Doctor.check(data).findings()).isEmpty();
    }

    @Test
    void theDoctorTellsDamageThatIsStillThereOnceThoughItNamesTheDirectoryOtherwise() {
        try (Leat leat = Leat.open(data, OFTEN)) {
            flip();
            awaitDamage(leat);
        }

        Path relative = Path.of("").toAbsolutePath().relativize(data.toAbsolutePath());
        assertThat(Doctor.check(relative).findings())
                .singleElement()
                .satisfies(finding -> assertThat(finding.severity()).isEqualTo(Finding.Severity.PROBLEM));
    }

    @Test
    void theDoctorTellsAFileThatLostItsEndOnceThoughAReadHadOtherWords() {
        try (Leat leat = Leat.open(data, NEVER)) {
            Damage.truncate(segment(), 70);
            Small.refusal(() -> leat.stream("hurt").read());
            assertThat(leat.damage()).hasSize(1);
        }

        assertThat(Doctor.check(data).findings())
                .isNotEmpty()
                .noneSatisfy(finding -> assertThat(finding.what()).contains("the scrub found"))
                .filteredOn(finding -> finding.what().contains("the file ends here"))
                .hasSizeGreaterThan(1)
                .allSatisfy(finding -> assertThat(finding.what()).contains("is damaged at byte 70: "));
    }

    @Test
    void theDoctorTellsADamagedTableOfTheStoreOnce() {
        Path table = Damage.files(data.resolve("store"), ".sst").getFirst();
        try (Leat leat = Leat.open(data, OFTEN)) {
            Damage.flip(table, 30);
            awaitDamage(leat);
        }

        assertThat(Doctor.check(data).findings())
                .anySatisfy(finding -> assertThat(finding.what()).contains("is damaged"))
                .noneSatisfy(finding -> assertThat(finding.what()).contains("the scrub found"));
    }

    @Test
    void aFlippedBitIsFoundByAReadThatCopiesAWholeRun() {
        flip();

        try (Leat leat = Leat.open(data, NEVER)) {
            Rejection first = Small.refusal(() -> leat.stream("hurt").read());
            Rejection second = Small.refusal(() -> leat.stream("hurt").read());

            assertThat(first).isInstanceOf(Rejection.StorageFailed.class).isEqualTo(second);
            assertThat(first.reason()).contains(segment().toString(), "leat doctor");
            assertThat(leat.damage()).hasSize(1);
            assertThat(leat.figures().scrub().failedReads()).isEqualTo(2);
            assertThat(Small.texts(leat, "sound")).containsExactly("sound");
        }
        assertThat(Doctor.scrubbed(data).orElseThrow().damage()).hasSize(1);
    }

    @Test
    void aReadOfAFileThatLostItsEndIsRefusedAndKept() {
        try (Leat leat = Leat.open(data, NEVER)) {
            Damage.truncate(segment(), 70);

            assertThat(Small.refusal(() -> leat.stream("hurt").read())).isInstanceOf(Rejection.StorageFailed.class);
            assertThat(leat.damage())
                    .singleElement()
                    .satisfies(damage -> assertThat(damage.what()).contains("the file ends here"));
        }
    }

    /** Segments are joined, rewritten and dropped all the time, and the scrub goes over them without a pause. */
    @Test
    void nothingIsTakenForDamageWhileTheArchiveIsRewrittenUnderTheScrub() {
        Settings restless =
                OFTEN.with(OFTEN.checkpoint().withBytes(1)).with(new ScrubSettings(Duration.ofMillis(1), 1L << 30));
        Random random = new Random(7);

        try (Leat leat = Leat.open(data, restless)) {
            for (int round = 0; round < 40; round++) {
                for (int i = 0; i < 4; i++) {
                    String path = "s" + random.nextInt(6);
                    leat.stream(path).create(StreamConfig.text());
                    leat.stream(path).append("m".repeat(1 + random.nextInt(4000)));
                }
                if (random.nextInt(3) == 0) {
                    String path = "s" + random.nextInt(6);
                    leat.stream(path).create(StreamConfig.text());
                    leat.stream(path).delete();
                }
                Small.awaitCheckpoint(leat);
            }
            long cycles = leat.figures().scrub().cycles();
            Small.until(() -> leat.figures().scrub().cycles() > cycles);

            assertThat(leat.damage()).isEmpty();
        }
        assertThat(Doctor.check(data).problems()).isEqualTo(List.of());
    }
}
