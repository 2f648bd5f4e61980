package dev.leat.cli.serve;

import dev.leat.api.queue.Presence;
import dev.leat.cli.config.Setting;
import dev.leat.cli.config.SettingTable;
import dev.leat.cli.config.SettingType;
import dev.leat.cli.log.LogFormat;
import dev.leat.cli.log.LogLevel;
import dev.leat.engine.Settings;
import dev.leat.engine.settings.CheckpointSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The table of the settings of {@code leat serve}, from which help, parsing and docs/configuration.md are made. */
final class ServeTable {
    static final SettingTable TABLE = new SettingTable();

    private static final int MANY = Integer.MAX_VALUE;

    private static final String SERVER = "Server";
    static final Setting<Path> CONFIG = TABLE.addOpen(
            SERVER, SettingTable.CONFIG, SettingType.file(), "none", "A YAML file with settings; cannot be set in it");
    static final Setting<String> HOST = TABLE.add(
            SERVER, "host", SettingType.text(), "127.0.0.1", "The name or address to listen on; 0.0.0.0 for all");
    static final Setting<Integer> PORT = TABLE.add(
            SERVER, "port", SettingType.number(0, 65_535), "4437", "The port to listen on; 0 for any free one");
    static final Setting<Path> PORT_FILE = TABLE.addOpen(
            SERVER,
            "port-file",
            SettingType.file(),
            "none",
            "Write the port into this file once requests are answered");
    static final Setting<URI> PUBLIC_URL = TABLE.addOpen(
            SERVER, "public-url", SettingType.url(), "the Host of each request", "What clients call this server");
    static final Setting<Integer> EVENT_LOOPS = TABLE.addOpen(
            SERVER, "event-loops", SettingType.number(1, 1024), "one per core", "How many threads serve connections");
    static final Setting<Integer> CONNECTIONS = TABLE.addOpen(
            SERVER,
            "connections",
            SettingType.number(1, MANY),
            "one for each 16KiB of the heap, 50000 at most",
            "How many connections there may be at once; fewer if the process may not have so many files open");
    static final Setting<Duration> DRAIN = TABLE.add(
            SERVER, "drain", SettingType.duration(), "10s", "How long a stop waits for requests on their way");

    private static final String DATA_SECTION = "Data";
    static final Setting<Path> DATA = TABLE.add(
            DATA_SECTION, "data", SettingType.directory(), "data", "The data directory; made if it is not there");
    static final Setting<Boolean> MEMORY = TABLE.add(
            DATA_SECTION,
            "memory",
            SettingType.toggle(),
            "false",
            "Keep everything in memory only: a stop loses all of it");
    static final Setting<Duration> LOCK_WAIT = TABLE.add(
            DATA_SECTION,
            "lock-wait",
            SettingType.duration(),
            "5s",
            "How long a start waits for another process that has the data directory open");
    static final Setting<Integer> SHARDS = TABLE.addOpen(
            DATA_SECTION,
            "shards",
            SettingType.powerOfTwo(Settings.MAX_SHARDS),
            "what the directory has; 16 if it is new",
            "How many shards a new data directory gets; fixed from then on");
    static final Setting<Integer> THREADS = TABLE.addOpen(
            DATA_SECTION, "threads", SettingType.number(1, 256), "half the cores", "How many threads run the shards");
    static final Setting<Integer> INBOX = TABLE.add(
            DATA_SECTION,
            "inbox",
            SettingType.number(1, MANY),
            "65536",
            "How many calls may wait for one of those threads");
    static final Setting<Long> CHECKPOINT_BYTES = TABLE.add(
            DATA_SECTION,
            "checkpoint-bytes",
            SettingType.longSize(),
            "128MiB",
            "How far the journal grows before a checkpoint; it bounds what a start replays");
    static final Setting<Long> TIDY_BYTES = TABLE.add(
            DATA_SECTION,
            "tidy-bytes-per-second",
            SettingType.longSize(),
            "128MiB",
            "How much the background may read and write to keep the archive in shape");

