package dev.leat.http.http1;

import dev.leat.http.protocol.HttpMethod;
import io.netty.handler.codec.http2.Http2Settings;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The request line and the headers. Read strictly: input that a proxy in front could understand in another way is no
 * request. Of the headers only the positions are kept; a string is made when a header is asked for.
 */
final class RequestHead {
    private static final int FIELDS = 4;
    private static final int USUAL_HEADERS = 12;
    private static final int LONGEST_LENGTH = 18;
    private static final boolean[] TOKEN = new boolean[128];

    static {
        for (char c = '0'; c <= 'z'; c++) {
            TOKEN[c] = Character.isLetterOrDigit(c);
        }
        for (char c : "!#$%&'*+-.^_`|~".toCharArray()) {
            TOKEN[c] = true;
        }
    }

    private final byte[] bytes;
    private int position;
    private int[] places =
            new int[FIELDS * USUAL_HEADERS]; // for each header where its name and its value start and end
    private int count;
    private HttpMethod method = HttpMethod.GET;
    private String path = "";
    private @Nullable String query;
    private @Nullable String authority;
    private boolean old;
    private int hosts;
    private int lengths;
    private long length;
    private int codings;
    private boolean chunked;
    private boolean closes;
    private boolean keeps;
    private int connections;
    private int upgrades;
    private boolean upgradeNamed;
    private boolean h2c;
    private int settings;
    private boolean settingsNamed;

