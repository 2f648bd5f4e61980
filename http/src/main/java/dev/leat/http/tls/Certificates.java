package dev.leat.http.tls;

import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The certificate of a server. New files are taken while it runs, for new connections; files that cannot be used leave the old
 * certificate in place.
 */
public final class Certificates {
    private static final Logger LOG = LoggerFactory.getLogger(Certificates.class);

    private final TlsSettings settings;
    private final InstantSource clock;
    private CertificateFiles seen;
    private volatile SSLContext current;

    /** Looks for new files until it is closed. */
    public interface Watch extends AutoCloseable {
        @Override
        void close();
    }

    private Certificates(TlsSettings settings, InstantSource clock, CertificateFiles files) {
        this.settings = settings;
        this.clock = clock;
        this.seen = files;
        this.current = files.identity(clock.instant()).context();
    }

    /** @throws BadCertificate if the files cannot be used */
    public static Certificates load(TlsSettings settings) {
        return load(settings, InstantSource.system());
    }

    static Certificates load(TlsSettings settings, InstantSource clock) {
        return new Certificates(settings, clock, CertificateFiles.read(settings));
    }

    /** Returns the context that has the current certificate: the same one until there is a new certificate. */
    public SSLContext context() {
        return current;
    }

    /** Starts to look for new files at the interval of the settings, on a thread of its own. */
    @SuppressWarnings("FutureReturnValueIgnored") // it ends with its thread
    public Watch watch() {
        ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread made = new Thread(task, "leat-certificates");
            made.setDaemon(true);
            return made;
        });
        long millis = settings.reload().toMillis();
        thread.scheduleWithFixedDelay(this::renewOrWarn, millis, millis, TimeUnit.MILLISECONDS);
        return thread::shutdownNow;
    }

    private void renewOrWarn() {
        try {
            renew();
        } catch (RuntimeException e) {
            LOG.warn("the certificate was not renewed: {}", e.getMessage());
        }
    }

    /**
     * Reads the files and returns whether there is a new certificate. They are compared as a whole, because tools that replace them
     * do not always change their time.
     */
    synchronized boolean renew() {
        CertificateFiles now = CertificateFiles.read(settings);
        if (now.equals(seen)) {
            return false;
        }
        seen = now;
        try {
            current = now.identity(clock.instant()).context();
        } catch (BadCertificate e) {
            LOG.warn("keeping the old certificate: {}", e.getMessage());
            return false;
        }
        LOG.info("new connections get the new certificate");
        return true;
    }
}