    static final Setting<Optional<Duration>> SCRUB_EVERY = TABLE.add(
            DATA_SECTION,
            "scrub-every",
            SettingType.period(),
            "7d",
            "How often everything on disk is compared with its checksums in the background; off for never");
    static final Setting<Long> SCRUB_BYTES = TABLE.add(
            DATA_SECTION,
            "scrub-bytes-per-second",
            SettingType.longSize(),
            "32MiB",
            "How much that may read at most; it reads no faster than it has to");

    static final Setting<Path> BACKUPS = TABLE.addOpen(
            DATA_SECTION,
            "backups",
            SettingType.directory(),
            "none",
            "Where leat backup and PUT /v1/backups/NAME put copies of a running server");

    private static final String LIMITS = "Limits";
    static final Setting<Integer> APPEND_BYTES =
            TABLE.add(LIMITS, "append-bytes", SettingType.size(1), "16MiB", "The longest payload of one append");
    static final Setting<Long> STREAM_BYTES = TABLE.add(
            LIMITS, "stream-bytes", SettingType.limit(), "unlimited", "What the messages of one stream may add up to");
    static final Setting<Long> TOTAL_BYTES = TABLE.add(
            LIMITS,
            "total-bytes",
            SettingType.limit(),
            "unlimited",
            "What the messages of all streams and queues may add up to");
    static final Setting<Long> HOT_BYTES = TABLE.addOpen(
            LIMITS,
            "hot-bytes",
            SettingType.longSize(),
            "a third of the heap, 1GiB at most",
            "Messages in memory that the archive does not have yet; beyond it appends are refused for a moment");
    static final Setting<Duration> PRESENCE_TTL = TABLE.add(
            LIMITS,
            "presence-ttl",
            SettingType.duration(Presence.SHORTEST_TTL, Presence.LONGEST_TTL),
            "30s",
            "How long a sign of life counts of a consumer that does not say it itself");
    static final Setting<Long> METADATA_BYTES = TABLE.addOpen(
            LIMITS,
            "metadata-bytes",
            SettingType.longSize(),
            "a quarter of the heap",
            "Names, keys, dedup ids, leases and producers in memory; beyond it creates and enqueues are refused");
    static final Setting<Integer> PRODUCERS = TABLE.add(
            LIMITS,
            "producers",
            SettingType.number(1, MANY),
            "10000",
            "How many producers a stream remembers; the longest unused is forgotten first");
    static final Setting<Long> LEAST_FREE_DISK = TABLE.add(
            LIMITS,
            "least-free-disk",
            SettingType.longSize(CheckpointSettings.SMALLEST_FREE_DISK),
            "256MiB",
            "Appends are refused while the disk has less space than this");

    private static final String REQUESTS = "Requests";
    static final Setting<Integer> BODY_BYTES =
            TABLE.add(REQUESTS, "body-bytes", SettingType.size(1), "16MiB", "The longest request body");
    static final Setting<Integer> HEADER_BYTES = TABLE.add(
            REQUESTS,
            "header-bytes",
            SettingType.size(1024),
            "16KiB",
            "The longest header block of a request; its first line may be as long");
    static final Setting<Integer> READ_BYTES = TABLE.add(
            REQUESTS,
            "read-bytes",
            SettingType.size(1),
            "4MiB",
            "The longest answer to one read; it ends at a message's end");
    static final Setting<Long> UNSENT_BYTES = TABLE.addOpen(
            REQUESTS,
            "unsent-bytes",
            SettingType.longSize(),
            "a quarter of Java's direct memory, which is as large as its heap",
            "What may wait in memory for clients to read it, of all together; beyond it those furthest behind are cut");
    static final Setting<Duration> IDLE = TABLE.add(
            REQUESTS,
            "idle-timeout",
            SettingType.duration(),
            "75s",
            "How long a connection may stay without a request");
    static final Setting<Duration> BODY =
            TABLE.add(REQUESTS, "body-timeout", SettingType.duration(), "60s", "How long a request's body may take");
    static final Setting<Duration> STALLED = TABLE.add(
            REQUESTS,
            "stalled-timeout",
            SettingType.duration(),
            "30s",
            "How long a client may leave an answer unread before its connection is cut");
    static final Setting<Boolean> GZIP = TABLE.add(
            REQUESTS, "gzip", SettingType.toggle(), "true", "Compress the answers to reads for clients that accept it");
    static final Setting<List<String>> CORS_ORIGINS = TABLE.addOpen(
            REQUESTS,
            "cors-origins",
            SettingType.list(),
            "loopback without access settings, else *",
            "The origins whose pages may use this server; * for all, loopback for pages that the browser's machine"
                    + " serves");
    static final Setting<List<String>> ALLOWED_HOSTS = TABLE.add(
            REQUESTS,
            "allowed-hosts",
            SettingType.list(),
            "none",
            "Further names that clients may call a server without access settings by; * for any");

