package dev.leat.cli.golden;

import dev.leat.cli.golden.GoldenDirectoryTest.Zip;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes the golden directory of the current format: a life with every feature, and the answers that its data must give from
 * then on. {@link #main} runs once for a format; a later version reads what it wrote.
 */
final class GoldenLife {
    private static final String TEXT = "#Content-Type=text/plain";
    private static final String JSON = "#Content-Type=application/json";

    /** What archive and store hold in the end. */
    private static final List<String> BEFORE_CHECKPOINT = List.of(
            "PUT /v1/stream/notes" + TEXT,
            "POST /v1/stream/notes" + TEXT + " first",
            "POST /v1/stream/notes" + TEXT + "#Producer-Id=p#Producer-Epoch=3#Producer-Seq=0 by a producer",
            "POST /v1/stream/notes" + TEXT + "#Stream-Seq=a1 with a seq",
            "PUT /v1/stream/orders/eu" + JSON + " [{\"n\":1},{\"n\":2},\"three\"]",
            "PUT /v1/stream/closed" + TEXT + "#Stream-Closed=true the end",
            "PUT /v1/stream/brief" + TEXT + "#Stream-TTL=86400 gone when unused",
            "PUT /v1/stream/dated" + TEXT + "#Stream-Expires-At=2027-01-01T00:00:00Z until then",
            "PUT /v1/stream/%7Ba%7D/fork" + TEXT
                    + "#Stream-Forked-From=/v1/stream/notes#Stream-Fork-Offset=0000000000000000_0000000000000005",
            "PUT /v1/stream/deleted" + TEXT + " soon gone",
            "DELETE /v1/stream/deleted",
            "PUT /v1/stream/wakes" + JSON,
            "PUT /v1/stream/__ds/subscriptions/mailer" + JSON
                    + " {\"type\":\"pull-wake\",\"pattern\":\"orders/**\",\"streams\":[\"notes\"],\"wake_stream\":\"wakes\",\"lease_ttl_ms\":60000}",
            "POST /v1/stream/orders/eu" + JSON + " {\"n\":4}",
            "PUT /v1/queues/dead" + JSON + " {}",
            "PUT /v1/queues/jobs" + JSON
                    + " {\"maxAttempts\":2,\"deadLetter\":\"dead\",\"dedupWindow\":\"P30D\",\"lease\":\"PT1H\",\"retryBackoff\":{\"initial\":\"PT10S\",\"factor\":3,\"longest\":\"PT1M\"},"
                    + "\"maxMessages\":1000,\"keyBatch\":2,\"fair\":true,\"maxLeases\":50,\"releaseOnExpire\":true}",
            "PUT /v1/queues/urgent" + JSON
                    + " {\"priority\":true,\"ageStep\":\"PT5M\",\"exhausted\":\"park\",\"maxAttempts\":1}",
            "PUT /v1/queues/news" + JSON
                    + " {\"mode\":\"fanout\",\"retention\":{\"policy\":\"limits\",\"age\":\"P7D\",\"messages\":100},\"autoCreateGroups\":true}",
            "PUT /v1/queues/news/groups/mail" + JSON + " {\"start\":\"head\"}",
            "PUT /v1/queues/news/groups/late" + JSON + " {\"start\":\"tail\"}",
            "POST /v1/queues/jobs/messages" + TEXT + "#Message-Key=k1#Message-Dedup-Id=d1#Message-Header-Trace=t1 one",
            "POST /v1/queues/jobs/messages" + TEXT + "#Message-Key=k1 two",
            "POST /v1/queues/jobs/messages" + TEXT + "#Message-Key=k2#Message-Max-Attempts=1 three",
            "POST /v1/queues/jobs/messages" + TEXT + "#Message-Delay=PT30S later",
            "POST /v1/queues/jobs/messages" + TEXT + "#Message-Ttl=P1D four",
            "POST /v1/queues/jobs/messages" + JSON + " {\"five\":5}",
            "POST /v1/queues/jobs/messages" + TEXT + " six",
            "POST /v1/queues/urgent/messages" + TEXT + "#Message-Priority=1 slow",
            "POST /v1/queues/urgent/messages" + TEXT + "#Message-Priority=9 fast",
            "POST /v1/queues/news/messages" + TEXT + " for all",
            "POST /v1/queues/news/messages" + TEXT + "#Message-Groups=mail for one",
            "POST /v1/queues/jobs/receive" + JSON + " {\"consumer\":\"ann\",\"max\":4}",
            "POST /v1/queues/jobs/ack" + JSON + " {\"deliveryId\":\"$1\"}",
            "POST /v1/queues/jobs/nack" + JSON + " {\"deliveryId\":\"$2\",\"error\":\"no luck\"}",
            "POST /v1/queues/jobs/reject" + JSON + " {\"deliveryId\":\"$3\",\"reason\":\"not for us\"}",
            "POST /v1/queues/urgent/receive" + JSON + " {\"consumer\":\"bob\",\"max\":1}",
            "POST /v1/queues/urgent/nack" + JSON + " {\"deliveryId\":\"$5\"}",
            "POST /v1/queues/news/receive" + JSON + " {\"group\":\"mail\",\"consumer\":\"eve\",\"max\":1}",
            "PUT /v1/presence/jobs/default/ann" + JSON
                    + " {\"instance\":\"pod-1\",\"ttl\":\"PT10M\",\"labels\":{\"zone\":\"a\"},\"leases\":3}");

    /** What only the journal holds. */
    private static final List<String> AFTER_CHECKPOINT = List.of(
            "POST /v1/stream/notes" + TEXT + "#Producer-Id=p#Producer-Epoch=3#Producer-Seq=1 by it again",
            "POST /v1/stream/orders/eu" + JSON + " [{\"n\":5},{\"n\":6}]",
            "POST /v1/stream/%7Ba%7D/fork" + TEXT + " of its own",
            "PUT /v1/stream/orders/us" + JSON + " {\"n\":1}",
            "DELETE /v1/stream/brief",
            "POST /v1/queues/jobs/messages" + TEXT + "#Message-Dedup-Id=d2 seven",
            "POST /v1/queues/jobs/receive" + JSON + " {\"consumer\":\"ben\",\"max\":2}",
            "POST /v1/queues/jobs/reject" + JSON + " {\"deliveryId\":\"$7\",\"reason\":\"nor for me\"}",
            "POST /v1/queues/jobs/extend" + JSON + " {\"deliveryId\":\"$8\",\"lease\":\"PT2H\"}",
            "POST /v1/queues/dead/messages" + TEXT + " put there by hand",
            "POST /v1/queues/urgent/pause" + JSON + " {}",
            "PUT /v1/queues/%7Bb%7D-in" + JSON + " {}",
            "PUT /v1/stream/%7Bb%7D/log" + JSON,
            "POST /v1/tx" + JSON
                    + " {\"ops\":[{\"enqueue\":{\"queue\":\"{b}-in\",\"payload\":{\"of\":\"a transaction\"}}},{\"append\":{\"stream\":\"{b}/log\",\"payload\":{\"written\":true}}}]}",
            "PUT /v1/queues/news/groups/second" + JSON + " {\"start\":{\"seq\":2}}",
            "POST /v1/queues/news/groups/late/seek" + JSON + " {\"to\":\"head\",\"force\":true}",
            "PUT /v1/presence/news/mail/eve" + JSON + " {\"instance\":\"pod-2\",\"ttl\":\"PT1M\"}");

    /** What can be seen of both. */
    static final List<String> QUESTIONS = List.of(
            "GET /v1/streams",
            "HEAD /v1/stream/notes",
            "GET /v1/stream/notes?offset=-1",
            "GET /v1/stream/orders/eu?offset=-1",
            "GET /v1/stream/orders/us?offset=-1",
            "GET /v1/stream/closed?offset=-1",
            "GET /v1/stream/brief?offset=-1",
            "HEAD /v1/stream/dated",
            "GET /v1/stream/%7Ba%7D/fork?offset=-1",
            "GET /v1/stream/deleted?offset=-1",
            "GET /v1/stream/%7Bb%7D/log?offset=-1",
            "GET /v1/stream/wakes?offset=-1",
            "GET /v1/stream/__ds/subscriptions/mailer",
            "GET /v1/queues",
            "GET /v1/queues/jobs",
            "GET /v1/queues/jobs/messages",
            "GET /v1/queues/dead/messages",
            "GET /v1/queues/urgent",
            "GET /v1/queues/urgent/messages",
            "GET /v1/queues/news",
            "GET /v1/queues/news/messages?group=mail",
            "GET /v1/queues/news/messages?group=second",
            "GET /v1/queues/news/groups/late",
            "GET /v1/queues/%7Bb%7D-in/messages",
            "GET /v1/presence");

    /** What a client does that was away meanwhile: the answers show fencing, dedup and handles of before. */
    static final List<String> ACTIONS = List.of(
            "POST /v1/stream/notes" + TEXT + "#Producer-Id=p#Producer-Epoch=3#Producer-Seq=1 by it again",
            "POST /v1/stream/notes" + TEXT + "#Stream-Seq=a0 too late",
            "POST /v1/queues/jobs/messages" + TEXT + "#Message-Dedup-Id=d1 one",
            "POST /v1/queues/jobs/messages" + TEXT + "#Message-Dedup-Id=d2 seven");

    private GoldenLife() {}

    /** Writes {@code <format>.zip} and {@code <format>.txt} into a directory of resources. */
    public static void main(String[] args) throws IOException {
        Path resources = Path.of(args[0]);
        String format = args[1];
        Path temp = Files.createTempDirectory("golden");
        Path data = temp.resolve("data");
        StringBuilder told = new StringBuilder();
        try (GoldenServer server = new GoldenServer(data)) {
            BEFORE_CHECKPOINT.forEach(line -> told.append(server.send(line)));
            server.checkpoint();
            AFTER_CHECKPOINT.forEach(line -> told.append(server.send(line)));
            Zip.pack(data, resources.resolve(format + ".zip")); // as a kill would leave it
        }
        Zip.unpack(resources.resolve(format + ".zip"), temp.resolve("copy"));
        try (GoldenServer server = new GoldenServer(temp.resolve("copy"))) {
            Files.writeString(resources.resolve(format + ".txt"), answers(server));
        }
        System.out.println(told);
    }

    /** The answers to all questions and actions. */
    static String answers(GoldenServer server) {
        StringBuilder answers = new StringBuilder();
        QUESTIONS.forEach(line -> answers.append(server.send(line)));
        ACTIONS.forEach(line -> answers.append(server.send(line)));
        return answers.toString();
    }
}
