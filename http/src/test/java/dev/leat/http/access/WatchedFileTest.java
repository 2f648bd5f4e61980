package dev.leat.http.access;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchedFileTest {
    private final List<String> warnings = new ArrayList<>();

    @TempDir
    Path directory;

    private Path path;
    private WatchedFile<Integer> file;

    @BeforeEach
    void start() throws IOException {
        path = directory.resolve("number");
        Files.writeString(path, "1");
        file = new WatchedFile<>(
                "the number", path, content -> Integer.valueOf(new String(content, UTF_8)), warnings::add);
    }

    @Test
    void aChangeIsSeenAlsoIfSizeAndTimeAreTheSame() throws IOException {
        FileTime before = Files.getLastModifiedTime(path);
        Files.writeString(path, "2");
        Files.setLastModifiedTime(path, before);

        file.poll();

        assertThat(file.value()).isEqualTo(2);
        assertThat(warnings).isEmpty();
    }

    @Test
    void eachBrokenVersionIsWarnedAboutOnceAndChangesNothing() throws IOException {
        Files.writeString(path, "broken");
        for (int i = 0; i < 10; i++) {
            file.poll();
        }
        assertThat(warnings).hasSize(1);
        assertThat(file.value()).isEqualTo(1);

        Files.delete(path);
        for (int i = 0; i < 10; i++) {
            file.poll();
        }
        assertThat(warnings).hasSize(2);
        assertThat(file.value()).isEqualTo(1);

        Files.writeString(path, "3");
        file.poll();
        assertThat(warnings).hasSize(2);
        assertThat(file.value()).isEqualTo(3);
    }

    @Test
    void aFileThatIsTooLongIsNotRead() throws IOException {
        Files.write(path, new byte[(4 << 20) + 1]);

        file.poll();

        assertThat(warnings).singleElement().asString().contains("longer than");
        assertThatThrownBy(() -> new WatchedFile<>("the number", path, content -> 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the number " + path);
    }
}