    private static final String LIVE = "Followers";
    static final Setting<Duration> LONG_POLL = TABLE.add(
            LIVE, "long-poll-timeout", SettingType.duration(), "25s", "How long a long-poll waits for messages");
    static final Setting<Duration> SSE = TABLE.add(
            LIVE,
            "sse-timeout",
            SettingType.duration(),
            "60s",
            "How long an SSE connection lasts before the client comes again");
    static final Setting<Duration> HEARTBEAT = TABLE.add(
            LIVE,
            "sse-heartbeat",
            SettingType.duration(),
            "15s",
            "How often an idle SSE connection gets a comment, so that proxies keep it open");
    static final Setting<Integer> QUEUE_BYTES =
            TABLE.add(LIVE, "queue-bytes", SettingType.size(1), "64KiB", "What may wait in memory for a slow follower");
    static final Setting<Duration> CURSOR_INTERVAL = TABLE.add(
            LIVE,
            "cursor-interval",
            SettingType.duration(),
            "20s",
            "How long caches may share the answer to a long-poll");

    private static final String TLS = "TLS";
    static final Setting<Path> TLS_CERTIFICATE = TABLE.addOpen(
            TLS, "tls-certificate", SettingType.file(), "no TLS", "A PEM file with the certificate and its chain");
    static final Setting<Path> TLS_KEY =
            TABLE.addOpen(TLS, "tls-key", SettingType.file(), "none", "A PEM file with its private key (PKCS#8)");
    static final Setting<Path> TLS_PKCS12 = TABLE.addOpen(
            TLS, "tls-pkcs12", SettingType.file(), "none", "A PKCS#12 file with both, instead of the PEM files");
    static final Setting<Path> TLS_PASSWORD_FILE = TABLE.addOpen(
            TLS, "tls-password-file", SettingType.file(), "none", "A file with the password of the PKCS#12 file");
    static final Setting<Duration> TLS_RELOAD = TABLE.add(
            TLS, "tls-reload", SettingType.duration(), "30s", "How often to look for new certificates in these files");

    private static final String ACCESS = "Access";
    static final Setting<Path> API_KEYS_FILE = TABLE.addOpen(
            ACCESS, "api-keys-file", SettingType.file(), "none", "A file of API keys and what each may do");
    static final Setting<URI> JWT_JWKS_URL = TABLE.addOpen(
            ACCESS, "jwt-jwks-url", SettingType.url(), "none", "Where the public keys of tokens are published");
    static final Setting<Path> JWT_JWKS_FILE = TABLE.addOpen(
            ACCESS, "jwt-jwks-file", SettingType.file(), "none", "A file with the public keys of tokens, as a JWKS");
    static final Setting<Path> JWT_SECRET_FILE = TABLE.addOpen(
            ACCESS,
            "jwt-secret-file",
            SettingType.file(),
            "none",
            "A file with the secret that tokens are signed with");
    static final Setting<String> JWT_ISSUER =
            TABLE.addOpen(ACCESS, "jwt-issuer", SettingType.text(), "any", "The issuer that a token must have");
    static final Setting<String> JWT_AUDIENCE =
            TABLE.addOpen(ACCESS, "jwt-audience", SettingType.text(), "any", "The audience that a token must have");
    static final Setting<Boolean> INSECURE = TABLE.add(
            ACCESS,
            "insecure",
            SettingType.toggle(),
            "false",
            "Allow every caller everything, even from other machines: for networks that are protected otherwise");

