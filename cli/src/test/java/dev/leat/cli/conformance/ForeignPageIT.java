package dev.leat.cli.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.leat.http.access.ApiKey;
import dev.leat.http.access.KeyFile;
import dev.leat.http.access.Scope;
import dev.leat.testkit.BrowserTab;
import dev.leat.testkit.Chromium;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What pages that mean harm can do with the packaged server, in a real browser. */
class ForeignPageIT {
    private static final String FOREIGN_HOST = "evil.example";
    private static final String HTML = "<p>stored</p><script>document.title = 'ran'</script>";

    @TempDir
    static Path temp;

    private static String key;
    private static HttpServer pages;
    private static ServerProcess open;
    private static ServerProcess guarded;
    private static Chromium browser;
    private static BrowserTab tab;

    @BeforeAll
    static void start() throws Exception {
        Path program = Chromium.program();
        pages = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        pages.createContext("/", exchange -> {
            byte[] page = ("<!doctype html><title>page</title>" + HTML).getBytes(UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        pages.start();
        open = ServerProcess.inMemory(temp, "foreign-open");
        key = ApiKey.generate();
        Path keys = Files.writeString(
                temp.resolve("keys.json"), KeyFile.write(List.of(ApiKey.of("all", key, List.of(Scope.parse("*:*"))))));
        guarded = ServerProcess.inMemory(temp, "foreign-guarded", "--api-keys-file", keys.toString());
        browser =
                Chromium.open(program, "about:blank", temp, "--host-resolver-rules=MAP " + FOREIGN_HOST + " 127.0.0.1");
        tab = browser.tab();
    }

    @AfterAll
    static void stop() {
        if (tab != null) {
            tab.close();
        }
        if (browser != null) {
            browser.close();
        }
        for (ServerProcess server : new ServerProcess[] {open, guarded}) {
            if (server != null) {
                server.close();
            }
        }
        if (pages != null) {
            pages.stop(0);
        }
    }

    private static String pageOf(String host) {
        return "http://" + host + ":" + pages.getAddress().getPort() + "/";
    }

    private static String send(String method, String url, String type, String body) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                    .header("Content-Type", type)
                    .header("Authorization", "Bearer " + key)
                    .method(method, BodyPublishers.ofString(body))
                    .build();
            return client.send(request, BodyHandlers.ofString()).body();
        }
    }

    /** Runs a script that ends at some time, and returns what it came to. */
    private static String run(String promise) throws Exception {
        tab.evaluate(
                "(window.result = '', (async () => " + promise
                        + ")().then(found => window.result = 'done ' + found, error => window.result = 'done ' + error), 'begun')");
        return tab.await("window.result", text -> text.startsWith("done")).substring("done ".length());
    }

    @Test
    void scriptInAStreamDoesNotRun() throws Exception {
        String stream = open.url() + "/v1/stream/page";
        send("PUT", stream, "text/html", "<!doctype html><title>page</title>" + HTML);

        tab.open(pageOf("127.0.0.1"));
        assertThat(tab.evaluate("document.title"))
                .as("the same as a page of its own")
                .isEqualTo("ran");
        tab.open(stream);

        assertThat(tab.evaluate("document.body.innerText")).contains("stored");
        assertThat(tab.evaluate("document.title")).isEqualTo("page");
        assertThat(tab.evaluate("self.origin")).isEqualTo("null");
    }

    @Test
    void aStreamIsNoScriptOfAPage() throws Exception {
        String stream = open.url() + "/v1/stream/script";
        send("PUT", stream, "text/javascript", "window.loaded = 'yes'");

        tab.open(pageOf("127.0.0.1"));
        String result = run("new Promise(resolve => { const script = document.createElement('script'); script.src = '"
                + stream + "'; script.onload = () => resolve('loaded'); script.onerror = () => resolve('refused');"
                + " document.head.append(script); })");

        assertThat(result).isEqualTo("refused");
        assertThat(tab.evaluate("String(window.loaded)")).isEqualTo("undefined");
    }

    @Test
    void whatWasReadWithAKeyIsNotOpenedFromTheCacheWithoutIt() throws Exception {
        String stream = guarded.url() + "/v1/stream/page";
        send("PUT", stream, "text/html", "<!doctype html><title>page</title>" + HTML);

        tab.open(pageOf("127.0.0.1"));
        String read = run("(await fetch('" + stream + "', {headers: {Authorization: 'Bearer " + key + "'}})).text()");
        tab.open(stream);

        assertThat(read).contains("stored");
        assertThat(tab.evaluate("document.body.innerText"))
                .contains("credentials-refused")
                .doesNotContain("stored");
    }

    @Test
    void aForeignPagePurgesNothing() throws Exception {
        String queue = open.url() + "/v1/queues/kept";
        send("PUT", queue, "application/json", "{}");
        send("POST", queue + "/messages", "text/plain", "kept");
        String purge = "(await fetch('" + queue + "/purge', {method: 'POST', mode: 'no-cors', body: '{}'})).type";
        String form = "new Promise(resolve => { document.body.innerHTML = '<iframe name=f></iframe>"
                + "<form method=post target=f enctype=text/plain action=" + queue + "/purge></form>';"
                + " const frame = document.querySelector('iframe'); frame.onload = () => resolve('answered');"
                + " document.querySelector('form').submit(); })";

        tab.open(pageOf(FOREIGN_HOST));
        assertThat(run(purge)).as("it is sent without a preflight").isEqualTo("opaque");
        assertThat(run(form)).isEqualTo("answered");
        assertThat(run("(await fetch('" + queue + "')).status")).contains("TypeError");
        assertThat(send("GET", queue, "text/plain", "")).contains("\"ready\":1");

        tab.open(pageOf("127.0.0.1"));
        assertThat(run(purge)).isEqualTo("opaque");
        assertThat(send("GET", queue, "text/plain", ""))
                .as("a page of this machine may")
                .contains("\"ready\":0");
    }

    @Test
    void aNameThatIsReboundDoesNotReachAnOpenServer() throws Exception {
        send("PUT", open.url() + "/v1/stream/secret", "text/plain", "stored");

        tab.open(open.url().replace("127.0.0.1", FOREIGN_HOST) + "/v1/stream/secret");

        assertThat(tab.evaluate("document.body.innerText"))
                .contains("host-refused")
                .doesNotContain("stored");
    }
}