    private RequestHead(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Returns an empty head, for input that could not be read. */
    static RequestHead none() {
        return new RequestHead(new byte[0]);
    }

    /** Reads a head, up to the empty line behind it; null if that is no HTTP/1.1. */
    static @Nullable RequestHead read(byte[] bytes) {
        RequestHead head = new RequestHead(bytes);
        return head.isRequestLine() && head.areHeaders() && head.isFramed() ? head : null;
    }

    private boolean isRequestLine() {
        int start = position;
        while (isToken(bytes[position])) {
            position++;
        }
        if (position == start || bytes[position] != ' ') {
            return false;
        }
        method = HttpMethod.of(text(start, position));
        int target = ++position;
        while (isVisible(bytes[position])) {
            position++;
        }
        if (position == target || bytes[position] != ' ') {
            return false;
        }
        target(text(target, position));
        position++;
        return isVersion();
    }

    private boolean isVersion() {
        if (bytes.length - position < 10
                || bytes[position] != 'H'
                || bytes[position + 1] != 'T'
                || bytes[position + 2] != 'T'
                || bytes[position + 3] != 'P'
                || bytes[position + 4] != '/'
                || bytes[position + 5] != '1'
                || bytes[position + 6] != '.') {
            return false;
        }
        byte minor = bytes[position + 7];
        old = minor == '0';
        position += 8;
        return (old || minor == '1') && isLineEnd();
    }

    private boolean isLineEnd() {
        boolean end = bytes[position] == '\r' && bytes[position + 1] == '\n';
        position += 2;
        return end;
    }

    /** It may name the server, too, as it is written for a proxy. */
    private void target(String target) {
        int start = 0;
        if (target.charAt(0) != '/' && isUrl(target)) {
            int from = target.indexOf("//") + 2;
            start = from;
            while (start < target.length() && "/?".indexOf(target.charAt(start)) < 0) {
                start++;
            }
            authority = target.substring(from, start);
        }
        int mark = target.indexOf('?', start);
        String named = target.substring(start, mark < 0 ? target.length() : mark);
        path = named.isEmpty() ? "/" : named;
        query = mark < 0 ? null : target.substring(mark + 1);
    }

    private static boolean isUrl(String target) {
        return target.regionMatches(true, 0, "http://", 0, 7) || target.regionMatches(true, 0, "https://", 0, 8);
    }

    private boolean areHeaders() {
        while (bytes[position] != '\r') {
            if (!isHeader()) {
                return false;
            }
        }
        return isLineEnd() && position == bytes.length;
    }

    private boolean isHeader() {
        int name = position;
        while (isToken(bytes[position])) {
            position++;
        }
        int nameEnd = position;
        if (nameEnd == name || bytes[position] != ':') {
            return false;
        }
        position++;
        while (isBlank(bytes[position])) {
            position++;
        }
        int value = position;
        while (isVisible(bytes[position]) || isBlank(bytes[position])) {
            position++;
        }
        int valueEnd = position;
        while (valueEnd > value && isBlank(bytes[valueEnd - 1])) {
            valueEnd--;
        }
        keep(name, nameEnd, value, valueEnd);
        return isLineEnd() && isUnderstood(name, nameEnd, value, valueEnd);
    }

    private void keep(int name, int nameEnd, int value, int valueEnd) {
        int place = FIELDS * count++;
        if (place == places.length) {
            places = Arrays.copyOf(places, 2 * place);
        }
        places[place] = name;
        places[place + 1] = nameEnd;
        places[place + 2] = value;
        places[place + 3] = valueEnd;
    }

    /** Reads the headers that define the framing of the request. */
    private boolean isUnderstood(int name, int nameEnd, int value, int valueEnd) {
        switch (nameEnd - name) {
            case 4 -> hosts += is(name, nameEnd, "host") ? 1 : 0;
            case 7 -> {
                if (is(name, nameEnd, "upgrade")) {
                    upgrades++;
                    h2c = is(value, valueEnd, "h2c");
                }
            }
            case 10 -> {
                if (is(name, nameEnd, "connection")) {
                    connections++;
                    connection(text(value, valueEnd));
                }
            }
            case 14 -> {
                if (is(name, nameEnd, "content-length")) {
                    return isLength(value, valueEnd);
                }
                settings += is(name, nameEnd, "http2-settings") ? 1 : 0;
            }
            case 17 -> {
                if (is(name, nameEnd, "transfer-encoding")) {
                    codings++;
                    chunked = is(value, valueEnd, "chunked");
                    return chunked;
                }
            }
            default -> {} // says nothing about that
        }
        return true;
    }

    private void connection(String options) {
        for (String each : options.split(",", -1)) {
            String option = each.trim();
            closes |= option.equalsIgnoreCase("close");
            keeps |= option.equalsIgnoreCase("keep-alive");
            upgradeNamed |= option.equalsIgnoreCase("upgrade");
            settingsNamed |= option.equalsIgnoreCase("http2-settings");
        }
    }

    private boolean isLength(int value, int valueEnd) {
        lengths++;
        if (value == valueEnd || valueEnd - value > LONGEST_LENGTH) {
            return false;
        }
        long said = 0;
        for (int i = value; i < valueEnd; i++) {
            if (bytes[i] < '0' || bytes[i] > '9') {
                return false;
            }
            said = 10 * said + bytes[i] - '0';
        }
        length = said;
        return true;
    }

    /** Whether there is no doubt where the request ends, and whom it is for. */
    private boolean isFramed() {
        return lengths + codings <= 1 && !(chunked && old) && hosts <= 1;
    }

    private boolean is(int start, int end, String word) {
        return end - start == word.length() && begins(start, word);
    }

    static boolean isToken(byte c) {
        return c >= 0 && TOKEN[c];
    }

    /** Returns whether a byte is a visible character. All bytes beyond ASCII are. */
    static boolean isVisible(byte c) {
        return c < 0 || (c > ' ' && c != 0x7f);
    }

    static boolean isBlank(byte c) {
        return c == ' ' || c == '\t';
    }

    private static int lower(int c) {
        return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
    }

    private String text(int start, int end) {
        return new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
    }

    HttpMethod method() {
        return method;
    }

    String path() {
        return path;
    }

    @Nullable
    String query() {
        return query;
    }

    /** Returns the authority that the request names; null if there is none. */
    @Nullable
    String authority() {
        return authority == null ? header("host") : authority;
    }

    /** Whether it is HTTP/1.0. */
    boolean isOld() {
        return old;
    }

    boolean keepsAlive() {
        return !closes && (!old || keeps);
    }

    /**
     * Whether the client asks to go on with HTTP/2 in the one form that Vert.x takes without doubt: {@code Upgrade} is h2c alone,
     * {@code Connection} names both headers, there is one {@code HTTP2-Settings} and it can be read, the target is a path, and the
     * body is not chunked. Everything else stays an HTTP/1.1 request, as RFC 9110 allows, and is never read by another parser.
     */
    boolean upgrades() {
        return settings == 1
                && upgrades == 1
                && h2c
                && connections == 1
                && upgradeNamed
                && settingsNamed
                && hosts == 1
                && !old
                && !chunked
                && authority == null
                && path.startsWith("/")
                && settings(header("http2-settings")) != null;
    }

    /** Reads what a client sends in place of its first frame; null if that cannot be read. */
    private static @Nullable Http2Settings settings(@Nullable String encoded) {
        try {
            ByteBuffer frame = ByteBuffer.wrap(Base64.getUrlDecoder().decode(String.valueOf(encoded)));
            Http2Settings read = new Http2Settings();
            while (frame.hasRemaining()) {
                read.put(frame.getChar(), Long.valueOf(Integer.toUnsignedLong(frame.getInt())));
            }
            return read;
        } catch (IllegalArgumentException | BufferUnderflowException e) { // no base64, a bad value, half a setting
            return null;
        }
    }

    boolean isChunked() {
        return chunked;
    }

    /** How long its body is if it is not chunked. */
    long length() {
        return length;
    }

    @Nullable
    String header(CharSequence name) {
        for (int place = 0; place < FIELDS * count; place += FIELDS) {
            if (isNamed(place, name)) {
                return text(places[place + 2], places[place + 3]);
            }
        }
        return null;
    }

    List<String> headers(CharSequence name) {
        List<String> values = new ArrayList<>(1);
        for (int place = 0; place < FIELDS * count; place += FIELDS) {
            if (isNamed(place, name)) {
                values.add(text(places[place + 2], places[place + 3]));
            }
        }
        return values;
    }

    private boolean isNamed(int place, CharSequence name) {
        return places[place + 1] - places[place] == name.length() && begins(places[place], name);
    }

    private boolean begins(int start, CharSequence word) {
        for (int i = 0; i < word.length(); i++) {
            if (lower(bytes[start + i]) != lower(word.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    void eachHeader(String prefix, BiConsumer<String, String> action) {
        for (int place = 0; place < FIELDS * count; place += FIELDS) {
            if (places[place + 1] - places[place] >= prefix.length() && begins(places[place], prefix)) {
                action.accept(text(places[place], places[place + 1]), text(places[place + 2], places[place + 3]));
            }
        }
    }
}