    private static final String RATES = "Rate limits";
    static final Setting<Double> CLIENT_RATE = TABLE.addOpen(
            RATES, "client-rate", SettingType.rate(), "unlimited", "Requests per second that one client may send");
    static final Setting<Integer> CLIENT_BURST = TABLE.addOpen(
            RATES,
            "client-burst",
            SettingType.number(1, 1_000_000),
            "the requests of one second",
            "Requests that one client may send at once after a pause");
    static final Setting<Double> STREAM_RATE = TABLE.addOpen(
            RATES, "stream-rate", SettingType.rate(), "unlimited", "Requests per second that one stream answers");
    static final Setting<Integer> STREAM_BURST = TABLE.addOpen(
            RATES,
            "stream-burst",
            SettingType.number(1, 1_000_000),
            "the requests of one second",
            "Requests that one stream answers at once after a pause");

    private static final String WEBHOOKS = "Webhooks";
    static final Setting<Boolean> WEBHOOK_ALLOW_LOOPBACK = TABLE.add(
            WEBHOOKS,
            "webhook-allow-loopback",
            SettingType.toggle(),
            "false",
            "Let webhooks be on this machine, even without TLS; always so while host is a loopback address");
    static final Setting<Boolean> WEBHOOK_ALLOW_PRIVATE = TABLE.add(
            WEBHOOKS,
            "webhook-allow-private",
            SettingType.toggle(),
            "false",
            "Let webhooks be in private networks and on this machine, even without TLS");
    static final Setting<Integer> WEBHOOK_CONCURRENCY = TABLE.add(
            WEBHOOKS,
            "webhook-concurrency",
            SettingType.number(1, 65_536),
            "64",
            "How many webhooks are called at once");
    static final Setting<Integer> WEBHOOK_PER_HOST = TABLE.add(
            WEBHOOKS, "webhook-per-host", SettingType.number(1, 65_536), "8", "How many of them on the same host");
    static final Setting<Duration> WEBHOOK_CONNECT = TABLE.add(
            WEBHOOKS, "webhook-connect-timeout", SettingType.duration(), "5s", "How long a connection to one may take");
    static final Setting<Duration> WEBHOOK_TOTAL = TABLE.add(
            WEBHOOKS,
            "webhook-timeout",
            SettingType.duration(),
            "30s",
            "How long calling one may take, answer included");
    static final Setting<Integer> WEBHOOK_ANSWER_BYTES = TABLE.add(
            WEBHOOKS, "webhook-answer-bytes", SettingType.size(1), "64KiB", "How much of a webhook's answer is read");
    static final Setting<Duration> WEBHOOK_TOKEN_LIFE = TABLE.add(
            WEBHOOKS,
            "webhook-token-life",
            SettingType.duration(),
            "24h",
            "How long a worker can use the token of a wake, as long as it keeps its lease");

    private static final String LOGS = "Logs";
    static final Setting<LogFormat> LOG_FORMAT =
            TABLE.add(LOGS, "log-format", SettingType.choice(LogFormat.class), "human", "How log lines look");
    static final Setting<LogLevel> LOG_LEVEL =
            TABLE.add(LOGS, "log-level", SettingType.choice(LogLevel.class), "info", "What is worth a log line");
    static final Setting<Boolean> ACCESS_LOG =
            TABLE.add(LOGS, "access-log", SettingType.toggle(), "false", "Log every request");

    private ServeTable() {}
}
