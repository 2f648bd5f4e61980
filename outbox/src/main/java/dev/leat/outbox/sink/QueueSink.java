package dev.leat.outbox.sink;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.leat.outbox.spi.Batch;
import dev.leat.outbox.spi.Guarantee;
import dev.leat.outbox.spi.RefusedException;
import dev.leat.outbox.spi.Row;
import dev.leat.outbox.spi.Sink;
import dev.leat.outbox.spi.UnansweredException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A sink that enqueues rows in a queue of a Leat server. Each has a dedup id made of its namespace and seq, so that a repeat within the queue's dedup
 * window is dropped. Messages of a batch are enqueued all together or not at all, and in order. The row's key, headers and trace go along.
 */
public final class QueueSink implements Sink {

    private static final String TRACE = "traceparent";

    /** What the server says about the messages. All else is about the queue or the credentials, and may be mended. */
    private static final Set<String> ABOUT_ROWS = Set.of("bad-argument", "json-malformed", "too-large");

    private final LeatEndpoint server;
    private final String queue;
    private final String contentType;

    private QueueSink(LeatEndpoint server, String queue, String contentType) {
        this.server = server;
        this.queue = queue;
        this.contentType = contentType;
    }

    /** To a queue that exists, as messages of a content type. */
    public static QueueSink to(LeatEndpoint server, String queue, String contentType) {
        return new QueueSink(server, queue, contentType);
    }

    @Override
    public Guarantee guarantee() {
        return Guarantee.DEDUPE_KEY;
    }

    @Override
    public void handOff(Batch batch) throws Exception {
        enqueue(batch, batch.rows());
    }

    /** Halves what the server refuses, until the message is alone that is to blame; the others go in their order. */
    private void enqueue(Batch batch, List<Row> candidates) throws Exception {
        List<Row> rows = ready(batch, candidates);
        if (rows.isEmpty()) {
            return;
        }
        LeatEndpoint.Answer answer = send(rows);
        if (answer.isSuccess()) {
            return;
        }
        if (!isAboutRows(answer)) {
            throw new UnansweredException(answer.toString());
        }
        if (rows.size() == 1) {
            batch.fail(rows.get(0), new RefusedException(answer.toString(), rows.get(0)));
        } else {
            enqueue(batch, rows.subList(0, rows.size() / 2));
            enqueue(batch, rows.subList(rows.size() / 2, rows.size()));
        }
    }

    private LeatEndpoint.Answer send(List<Row> rows) throws UnansweredException, InterruptedException {
        try {
            return server.send(
                    server.request("queues/" + queue + "/messages:batch").header("Content-Type", "application/json"),
                    "POST",
                    body(rows));
        } catch (IOException e) {
            throw new UnansweredException(e);
        }
    }

    private static List<Row> ready(Batch batch, List<Row> candidates) {
        List<Row> rows = new ArrayList<>();
        for (Row row : candidates) {
            if (batch.isReady(row)) {
                rows.add(row);
            } else {
                batch.release(row);
            }
        }
        return rows;
    }

    private static boolean isAboutRows(LeatEndpoint.Answer answer) {
        boolean definite = answer.status() == 400 || answer.status() == 413;
        return definite && (answer.problem().isEmpty() || ABOUT_ROWS.contains(answer.problem()));
    }

    private byte[] body(List<Row> rows) {
        StringBuilder json = new StringBuilder("{\"messages\":[");
        for (Row row : rows) {
            message(json, row);
            json.append(',');
        }
        json.setCharAt(json.length() - 1, ']');
        return json.append('}').toString().getBytes(UTF_8);
    }

    private void message(StringBuilder json, Row row) {
        json.append("{\"dedupId\":");
        string(json, "ob/" + row.namespace() + "/" + row.seq());
        json.append(",\"contentType\":");
        string(json, contentType);
        if (row.key() != null) {
            json.append(",\"key\":");
            string(json, row.key());
        }
        headers(json, row);
        json.append(",\"payloadBase64\":\"")
                .append(Base64.getEncoder().encodeToString(row.payload()))
                .append("\"}");
    }

    private static void headers(StringBuilder json, Row row) {
        json.append(",\"headers\":{");
        for (Map.Entry<String, String> header : row.headers().entrySet()) {
            string(json, header.getKey());
            json.append(':');
            string(json, header.getValue());
            json.append(',');
        }
        if (row.trace() != null && !row.headers().containsKey(TRACE)) {
            string(json, TRACE);
            json.append(':');
            string(json, row.trace());
            json.append(',');
        }
        if (json.charAt(json.length() - 1) == ',') {
            json.setLength(json.length() - 1);
        }
        json.append('}');
    }

    private static void string(StringBuilder json, String text) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ') {
                json.append(String.format("\\u%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        json.append('"');
    }
}
