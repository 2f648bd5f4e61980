package dev.leat.engine.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS) // it has no such limit
class OutOfFilesTest {
    @TempDir
    Path temporary;

    @Test
    void aProcessThatCannotOpenFilesIsNotTakenForAFullDiskAndGoesOnByItself() throws Exception {
        assertThat(FewFiles.process(temporary.resolve("data")).lines())
                .contains("append: [FilesExhausted]", "read: [FilesExhausted]", "after: true [archived]");
    }
}
