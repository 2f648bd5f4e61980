package dev.leat.http.stream;

import dev.leat.api.ContentType;
import dev.leat.api.RejectedException;
import dev.leat.api.spi.Slice;
import dev.leat.http.exchange.Exchange;
import dev.leat.http.exchange.HeaderNames;
import dev.leat.http.exchange.Problem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Compression of catch-up reads for clients that accept it, on worker threads. */
final class Gzip {
    private static final Logger LOG = LoggerFactory.getLogger(Gzip.class);

    private Gzip() {}

    static boolean isAccepted(@Nullable String acceptEncoding) {
        if (acceptEncoding == null) {
            return false;
        }
        for (String coding : acceptEncoding.split(",")) {
            String[] parts = coding.trim().toLowerCase(Locale.ROOT).split(";", 2);
            if (parts[0].trim().equals("gzip")) {
                return parts.length == 1 || !parts[1].replace(" ", "").matches("q=0(\\.0*)?");
            }
        }
        return false;
    }

    /** Whether messages of this type are likely to get smaller. */
    static boolean helps(ContentType type) {
        String media = type.mediaType();
        return media.startsWith("text/")
                || media.endsWith("json")
                || media.endsWith("xml")
                || media.equals("application/javascript");
    }

    @SuppressWarnings("FutureReturnValueIgnored") // its outcome is handled below
    static void send(Exchange exchange, Slice slice) {
        exchange.context()
                .inBackground(() -> compressed(slice))
                .whenComplete((body, failure) -> exchange.loop().run(() -> {
                    slice.close();
                    if (failure == null) {
                        exchange.response().putHeader(HeaderNames.CONTENT_ENCODING, "gzip");
                        exchange.end(body);
                    } else if (failure instanceof RejectedException refused) { // which was logged
                        exchange.refuse(refused.rejection());
                    } else {
                        LOG.error("request {}: cannot read or compress", exchange.requestId(), failure);
                        exchange.refuse(Problem.of(500, "storage-failed", "the messages could not be read"));
                    }
                }));
    }

    private static byte[] compressed(Slice slice) {
        byte[] plain = SliceBody.bytes(slice);
        ByteArrayOutputStream out = new ByteArrayOutputStream(plain.length / 3 + 256);
        try (GZIPOutputStream gzip = new FastGzip(out)) {
            gzip.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private static final class FastGzip extends GZIPOutputStream {
        FastGzip(ByteArrayOutputStream out) throws IOException {
            super(out, 8192);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }
}
