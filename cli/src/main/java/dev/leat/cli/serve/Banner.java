package dev.leat.cli.serve;

import dev.leat.cli.console.JsonPrinter;
import dev.leat.http.ServerSettings;
import dev.leat.http.access.AccessSettings;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The lines on standard error after the server is ready. */
record Banner(String version, String url, @Nullable Path data, int shards, AccessSettings access, long readyMillis) {
    private static final Logger LOG = LoggerFactory.getLogger(ServeCommand.class);

    static Banner of(ServeSettings settings, RunningServer serving, long began) {
        Path data = settings.data();
        return new Banner(
                ownVersion(),
                url(settings.server(), serving.port()),
                data == null ? null : data.toAbsolutePath().normalize(),
                serving.shards(),
                settings.access(),
                TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began));
    }

    void print(PrintWriter out) {
        out.println("Leat " + version);
        out.println("  address  " + url);
        out.println("  data     " + where() + ", " + shards + (shards == 1 ? " shard" : " shards"));
        out.println("  access   " + mode());
        out.println("  ready    in " + readyMillis + " ms");
        out.println(
                "  try      curl -i " + credentials() + "-X PUT --json '{\"hello\": 1}' " + url + "/v1/stream/hello");
    }

    void log() {
        LOG.atInfo()
                .addKeyValue("version", version)
                .addKeyValue("url", url)
                .addKeyValue("data", where())
                .addKeyValue("shards", shards)
                .addKeyValue("access", mode())
                .addKeyValue("ready_ms", readyMillis)
                .log("ready");
    }

    void json(PrintWriter out) {
        JsonPrinter.line(out, json -> {
            json.writeStartObject();
            json.writeStringField("version", version);
            json.writeStringField("url", url);
            json.writeStringField("data", where());
            json.writeNumberField("shards", shards);
            json.writeStringField("access", mode());
            json.writeNumberField("readyMillis", readyMillis);
            json.writeEndObject();
        });
    }

    private String where() {
        return data == null ? "memory" : data.toString();
    }

    private String mode() {
        boolean keys = access.keyFile() != null;
        boolean tokens = access.acceptsTokens();
        return keys ? (tokens ? "API keys and tokens" : "API keys") : tokens ? "tokens" : "open to all callers";
    }

    private String credentials() {
        return access.isOpen() ? "" : "-H \"Authorization: Bearer $KEY\" ";
    }

    /** Returns a URL that clients on this machine can use: 0.0.0.0 is an address to listen at only. */
    private static String url(ServerSettings server, int port) {
        String host = server.host();
        String name = host.equals("0.0.0.0") || host.equals("::") ? "localhost" : host;
        String literal = name.contains(":") ? "[" + name + "]" : name;
        return (server.tls() == null ? "http://" : "https://") + literal + ":" + port;
    }

    private static String ownVersion() {
        String version = Banner.class.getPackage().getImplementationVersion();
        return version == null ? "(not packaged)" : version;
    }
}
