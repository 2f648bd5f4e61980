package dev.leat.client.conformance;

import dev.leat.api.ContentType;
import dev.leat.api.RejectedException;
import dev.leat.api.spi.Engine;
import dev.leat.api.spi.Following;
import dev.leat.api.spi.Query;
import dev.leat.api.spi.Slice;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamPath;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Reads as a command asks for it, and tells what came in chunks. */
final class Reader {
    private final Engine engine;
    private final StreamPath path;
    private final List<Object> chunks = new ArrayList<>();
    private Offset at;
    private boolean upToDate;
    private boolean closed;
    private boolean waitedInVain;

    Reader(Engine engine, StreamPath path, Offset from) {
        this.engine = engine;
        this.path = path;
        this.at = from;
    }

    /** All that is there, as one chunk. */
    Result catchUp() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        ContentType type = ContentType.BYTES;
        while (!upToDate) {
            try (Slice slice = engine.call(new Query.Read(path, at, Integer.MAX_VALUE))) {
                all.writeBytes(slice.bytes());
                type = slice.contentType();
                moved(slice);
            }
        }
        if (all.size() > 0) {
            chunks.add(chunk(type, all.toByteArray()));
        }
        return result();
    }

    /** What comes, until it is enough or the time is over. */
    Result follow(long millis, long most, boolean untilUpToDate) throws InterruptedException {
        at = at.equals(Offset.NOW) ? engine.call(new Query.Head(path)).tail() : at;
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        try (Following following = engine.follow(path)) {
            while (!closed && chunks.size() < most && !(untilUpToDate && upToDate)) {
                CompletableFuture<Slice> next = following.next(at);
                Slice slice = next.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
                moved(slice);
                if (slice.length() > 0) {
                    chunks.add(chunk(slice.contentType(), slice.bytes()));
                }
            }
        } catch (TimeoutException e) {
            upToDate = true;
            waitedInVain = chunks.isEmpty();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RejectedException rejected ? rejected : new IllegalStateException(e);
        }
        return result();
    }

    private void moved(Slice slice) {
        at = slice.next();
        upToDate = slice.upToDate();
        closed = slice.closed();
    }

    private Result result() {
        return Result.of("read", waitedInVain ? 204 : 200)
                .with("chunks", chunks)
                .with("offset", at.equals(Offset.START) ? "-1" : at.toString())
                .with("upToDate", upToDate)
                .with("streamClosed", closed);
    }

    private Map<String, Object> chunk(ContentType type, byte[] stored) {
        Map<String, Object> chunk = new LinkedHashMap<>();
        byte[] bytes = type.isJson() ? array(stored) : stored;
        try {
            chunk.put(
                    "data",
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(bytes))
                            .toString());
        } catch (CharacterCodingException e) {
            chunk.put("data", Base64.getEncoder().encodeToString(bytes));
            chunk.put("binary", true);
        }
        chunk.put("offset", at.toString());
        return chunk;
    }

    private static byte[] array(byte[] stored) {
        byte[] array = new byte[stored.length + 1];
        array[0] = '[';
        System.arraycopy(stored, 0, array, 1, stored.length);
        array[stored.length] = ']';
        return array;
    }
}
