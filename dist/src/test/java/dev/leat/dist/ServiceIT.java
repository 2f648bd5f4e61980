package dev.leat.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What systemd itself thinks of the unit. */
class ServiceIT {
    private static final Path ANALYZE = Path.of("/usr/bin/systemd-analyze");

    @TempDir
    private Path temp;

    @Test
    void theUnitIsValid() throws Exception {
        assertThat(Program.of(ANALYZE, "verify", unit().toString()).run()).isEmpty();
    }

    @Test
    void theUnitMayDoLittle() throws Exception {
        Program judge = Program.of(ANALYZE, "security", "--offline=yes", "--threshold=20", unit().toString());

        assertThat(judge.run()).contains("Overall exposure level"); // fails above 2.0 of 10
    }

    /** With the launcher of this build, because what is started has to be there. */
    private Path unit() throws IOException {
        assumeTrue(Files.isExecutable(ANALYZE), "there is no systemd-analyze");
        Path launcher = Made.image().launcher();
        String unit =
                Files.readString(launcher.resolve("../../systemd/leat.service").normalize());
        return Files.writeString(temp.resolve("leat.service"), unit.replace("/opt/leat/bin/leat", launcher.toString()));
    }
}
