package dev.leat.http.access;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A small file that may change while the server runs. Its content is compared, not its time: files of the same size are
 * replaced within one tick of a clock, and links are turned elsewhere.
 *
 * <p>A change that cannot be used leaves in force what was there before, and is warned about once.
 */
final class WatchedFile<T> {
    private static final Logger LOG = LoggerFactory.getLogger(WatchedFile.class);
    private static final int LONGEST = 4 << 20;

    private final String what;
    private final Path path;
    private final Function<byte[], T> parser;
    private final Consumer<String> warnings;
    private volatile T value;
    private byte[] seen;
    private @Nullable String failure;

    /**
     * Reads the file.
     *
     * @param parser throws an IllegalArgumentException for content that cannot be used
     * @throws IllegalArgumentException if the file cannot be read or used
     */
    WatchedFile(String what, Path path, Function<byte[], T> parser) {
        this(what, path, parser, LOG::warn);
    }

    WatchedFile(String what, Path path, Function<byte[], T> parser, Consumer<String> warnings) {
        this.warnings = warnings;
        this.what = what;
        this.path = path;
        this.parser = parser;
        try {
            byte[] content = read();
            value = parser.apply(content);
            seen = hash(content);
        } catch (IOException | IllegalArgumentException e) {
            throw new IllegalArgumentException(what + " " + path + ": " + words(e), e);
        }
    }

    T value() {
        return value;
    }

    /** Looks whether the file changed. One thread at a time; it may block. */
    synchronized void poll() {
        try {
            byte[] content = read();
            byte[] hash = hash(content);
            if (!Arrays.equals(hash, seen)) {
                seen = hash; // also if it is broken: once warned about is enough
                value = parser.apply(content);
                LOG.info("{} {} was read again", what, path);
            }
            failure = null;
        } catch (IOException | IllegalArgumentException e) {
            warn(words(e));
        }
    }

    private void warn(String words) {
        if (!words.equals(failure)) {
            failure = words;
            warnings.accept(what + " " + path + " cannot be used, and what it said before stays in force: " + words);
        }
    }

    private byte[] read() throws IOException {
        try (InputStream in = Files.newInputStream(path)) {
            byte[] content = in.readNBytes(LONGEST + 1);
            if (content.length > LONGEST) {
                throw new IOException("it is longer than " + LONGEST + " bytes");
            }
            return content;
        }
    }

    private static byte[] hash(byte[] content) {
        return TokenHash.sha256().digest(content);
    }

    private static String words(Exception e) {
        return e instanceof NoSuchFileException ? "there is no such file" : String.valueOf(e.getMessage());
    }
}
