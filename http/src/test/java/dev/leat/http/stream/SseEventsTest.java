package dev.leat.http.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.ContentType;
import dev.leat.api.spi.Slice;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamPath;
import dev.leat.testkit.Seeds;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SseEventsTest {

    @Test
    void aBatchOfTextIsOneDataEventAndItsControlEvent() {
        assertThat(encode(ContentType.TEXT, "line1\nline2", true, false)).isEqualTo("""
                        event: data
                        data:line1
                        data:line2

                        event: control
                        data:{"streamNextOffset":"0000000000000000_0000000000000011","streamCursor":"7","upToDate":true}

                        """);
    }

    @Test
    void aBatchOfJsonIsOneArray() {
        assertThat(encode(ContentType.JSON, "{\"a\":\n1},2,", false, false)).isEqualTo("""
                        event: data
                        data:[{"a":
                        data:1},2]

                        event: control
                        data:{"streamNextOffset":"0000000000000000_0000000000000011","streamCursor":"7"}

                        """);
    }

    @Test
    void bytesGoAsBase64() {
        assertThat(encode(ContentType.BYTES, "\0\1\2\3", true, false)).startsWith("event: data\ndata:AAECAw==\n\n");
    }

    @Test
    void theEndOfAStreamIsToldWithoutACursor() {
        assertThat(encode(ContentType.TEXT, "", true, true)).isEqualTo("""
                        event: control
                        data:{"streamNextOffset":"0000000000000000_0000000000000000","upToDate":true,"streamClosed":true}

                        """);
    }

    /** Reads the events as the WHATWG standard says, and gets the text back: only the kinds of line breaks become one. */
    @Seeds(200)
    void aClientReadsWhatWasWritten(long seed) {
        Random random = new Random(seed);
        String alphabet = "ab \r\n:é{}";
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(1, 40); i > 0; i--) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }

        String events = encode(ContentType.TEXT, text.toString(), true, false);

        String expected = text.toString().replace("\r\n", "\n").replace('\r', '\n');
        assertThat(dataOfFirstEvent(events)).isEqualTo(expected);
        assertThat(events.split("\n\n")).hasSize(2);
    }

    @Seeds(200)
    void messagesInPiecesMakeTheSameEventsAsInOne(long seed) {
        Random random = new Random(seed);
        ContentType type =
                List.of(ContentType.TEXT, ContentType.JSON, ContentType.BYTES).get(random.nextInt(3));
        byte[] stored = new byte[random.nextInt(1, 60)];
        for (int i = 0; i < stored.length; i++) {
            stored[i] = (byte) "a \r\n,".charAt(random.nextInt(5));
        }

        SseEvents events = new SseEvents(type);
        ByteArrayOutputStream pieces = new ByteArrayOutputStream();
        int start = 0;
        while (start < stored.length) {
            ByteBuffer first = ByteBuffer.wrap(stored, start, random.nextInt(stored.length - start + 1));
            start += first.remaining();
            ByteBuffer second = ByteBuffer.wrap(stored, start, random.nextInt(stored.length - start + 1));
            start += second.remaining();
            boolean last = start == stored.length && first.remaining() + second.remaining() > 0;
            events.data(last, second.hasRemaining() ? new ByteBuffer[] {first, second} : new ByteBuffer[] {first});
            if (random.nextBoolean()) {
                write(pieces, events.take());
            }
        }
        write(pieces, events.control(slice(type, stored, true, false), 7).take());

        assertThat(pieces.toString(StandardCharsets.UTF_8))
                .isEqualTo(encode(type, new String(stored, StandardCharsets.UTF_8), true, false));
    }

    private static String dataOfFirstEvent(String events) {
        StringBuilder data = new StringBuilder();
        for (String line : events.split("\n", -1)) {
            if (line.isEmpty()) {
                break;
            }
            if (line.startsWith("data:")) {
                String value = line.substring("data:".length());
                data.append(value.startsWith(" ") ? value.substring(1) : value).append('\n');
            }
        }
        return data.substring(0, data.length() - 1);
    }

    private static String encode(ContentType type, String text, boolean upToDate, boolean closed) {
        byte[] stored = text.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream events = new ByteArrayOutputStream();
        write(events, SseEvents.encode(slice(type, stored, upToDate, closed), stored, 7));
        return events.toString(StandardCharsets.UTF_8);
    }

    private static Slice slice(ContentType type, byte[] stored, boolean upToDate, boolean closed) {
        return new Slice(
                StreamPath.of("s"),
                1,
                type,
                Offset.START,
                new Offset(stored.length),
                upToDate,
                closed,
                List.of(),
                () -> new int[0],
                () -> {});
    }

    private static void write(ByteArrayOutputStream out, ByteBuffer[] pieces) {
        for (ByteBuffer piece : pieces) {
            assertThat(piece.remaining()).isLessThanOrEqualTo(64 << 10);
            byte[] bytes = new byte[piece.remaining()];
            piece.get(bytes);
            out.writeBytes(bytes);
        }
    }

    @Test
    void aLongMessageIsEncodedInPieces() {
        String lines = ("x".repeat(1000) + "\n").repeat(300);

        String events = encode(ContentType.TEXT, lines, true, false);

        assertThat(events).startsWith("event: data\ndata:x").contains("\nevent: control\n");
        assertThat(dataOfFirstEvent(events)).isEqualTo(lines);
    }
}
