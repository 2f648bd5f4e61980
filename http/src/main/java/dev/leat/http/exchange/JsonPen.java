package dev.leat.http.exchange;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * Writer of one JSON text after the other. Making a generator costs as much as writing a short answer, so each thread
 * keeps one. No separator stands between the texts.
 */
final class JsonPen {
    private static final JsonFactory FACTORY =
            new JsonFactoryBuilder().rootValueSeparator((String) null).build();
    private static final ThreadLocal<@Nullable JsonPen> KEPT = new ThreadLocal<>();

    private final Output out = new Output();
    private final JsonGenerator json;

    private JsonPen() throws IOException {
        json = FACTORY.createGenerator(out);
    }

    /** Returns the text as bytes. A call within another one, or after one that failed, uses a new pen. */
    static byte[] write(Json content) {
        try {
            JsonPen kept = KEPT.get();
            KEPT.set(null);
            JsonPen pen = kept == null ? new JsonPen() : kept;
            content.write(pen.json);
            if (!pen.json.getOutputContext().inRoot()) {
                throw new IllegalStateException("a text was not written to its end");
            }
            pen.json.flush();
            byte[] text = pen.out.take();
            KEPT.set(pen);
            return text;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Collects the bytes of one text after the other, and holds on to no more room than most of them need. */
    private static final class Output extends ByteArrayOutputStream {
        private static final int USUAL_BYTES = 2048;

        Output() {
            super(USUAL_BYTES);
        }

        /** The whole text. The next one begins. */
        byte[] take() {
            byte[] text = toByteArray();
            reset();
            if (buf.length > USUAL_BYTES) {
                buf = new byte[USUAL_BYTES];
            }
            return text;
        }
    }
}
