package dev.leat.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeLibrariesTest {

    @TempDir
    private Path temp;

    private Path jar;
    private Path without;
    private Path directory;

    @BeforeEach
    void jar() throws IOException {
        jar = temp.resolve("all.jar");
        without = temp.resolve("without.jar");
        directory = temp.resolve("native");
        try (OutputStream file = Files.newOutputStream(jar);
                ZipOutputStream out = new ZipOutputStream(file)) {
            for (String name : List.of("META-INF/MANIFEST.MF", "a/ours.so", "theirs.dll", "theirs.jnilib", "A.class")) {
                out.putNextEntry(new ZipEntry(name));
                out.write(name.getBytes(StandardCharsets.UTF_8));
                out.closeEntry();
            }
        }
    }

    @Test
    void ownLibrariesAreUnpackedAndForeignOnesLeftOut() throws IOException {
        NativeLibraries.split(jar, new Platform("here", List.of("a/ours.so")), without, directory);

        assertThat(directory.resolve("ours.so")).hasContent("a/ours.so").isExecutable();
        try (ZipFile left = new ZipFile(without.toFile())) {
            assertThat(left.stream().map(ZipEntry::getName)).containsExactly("META-INF/MANIFEST.MF", "A.class");
            assertThat(left.getInputStream(left.getEntry("A.class"))).hasContent("A.class");
        }
    }

    @Test
    void aLibraryThatIsMissingIsNamed() {
        assertThatThrownBy(() ->
                        NativeLibraries.split(jar, new Platform("here", List.of("b/ours.so")), without, directory))
                .hasMessageContaining("b/ours.so");
    }
}
