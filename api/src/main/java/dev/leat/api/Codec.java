package dev.leat.api;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * How values become payloads and back. Whatever {@link #decode} throws means that the payload cannot be read, now and later.
 *
 * <p>Leat brings no data binding with it; {@link #json} takes the application's own, for example with Jackson: {@code
 * Codec.json(mapper::writeValueAsString, text -> mapper.readValue(text, Order.class))}.
 */
public interface Codec<T> {

    /** Returns the content type of the payloads that {@link #encode} makes. */
    ContentType contentType();

    /** Returns the payload of a value, or throws why the value has none. */
    byte[] encode(T value) throws Exception;

    /** Returns the value of a payload, or throws why the payload is malformed. */
    T decode(byte[] payload) throws Exception;

    /** One direction of a codec. */
    @FunctionalInterface
    interface Conversion<A, B> {
        /** Returns the converted value, or throws why it cannot be converted. */
        B convert(A value) throws Exception;
    }

    /** Payloads as they are. */
    static Codec<byte[]> bytes() {
        return of(ContentType.BYTES, payload -> payload, payload -> payload);
    }

    /** Text in UTF-8. What is not is refused, both ways. */
    static Codec<String> text() {
        return of(ContentType.TEXT, Codec::strictBytes, Codec::strictText);
    }

    /** JSON by the application's own mapper. */
    static <T> Codec<T> json(Conversion<? super T, String> write, Conversion<String, ? extends T> read) {
        return of(
                ContentType.JSON,
                value -> strictBytes(write.convert(value)),
                payload -> read.convert(strictText(payload)));
    }

    /** Any other format. */
    static <T> Codec<T> of(
            ContentType contentType, Conversion<? super T, byte[]> encode, Conversion<byte[], ? extends T> decode) {
        return new Codec<>() {
            @Override
            public ContentType contentType() {
                return contentType;
            }

            @Override
            public byte[] encode(T value) throws Exception {
                return encode.convert(value);
            }

            @Override
            public T decode(byte[] payload) throws Exception {
                return decode.convert(payload);
            }
        };
    }

    private static String strictText(byte[] payload) throws CharacterCodingException {
        return StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(payload))
                .toString();
    }

    private static byte[] strictBytes(String text) throws CharacterCodingException {
        ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
        byte[] bytes = new byte[encoded.remaining()];
        encoded.get(bytes);
        return bytes;
    }
}
