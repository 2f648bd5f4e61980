package dev.leat.outbox.sink;

import dev.leat.outbox.spi.Batch;
import dev.leat.outbox.spi.BatchStamp;
import dev.leat.outbox.spi.Guarantee;
import dev.leat.outbox.spi.ProducerForgottenException;
import dev.leat.outbox.spi.RefusedException;
import dev.leat.outbox.spi.Row;
import dev.leat.outbox.spi.Sink;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.util.Set;

/**
 * A sink that appends each row exactly once to a stream of a Leat server. A batch is one append of an idempotent producer, which is sent again
 * as it was until the server has answered; whatever crashes in between, the server knows it by its number.
 *
 * <p>On a JSON stream every row is a message. On any other one the payloads of a batch follow each other; where readers have to tell them
 * apart, let each end with something ({@link #endingEach}).
 */
public final class StreamSink implements Sink {

    private static final String JSON = "application/json";

    /** What the server says about the rows. All else is about the stream or the credentials, and may be mended. */
    private static final Set<String> ABOUT_ROWS = Set.of("json-malformed", "body-empty", "too-large");

    private static final int NOT_FOUND = 404;

    private final LeatEndpoint server;
    private final String path;
    private final String contentType;
    private final byte[] ending;
    private final boolean creating;

    private StreamSink(LeatEndpoint server, String path, String contentType, byte[] ending, boolean creating) {
        this.server = server;
        this.path = path;
        this.contentType = contentType;
        this.ending = ending;
        this.creating = creating;
    }

    /** To a stream of JSON values, which all payloads have to be. */
    public static StreamSink json(LeatEndpoint server, String path) {
        return of(server, path, JSON);
    }

    /** To a stream of another content type, as bytes. */
    public static StreamSink of(LeatEndpoint server, String path, String contentType) {
        return new StreamSink(server, path, contentType, new byte[0], false);
    }

    /** Puts these bytes after each payload, unless the stream is one of JSON. */
    public StreamSink endingEach(byte[] bytes) {
        return new StreamSink(server, path, contentType, bytes.clone(), creating);
    }

    /** Creates the stream if it is not there. */
    public StreamSink creating() {
        return new StreamSink(server, path, contentType, ending, true);
    }

    @Override
    public Guarantee guarantee() {
        return Guarantee.IDEMPOTENT_PRODUCER;
    }

    @Override
    public void handOff(Batch batch) throws Exception {
        byte[] body = isJson() ? array(batch) : bytes(batch);
        LeatEndpoint.Answer answer = append(batch.stamp(), body);
        if (answer.status() == NOT_FOUND && creating && answer.problem().equals("stream-not-found")) {
            create();
            answer = append(batch.stamp(), body);
        }
        check(answer);
    }

    private boolean isJson() {
        String type = contentType.split(";", 2)[0].strip();
        return type.equalsIgnoreCase(JSON);
    }

    private static byte[] array(Batch batch) throws RefusedException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        char before = '[';
        for (Row row : batch.rows()) {
            if (!JsonSyntax.isOneValue(row.payload())) {
                throw new RefusedException("the payload is not one JSON value", row);
            }
            out.write(before);
            out.writeBytes(row.payload());
            before = ',';
        }
        out.write(']');
        return out.toByteArray();
    }

    private byte[] bytes(Batch batch) throws RefusedException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (Row row : batch.rows()) {
            if (row.payload().length + ending.length == 0) {
                throw new RefusedException("a stream has no empty messages", row);
            }
            out.writeBytes(row.payload());
            out.writeBytes(ending);
        }
        return out.toByteArray();
    }

    private LeatEndpoint.Answer append(BatchStamp stamp, byte[] body) throws IOException, InterruptedException {
        HttpRequest.Builder request = server.request("stream/" + path)
                .header("Content-Type", contentType)
                .header("Producer-Id", stamp.producer())
                .header("Producer-Epoch", Long.toString(stamp.epoch()))
                .header("Producer-Seq", Long.toString(stamp.seq()));
        return server.send(request, "POST", body);
    }

    private void create() throws IOException, InterruptedException {
        LeatEndpoint.Answer answer =
                server.send(server.request("stream/" + path).header("Content-Type", contentType), "PUT", new byte[0]);
        if (!answer.isSuccess()) {
            throw new IOException("the stream was not created: " + answer);
        }
    }

    private static void check(LeatEndpoint.Answer answer) throws Exception {
        if (answer.isSuccess()) {
            return;
        }
        if (answer.header("Producer-Expected-Seq") != null || answer.header("Producer-Epoch") != null) {
            throw new ProducerForgottenException("the server does not know this producer as it should: " + answer);
        }
        boolean definite = answer.status() == 400 || answer.status() == 413;
        if (definite && (answer.problem().isEmpty() || ABOUT_ROWS.contains(answer.problem()))) {
            throw new RefusedException(answer.toString());
        }
        throw new IOException(answer.toString());
    }
}
