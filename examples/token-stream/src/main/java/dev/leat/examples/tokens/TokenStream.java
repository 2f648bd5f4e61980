package dev.leat.examples.tokens;

import com.sun.net.httpserver.HttpServer;
import dev.leat.Leat;
import dev.leat.http.LeatServer;
import dev.leat.http.ServerSettings;
import dev.leat.http.access.Access;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;

/** All of it in one process: an engine, its server for browsers, the page, and what plays the model. */
public final class TokenStream implements AutoCloseable {
    private static final Duration TOKEN = Duration.ofMillis(120);

    private final Leat leat;
    private final LeatServer server;
    private final HttpServer page;
    private final Model model;

    private TokenStream(Leat leat, LeatServer server, HttpServer page, Model model) {
        this.leat = leat;
        this.server = server;
        this.page = page;
        this.model = model;
    }

    public static void main(String[] args) throws InterruptedException {
        TokenStream started =
                start(Path.of("data"), port("LEAT_PORT", 4437), port("PAGE_PORT", 8080), () -> Thread.sleep(TOKEN));
        Runtime.getRuntime().addShutdownHook(new Thread(started::close));
        System.out.println("Ask something at " + started.url() + " and reload, or press Ctrl-C and start again.");
        Thread.currentThread().join();
    }

    /** @param leatPort where browsers find the streams, and {@code pagePort} the page; 0 for any free one */
    static TokenStream start(Path data, int leatPort, int pagePort, Model.Pace pace) {
        Leat leat = Leat.open(data);
        LeatServer server = LeatServer.start(
                leat.engine(), ServerSettings.defaults().withPort(leatPort), Access.OPEN, new SimpleMeterRegistry());
        HttpServer page = Page.serve(pagePort);
        return new TokenStream(leat, server, page, Model.start(leat, pace));
    }

    /** Where the page is. */
    String url() {
        return "http://127.0.0.1:" + pagePort() + "/?streams=http://127.0.0.1:" + leatPort() + "/v1/stream";
    }

    int leatPort() {
        return server.port();
    }

    int pagePort() {
        return page.getAddress().getPort();
    }

    private static int port(String variable, int otherwise) {
        String value = System.getenv(variable);
        return value == null ? otherwise : Integer.parseInt(value);
    }

    @Override
    public void close() {
        model.close();
        page.stop(0);
        server.stop(Duration.ZERO);
        leat.close();
    }
}
