package dev.leat.http;

import dev.leat.http.exchange.Cors;
import dev.leat.http.exchange.Exchange;
import dev.leat.http.exchange.HeaderNames;
import dev.leat.http.exchange.Problem;
import dev.leat.http.exchange.ProblemException;
import dev.leat.http.exchange.ServerRequest;
import dev.leat.http.origin.HostName;
import dev.leat.http.origin.Origin;
import dev.leat.http.protocol.HttpMethod;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Refuses requests that a page in a browser could make its visitor's browser send: reach an open server under a foreign
 * name, run what a stream holds, or change something from a foreign origin. Programs send none of the headers that this
 * looks at, and are not concerned.
 */
final class BrowserGuard {
    private static final String DATA = "/v1/";

    /** What a browser may use an answer for: {@code empty} is fetch and EventSource, the others show it. */
    private static final Set<String> DESTINATIONS = Set.of("empty", "document", "image", "audio", "video");

    private final @Nullable ServerNames names;
    private final Cors cors;
    private final boolean tls;
    private final @Nullable Origin publicOrigin;

    private BrowserGuard(@Nullable ServerNames names, Cors cors, boolean tls, @Nullable Origin publicOrigin) {
        this.names = names;
        this.cors = cors;
        this.tls = tls;
        this.publicOrigin = publicOrigin;
    }

    /**
     * @param open whether the server asks for no credentials; where it does, a page under a foreign name has none to send
     * @param shared whether other machines reach the server
     */
    static BrowserGuard of(ServerSettings settings, Cors cors, boolean open, boolean shared) {
        String url = settings.publicUrl();
        Origin origin = url == null ? null : Origin.ofUrl(url).orElse(null);
        HostName host = origin == null ? null : origin.host();
        ServerNames names = open ? new ServerNames(settings, shared, host) : null;
        return new BrowserGuard(names, cors, settings.tls() != null, origin);
    }

    /** Throws the problem of a request that is refused. */
    void check(Exchange exchange) {
        ServerRequest request = exchange.request();
        String authority = request.authority();
        if (authority == null && request.needsAuthority()) {
            throw ProblemException.malformed("host-missing", "a request needs a Host header");
        }
        if (names != null && authority != null && !names.has(authority)) {
            throw new ProblemException(Problem.of(
                    421,
                    "host-refused",
                    "this server is not called " + ProblemException.quoted(authority)
                            + ": call it by its address, or name it with public-url or allowed-hosts"));
        }
        String destination = request.header(HeaderNames.SEC_FETCH_DEST);
        if (destination != null
                && !DESTINATIONS.contains(destination)
                && request.path().startsWith(DATA)) {
            throw new ProblemException(Problem.of(
                    403,
                    "destination-refused",
                    "what is stored here is not served as " + ProblemException.quoted(destination)));
        }
        if (changes(exchange.method())) {
            checkOrigin(request, authority);
        }
    }

    private static boolean changes(HttpMethod method) {
        return !method.equals(HttpMethod.GET) && !method.equals(HttpMethod.HEAD) && !method.equals(HttpMethod.OPTIONS);
    }

    private void checkOrigin(ServerRequest request, @Nullable String authority) {
        String origin = request.header(HeaderNames.ORIGIN);
        boolean foreign = origin == null
                ? "cross-site".equals(request.header(HeaderNames.SEC_FETCH_SITE))
                : !isOwn(origin, authority);
        if (foreign && !cors.allows(origin)) {
            throw new ProblemException(Problem.of(
                    403,
                    "origin-refused",
                    "pages of " + (origin == null ? "another site" : ProblemException.quoted(origin))
                            + " may change nothing here: cors-origins does not name them"));
        }
    }

    /** A proxy in front may speak https for us; a server with TLS speaks nothing else itself. */
    private boolean isOwn(String text, @Nullable String authority) {
        Origin origin = Origin.parse(text).orElse(null);
        return origin != null
                && (origin.equals(publicOrigin)
                        || (authority != null && (origin.isHttps() || !tls) && origin.isAt(authority)));
    }
}
