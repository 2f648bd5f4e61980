package dev.leat.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code leat serve} as an operator meets it: a process with output, files, signals and exit codes. */
@Timeout(120)
@DisabledOnOs(OS.WINDOWS) // it has no such signals
class ServeIT {
    /** Signal 2 among those that Linux tells of as bits. */
    private static final long INTERRUPT = 1 << 1;

    @TempDir
    Path temp;

    @Test
    void aServerSaysWhereItIsAndStopsCleanly() throws Exception {
        try (LeatProcess server = serve("--port", "0", "--data", "d", "--shards", "4", "--port-file", "port")) {
            List<String> banner = server.outUntil("  try ");
            int port = port();
            assertThat(banner).hasSize(6);
            assertThat(banner.get(0)).startsWith("Leat ").doesNotContain("packaged");
            assertThat(banner.get(1)).isEqualTo("  address  http://127.0.0.1:" + port);
            assertThat(banner.get(2)).startsWith("  data     ").endsWith("/d, 4 shards");
            assertThat(banner.get(3)).isEqualTo("  access   open to all callers");
            assertThat(banner.get(4)).matches("  ready    in \\d+ ms");
            assertThat(banner.get(5)).startsWith("  try      curl ").endsWith(":" + port + "/v1/stream/hello");
            assertThat(put(port, "hello")).isEqualTo(201);

            server.signal("TERM");

            assertThat(server.exitCode()).isZero();
            assertThat(server.err()).contains("stopped by SIGTERM after ").hasLineCount(1);
            assertThat(temp.resolve("port")).doesNotExist();
        }
        try (LeatProcess again = serve("--port", "0", "--data", "d", "--port-file", "port")) {
            assertThat(again.outUntil("  try ").get(2)).endsWith("4 shards");
            assertThat(put(port(), "hello")).isEqualTo(200);
        }
    }

    @Test
    void aServerInATerminalStopsCleanlyToo() throws Exception {
        assumeFalse(ignoresInterrupts(), "whoever started these tests has interrupts ignored, and Java keeps to that");
        try (LeatProcess server = serve("--port", "0", "--memory")) {
            server.outUntil("  try ");

            server.signal("INT");

            assertThat(server.exitCode()).isZero();
            assertThat(server.err()).contains("stopped by SIGINT after ");
        }
    }

    @Test
    void aServerWhoseJarWasReplacedMeanwhileEndsWhenItIsTold() throws Exception {
        Path jar = Files.copy(LeatProcess.jar(), temp.resolve("leat.jar"));
        try (LeatProcess server = LeatProcess.start(jar, temp, "serve", "--port=0", "--data=d")) {
            server.outUntil("  try ");

            Files.writeString(jar, "another one");
            server.signal("TERM");

            assertThat(server.exitCode()).isEqualTo(1);
            assertThat(server.err()).contains("NoClassDefFoundError");
        }
    }

