package dev.leat.cli.serve;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.leat.engine.Settings;
import dev.leat.http.ServerSettings;
import dev.leat.http.subscription.WebhookSettings;
import java.lang.management.ManagementFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The number of files that the process may have open, shared out before anything is opened, so that connections never take what storage
 * needs. Store, archive and webhooks get what they are set to, but an eighth of the limit each at most; a part that grows with the event
 * loops is for the journal, the JVM and the rest; connections get what is left.
 */
final class FileLimit {
    private static final Logger LOG = LoggerFactory.getLogger(FileLimit.class);

    /** The smallest limit to run with: below it an eighth is less than RocksDB needs. */
    static final long LEAST = 128;

    private static final int SHARE = 8;

    /** The JVM's own files, standard streams, the journal, a checkpoint, a backup, connections that are being refused. */
    private static final int PROCESS = 48;

    /** Each has a listener, and waits for events, wake-ups and timers by one file each. */
    private static final int PER_EVENT_LOOP = 4;

    private FileLimit() {}

    /** Returns the settings as they can be kept under the limit of this process, and logs what had to be lowered. */
    static ServeSettings fit(ServeSettings settings) {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                ? fit(settings, system.getMaxFileDescriptorCount())
                : settings;
    }

    /** @param limit how many files may be open; not positive if that is not known */
    static ServeSettings fit(ServeSettings settings, long limit) {
        if (limit <= 0) {
            return settings;
        }
        if (limit < LEAST) {
            throw new StartException(
                    "the process may have " + limit + " files open, and needs " + LEAST
                            + " at least: raise the limit with ulimit -n, or LimitNOFILE of its systemd unit",
                    null);
        }
        int share = (int) Math.min(Integer.MAX_VALUE, limit / SHARE);
        ServerSettings server = settings.server();
        Settings engine = settings.engine();
        int store = Math.min(share, engine.store().openFiles());
        int archive = Math.min(share, engine.archive().idleFiles());
        int webhooks = Math.min(share, server.webhooks().concurrency());
        long process = PROCESS + (long) PER_EVENT_LOOP * server.eventLoops();
        long left = limit - store - archive - webhooks - process;
        if (left < 1) {
            throw new StartException(
                    "the process may have " + limit + " files open, and " + server.eventLoops()
                            + " event loops leave none of them for connections: raise the limit with ulimit -n, or lower"
                            + " event-loops",
                    null);
        }
        int asked = server.bounds().connections();
        int connections = (int) Math.min(left, asked);
        if (connections < asked) {
            LOG.warn(
                    "the process may have {} files open: at most {} connections are taken, not {}. Raise the limit with"
                            + " ulimit -n, or LimitNOFILE of its systemd unit",
                    limit,
                    connections,
                    asked);
        }
        return settings.with(
                server.with(server.bounds().withConnections(connections)).with(with(server.webhooks(), webhooks)),
                engine.with(engine.store().withOpenFiles(store))
                        .with(engine.archive().withIdleFiles(archive)));
    }

    private static WebhookSettings with(WebhookSettings webhooks, int concurrency) {
        return webhooks.withConcurrency(concurrency, Math.min(concurrency, webhooks.perHost()));
    }
}
