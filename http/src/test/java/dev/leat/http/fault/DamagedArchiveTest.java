package dev.leat.http.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.api.stream.Body;
import dev.leat.api.stream.StreamConfig;
import dev.leat.engine.EmbeddedEngine;
import dev.leat.engine.Settings;
import dev.leat.http.ServerSettings;
import dev.leat.http.raw.RawRequest;
import dev.leat.http.raw.RawResponse;
import dev.leat.http.raw.RunningServer;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads that meet a damaged file of the archive: they are refused before anything is sent, wherever that can be known. */
class DamagedArchiveTest {
    private static final int LENGTH = 100_000;

    @TempDir
    Path directory;

    private RunningServer server;

    @BeforeEach
    void start() throws InterruptedException {
        server = RunningServer.on(directory, Settings.defaults(), ServerSettings.defaults());
        archived("sound", 5);
        archived("hurt", LENGTH);
    }

    @AfterEach
    void stop() throws InterruptedException {
        server.awaitQuiet();
        server.close();
    }

    /** Makes a stream of one message, in a run of its own. Returns when reads get it from there, no longer from memory. */
    private void archived(String path, int length) throws InterruptedException {
        server.leat().stream(path).create(StreamConfig.text().with(Body.of("m".repeat(length))));
        archive();
    }

    private void archive() throws InterruptedException {
        ((EmbeddedEngine) server.leat().engine()).checkpoint();
        RunningServer.await("memory let go", () -> server.leat().stats().hotBytes() == 0);
    }

    private Path segment() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("archive"))) {
            return files.findFirst().orElseThrow();
        }
    }

    private void change(long at) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(segment().toFile(), "rw")) {
            file.seek(at);
            int before = file.read();
            file.seek(at);
            file.write(before ^ 1);
        }
    }

    /** Flips a bit near the end of the last run's messages. */
    private void flip() throws IOException {
        change(Files.size(segment()) - 100);
    }

    private void truncate() throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(segment().toFile(), "rw")) {
            file.setLength(file.length() - 1000);
        }
    }

    private RawResponse read(String query) throws IOException {
        return server.ask(RawRequest.get("/v1/stream/hurt" + query));
    }

    private static void assertStorageFailed(RawResponse answer) {
        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.isProblem()).isTrue();
        assertThat(answer.text()).contains("storage-failed", ".archive is damaged at byte");
    }

    @Test
    void aReadOfAFileThatLostItsEndIsRefusedBeforeAnythingIsSent() throws IOException {
        truncate();

        assertStorageFailed(read("?offset=-1"));
        assertThat(server.readAll("/v1/stream/sound")).asString().isEqualTo("mmmmm");
    }

    @Test
    void aReadOfAFileThatLostItsEndServesTheRunsBeforeThat() throws Exception {
        server.leat().stream("hurt").append("n".repeat(LENGTH));
        archive();
        truncate();

        RawResponse sound = read("?offset=-1");

        assertThat(sound.status()).isEqualTo(200);
        assertThat(sound.text()).isEqualTo("m".repeat(LENGTH));
        assertThat(sound.header("Stream-Up-To-Date")).isNull();
        assertThat(server.leat().damage()).hasSize(1);
        assertStorageFailed(read("?offset=" + sound.offset()));
    }

    @Test
    void aFlippedBitIsFoundByAReadThatIsCompressed() throws IOException {
        flip();

        RawResponse answer =
                server.ask(RawRequest.get("/v1/stream/hurt?offset=-1").with("Accept-Encoding", "gzip"));

        assertStorageFailed(answer);
    }

    @Test
    void aFlippedBitIsFoundByAFollower() throws Exception {
        archived("hurt/small", 1000);
        flip();

        RawResponse answer = server.ask(RawRequest.get("/v1/stream/hurt/small?offset=-1&live=sse"));

        assertStorageFailed(answer);
    }

    @Test
    void aFlippedBitIsFoundOverHttp2BeforeAnythingIsSentOfAShortRun() throws Exception {
        flip();

        HttpResponse<String> answer = overHttp2("hurt");

        assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.body()).contains("storage-failed", ".archive is damaged at byte");
    }

    @Test
    void aFlippedBitCutsTheAnswerOverHttp2IfARunIsLong() throws Exception {
        archived("long", 900_000);
        flip();

        assertThatThrownBy(() -> overHttp2("long")).isInstanceOf(IOException.class);
    }

    private HttpResponse<String> overHttp2(String path) throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + server.port() + "/v1/stream/" + path + "?offset=-1");
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build()) {
            return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
        }
    }
}