    /** As a shell without job control does for what it starts in the background. */
    private static boolean ignoresInterrupts() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return false;
        }
        String ignored = Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .findFirst()
                .orElse("SigIgn: 0");
        return (Long.parseUnsignedLong(
                                ignored.substring(ignored.indexOf(':') + 1).trim(), 16)
                        & INTERRUPT)
                != 0;
    }

    @Test
    void programsGetOneLineInstead() throws Exception {
        try (LeatProcess server = serve("--port", "0", "--memory", "--log-format", "json", "--port-file", "port")) {
            String line = server.errUntil("\"message\":\"ready\"").getLast();

            assertThat(line)
                    .startsWith("{\"time\":\"")
                    .contains("\"url\":\"http://127.0.0.1:" + port() + "\"", "\"data\":\"memory\"", "\"shards\":\"16\"")
                    .contains("\"access\":\"open to all callers\"", "\"ready_ms\":\"");
            server.signal("TERM");
            assertThat(server.exitCode()).isZero();
            assertThat(server.err())
                    .contains("\"message\":\"stopped by SIGTERM after ")
                    .startsWith("{");
            assertThat(server.out()).isEmpty();
        }
    }

    @Test
    void aSecondSignalEndsItAtOnce() throws Exception {
        try (LeatProcess server = serve(
                        "--port", "0", "--memory", "--drain", "1h", "--log-level", "debug", "--port-file", "port");
                Socket client = connected(server)) {
            client.getOutputStream()
                    .write(
                            "PUT /v1/stream/a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n"
                                    .getBytes(US_ASCII));
            assertThat(client.getInputStream().read()).isEqualTo('H'); // the request is on its way from here on

            server.signal("TERM");
            server.errUntil("stopping because of SIGTERM");
            server.signal("TERM");

            assertThat(server.exitCode()).isEqualTo(137);
            assertThat(server.err()).contains("stopped at once by a second signal");
        }
    }

    @Test
    void aPortInUseIsASentence() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                LeatProcess server = serve("--memory", "--port", String.valueOf(taken.getLocalPort()))) {
            assertThat(server.exitCode()).isEqualTo(1);
            assertThat(server.err())
                    .isEqualTo("leat serve: port " + taken.getLocalPort()
                            + " of 127.0.0.1 is in use: stop the process that has it, or choose another with --port");
            assertThat(server.out()).isEmpty();
        }
    }

    @Test
    void aDirectoryInUseIsASentence() throws Exception {
        try (LeatProcess first = serve("--port", "0", "--data", "d");
                LeatProcess second = started(first, "--port", "0", "--data", "d", "--lock-wait", "1ms")) {
            assertThat(second.exitCode()).isEqualTo(1);
            assertThat(second.err())
                    .contains("waiting up to 1 ms")
                    .contains("leat serve: d is in use by another process (pid ")
                    .endsWith("). Stop that process, or choose another directory");
        }
    }

    @Test
    void aStartWaitsForTheProcessThatIsAboutToLetGoOfTheDirectory() throws Exception {
        try (LeatProcess first = serve("--port", "0", "--data", "d");
                LeatProcess second = started(first, "--port", "0", "--data", "d", "--lock-wait", "1m")) {
            second.errUntil("waiting up to 60000 ms");
            first.signal("TERM");

            second.outUntil("  try ");
            assertThat(first.exitCode()).isZero();
        }
    }

    @Test
    void aDamagedDirectoryIsASentence() throws Exception {
        try (LeatProcess server = serve("--port", "0", "--data", "d")) {
            server.outUntil("  try ");
            server.signal("TERM");
            assertThat(server.exitCode()).isZero();
        }
        try (var files = Files.list(temp.resolve("d/store"))) {
            Path manifest = files.filter(file -> file.getFileName().toString().startsWith("MANIFEST"))
                    .findFirst()
                    .orElseThrow();
            Files.writeString(manifest, "x".repeat(1000));
        }

        try (LeatProcess server = serve("--port", "0", "--data", "d")) {
            assertThat(server.exitCode()).isEqualTo(1);
            assertThat(server.err())
                    .startsWith("leat serve: ")
                    .contains("leat doctor")
                    .hasLineCount(1);
        }
    }

    @Test
    void somethingElseThanADirectoryIsASentence() throws Exception {
        Files.writeString(temp.resolve("d"), "a file");

        try (LeatProcess server = serve("--port", "0", "--data", "d")) {
            assertThat(server.exitCode()).isEqualTo(1);
            assertThat(server.err())
                    .startsWith("leat serve: cannot open data directory d: ")
                    .hasLineCount(1);
        }
    }

    @Test
    void otherMachinesAreRefusedWithoutAccess() throws Exception {
        try (LeatProcess server = serve("--memory", "--port", "0", "--host", "0.0.0.0")) {
            assertThat(server.exitCode()).isEqualTo(2);
            assertThat(server.err())
                    .startsWith("leat serve: every machine on the network could use a server on 0.0.0.0")
                    .hasLineCount(1);
        }
    }

    @Test
    void otherMachinesAreWelcomeIfSomebodySaysSo() throws Exception {
        try (LeatProcess server =
                serve("--memory", "--port", "0", "--host", "0.0.0.0", "--insecure", "--port-file", "port")) {
            assertThat(server.outUntil("  try ").get(1)).isEqualTo("  address  http://localhost:" + port());
        }
    }

    @Test
    void aCertificateThatIsNotThereIsASentence() throws Exception {
        try (LeatProcess server = serve("--memory", "--port", "0", "--tls-pkcs12", "none.p12")) {
            assertThat(server.exitCode()).isEqualTo(1);
            assertThat(server.err()).isEqualTo("leat serve: cannot read none.p12: there is no such file");
        }
    }

    @Test
    void clientsAreServedOverTls() throws Exception {
        Path file = keytool();
        Path password = Files.writeString(temp.resolve("password"), "changeit\n");
        try (LeatProcess server = serve(
                        "--memory",
                        "--port=0",
                        "--port-file=port",
                        "--tls-pkcs12=" + file,
                        "--tls-password-file=" + password);
                HttpClient client =
                        HttpClient.newBuilder().sslContext(trusting(file)).build()) {
            String address = server.outUntil("  try ").get(1);
            assertThat(address).isEqualTo("  address  https://127.0.0.1:" + port());

            URI stream = URI.create("https://127.0.0.1:" + port() + "/v1/stream/a");
            HttpResponse<Void> answer = client.send(
                    HttpRequest.newBuilder(stream).PUT(BodyPublishers.noBody()).build(), BodyHandlers.discarding());

            assertThat(answer.statusCode()).isEqualTo(201);
            assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
        }
    }

    @Test
    void whereKeysAreAskedForNobodyPassesWithoutOne() throws Exception {
        try (LeatProcess create =
                LeatProcess.start(temp, "key", "create", "orders", "--scope", "create:*", "--file", "keys.json")) {
            String key = create.out();
            assertThat(create.exitCode()).isZero();
            try (LeatProcess server =
                    serve("--memory", "--port=0", "--port-file=port", "--host=0.0.0.0", "--api-keys-file=keys.json")) {
                assertThat(server.outUntil("  try ").get(3)).isEqualTo("  access   API keys");

                assertThat(put(port(), "a")).isEqualTo(401);
                assertThat(put(port(), "a", "Authorization", "Bearer " + key)).isEqualTo(201);
            }
        }
    }

    private Path keytool() throws IOException, InterruptedException {
        Path file = temp.resolve("both.p12");
        String arguments = "-genkeypair -alias a -keyalg EC -dname CN=a -ext SAN=ip:127.0.0.1 -storepass changeit";
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"));
        command.addAll(List.of(arguments.split(" ")));
        command.addAll(List.of("-storetype", "PKCS12", "-keystore", file.toString()));
        assertThat(new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor())
                .isZero();
        return file;
    }

    private static SSLContext trusting(Path file) throws Exception {
        KeyStore own = KeyStore.getInstance(file.toFile(), "changeit".toCharArray());
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("a", own.getCertificate("a"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    private LeatProcess serve(String... flags) throws IOException {
        String[] args = new String[flags.length + 1];
        args[0] = "serve";
        System.arraycopy(flags, 0, args, 1, flags.length);
        return LeatProcess.start(temp, args);
    }

    private LeatProcess started(LeatProcess first, String... flags) throws IOException {
        first.outUntil("  try ");
        return serve(flags);
    }

    private Socket connected(LeatProcess server) throws IOException {
        server.outUntil("  try ");
        return new Socket(InetAddress.getLoopbackAddress(), port());
    }

    private int port() throws IOException {
        return Integer.parseInt(Files.readString(temp.resolve("port")).strip());
    }

    private static int put(int port, String stream, String... headers) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest.Builder request = HttpRequest.newBuilder(
                            URI.create("http://127.0.0.1:" + port + "/v1/stream/" + stream))
                    .header("Content-Type", "text/plain")
                    .PUT(BodyPublishers.noBody());
            if (headers.length > 0) {
                request.headers(headers);
            }
            HttpResponse<Void> answer = client.send(request.build(), BodyHandlers.discarding());
            return answer.statusCode();
        }
    }
}
