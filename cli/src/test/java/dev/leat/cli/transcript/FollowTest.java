package dev.leat.cli.transcript;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code leat stream follow} while things happen. */
@Timeout(120) // nobody says that it ends
class FollowTest {
    @TempDir
    Path temp;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void itGoesOnWhereItWasAfterTheServerWasAway() throws Exception {
        try (Scene scene = new Scene(temp)) {
            scene.type("leat stream create s --content-type json", List.of());
            CompletableFuture<Integer> code = followed(scene);
            scene.type("leat stream append s 1", List.of());
            while (!printed().contains("1")) {
                Thread.sleep(5);
            }

            scene.happens("stop");
            scene.happens("start");
            scene.type("leat stream append s [2,3]", List.of());
            scene.type("leat stream close s", List.of());

            assertThat(code.get(60, TimeUnit.SECONDS)).isZero();
            assertThat(printed()).isEqualTo("1\n2\n3\n");
        }
    }

    @Test
    void itEndsWithAReasonWhenTheStreamIsDeleted() throws Exception {
        try (Scene scene = new Scene(temp)) {
            scene.type("leat stream create s --content-type json", List.of());
            CompletableFuture<Integer> code = followed(scene);
            scene.type("leat stream append s 1", List.of());
            while (!printed().contains("1")) {
                Thread.sleep(5);
            }

            scene.type("leat stream delete s", List.of());

            assertThat(code.get(60, TimeUnit.SECONDS)).isEqualTo(1);
            assertThat(err.toString(StandardCharsets.UTF_8)).contains("(stream-not-found)");
        }
    }

    /** In a thread of its own: it waits, and nobody waits in the common pool. */
    private CompletableFuture<Integer> followed(Scene scene) {
        return CompletableFuture.supplyAsync(
                () -> scene.run("leat stream follow s", List.of(), out, err),
                task -> Thread.ofPlatform().daemon().start(task));
    }

    private String printed() {
        return out.toString(StandardCharsets.UTF_8);
    }
}
