package dev.leat.cli.stream;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.stream.AppendResult;
import dev.leat.api.stream.DurableStream;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.Producer;
import dev.leat.cli.console.JsonPrinter;
import dev.leat.cli.remote.CommandInput;
import dev.leat.wire.JsonErrorText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Appends the lines of a file through a producer: in batches, in order, each exactly once. */
final class LineImport {
    private final Producer<byte[]> producer;
    private final boolean json;
    private final AtomicLong appended = new AtomicLong();
    private final AtomicReference<@Nullable Offset> tail = new AtomicReference<>();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    LineImport(DurableStream stream) {
        this.json = stream.head().contentType().isJson();
        this.producer = stream.producer().start();
    }

    /** @throws RejectedException if something before it was refused, or if it is no JSON where that is wanted */
    void add(CommandInput.Line line) {
        requireGood();
        if (json) {
            requireJson(line);
        }
        byte[] payload = json ? line.bytes() : ended(line.bytes());
        var unused = producer.append(payload).whenComplete(this::answered);
    }

    /** Checks a line before it is sent, because a rejection of a batch does not name its line. The lines before it stay. */
    private void requireJson(CommandInput.Line line) {
        try (JsonParser parser = JsonPrinter.FACTORY.createParser(line.bytes())) {
            if (parser.nextToken() == null) {
                throw new JsonParseException(parser, "there is nothing");
            }
            parser.skipChildren();
            if (parser.nextToken() != null) {
                throw new JsonParseException(parser, "more follows after the value");
            }
        } catch (JsonProcessingException e) {
            finish();
            throw RejectedException.of(new Rejection.MalformedJson("line " + line.number() + ", column "
                    + e.getLocation().getColumnNr() + ": " + JsonErrorText.withoutLocation(e)));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // there is no file to fail here
        }
    }

    private static byte[] ended(byte[] line) {
        byte[] payload = Arrays.copyOf(line, line.length + 1);
        payload[line.length] = '\n';
        return payload;
    }

    private void answered(@Nullable AppendResult outcome, @Nullable Throwable problem) {
        if (outcome == null) {
            failure.compareAndSet(null, problem);
        } else {
            appended.incrementAndGet();
            tail.accumulateAndGet(outcome.tail(), LineImport::later);
        }
    }

    /** Returns the later of two offsets: batches are appended in order, but their answers can arrive in any order. */
    private static @Nullable Offset later(@Nullable Offset one, @Nullable Offset other) {
        return one == null || (other != null && other.compareTo(one) > 0) ? other : one;
    }

    private void requireGood() {
        if (failure.get() instanceof RejectedException rejected) {
            throw rejected;
        }
    }

    /** Waits until all appended lines are durable. */
    void finish() {
        producer.close();
        requireGood();
    }

    long appended() {
        return appended.get();
    }

    /** Returns the offset after the last appended line; null if nothing was appended. */
    @Nullable
    Offset tail() {
        return tail.get();
    }
}
