package dev.leat.http.tls;

import dev.leat.api.Registration;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PfxOptions;
import io.vertx.core.net.ServerSSLOptions;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The certificate of a server. New files are taken while it runs, for new connections; a file that cannot be used leaves the
 * old certificate in place.
 */
public final class Certificates {
    private static final Logger LOG = LoggerFactory.getLogger(Certificates.class);

    private final TlsSettings settings;
    private final InstantSource clock;
    private CertificateFiles seen;
    private PfxOptions current;

    private Certificates(TlsSettings settings, InstantSource clock, CertificateFiles files) {
        this.settings = settings;
        this.clock = clock;
        this.seen = files;
        this.current = files.identity(clock.instant()).options();
    }

    /** @throws BadCertificate if the files cannot be used */
    public static Certificates load(TlsSettings settings) {
        return load(settings, InstantSource.system());
    }

    static Certificates load(TlsSettings settings, InstantSource clock) {
        return new Certificates(settings, clock, CertificateFiles.read(settings));
    }

    /** TLS with this certificate, and HTTP/2 for those who know it. */
    public synchronized ServerSSLOptions options() {
        return new ServerSSLOptions().setKeyCertOptions(current.copy()).setUseAlpn(true);
    }

    /** Makes a server that is not yet listening use TLS. */
    public synchronized HttpServerOptions applyTo(HttpServerOptions options) {
        return options.setSsl(true).setUseAlpn(true).setKeyCertOptions(current.copy());
    }

    /** Looks for new files, again and again, and gives them to those who listen. */
    public Registration watch(Vertx vertx, List<HttpServer> listeners) {
        long timer = vertx.setPeriodic(settings.reload().toMillis(), id -> look(vertx, listeners));
        return () -> vertx.cancelTimer(timer);
    }

    /** @return whether there is a new certificate; fails if a listener refused it */
    Future<Boolean> look(Vertx vertx, List<HttpServer> listeners) {
        return vertx.executeBlocking(this::renewed)
                .compose(fresh -> fresh == null ? Future.succeededFuture(false) : renew(listeners, fresh))
                .onFailure(e -> LOG.warn("the certificate was not renewed: {}", e.getMessage()));
    }

    private static Future<Boolean> renew(List<HttpServer> listeners, ServerSSLOptions fresh) {
        List<Future<Boolean>> taken = listeners.stream()
                .map(listener -> listener.updateSSLOptions(fresh))
                .toList();
        return Future.join(taken).map(true).onSuccess(done -> LOG.info("new connections get the new certificate"));
    }

    /** Files are looked at as a whole, because tools that replace them do not always change their time. */
    private synchronized @Nullable ServerSSLOptions renewed() {
        CertificateFiles now = CertificateFiles.read(settings);
        if (now.equals(seen)) {
            return null;
        }
        seen = now;
        try {
            current = now.identity(clock.instant()).options();
            return options();
        } catch (BadCertificate e) {
            LOG.warn("keeping the old certificate: {}", e.getMessage());
            return null;
        }
    }
}
