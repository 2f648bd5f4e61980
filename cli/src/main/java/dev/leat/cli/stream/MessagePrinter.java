package dev.leat.cli.stream;

import dev.leat.api.ContentType;
import dev.leat.api.stream.Message;
import dev.leat.cli.console.JsonPrinter;
import dev.leat.wire.PayloadJson;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;

/**
 * Prints the messages of a stream: JSON with one message to a line, anything else as its bytes. With {@code --json}
 * each message is a line of JSON that has its offset.
 */
final class MessagePrinter {
    private final ContentType contentType;
    private final boolean lines;
    private final PrintWriter out;
    private final OutputStream raw;
    private long left;

    /** @param limit how many messages to print, or bytes where messages have no bounds */
    MessagePrinter(ContentType contentType, boolean lines, PrintWriter out, OutputStream raw, long limit) {
        this.contentType = contentType;
        this.lines = lines;
        this.out = out;
        this.raw = raw;
        this.left = limit;
    }

    /** Returns whether the limit is reached or the reader of standard output is gone. */
    boolean isDone() {
        return left <= 0
                || (raw instanceof PrintStream stream && stream.checkError()); // the reader of standard output is gone
    }

    void print(Iterable<Message> messages) throws IOException {
        for (Message message : messages) {
            if (left <= 0) {
                break;
            }
            print(message);
        }
        out.flush();
        raw.flush();
    }

    private void print(Message message) throws IOException {
        boolean bounded = contentType.isJson();
        int length = bounded ? message.payload().length : (int) Math.min(left, message.payload().length);
        left -= bounded ? 1 : length;
        if (lines) {
            JsonPrinter.line(out, json -> {
                json.writeStartObject();
                json.writeStringField("offset", message.offset().toString());
                json.writeStringField("next", message.next().toString());
                PayloadJson.write(json, message.payload(), contentType);
                json.writeEndObject();
            });
        } else {
            raw.write(message.payload(), 0, length);
            if (bounded) {
                raw.write('\n');
            }
        }
    }
}
