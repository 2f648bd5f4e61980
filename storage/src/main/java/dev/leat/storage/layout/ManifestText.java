package dev.leat.storage.layout;

import dev.leat.storage.LayoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.zip.CRC32C;

/** A manifest as text: one fact a line. The first two lines and the last are the same in every format there will be. */
final class ManifestText {

    private static final String TITLE = "leat data directory";
    private static final String SUM = "crc32c ";

    private final Path file;
    private final List<String> lines;

    private ManifestText(Path file, List<String> lines) {
        this.file = file;
        this.lines = lines;
    }

    static byte[] write(LayoutManifest manifest) {
        String text = String.join(
                "\n",
                TITLE,
                "format " + manifest.format(),
                "id " + manifest.id(),
                "created " + manifest.created(),
                "shards " + manifest.shards(),
                "hash " + manifest.hashPolicy(),
                "journal-segment-bytes " + manifest.journalSegmentBytes(),
                "");
        return (text + SUM + checksum(text) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    static LayoutManifest read(Path file, byte[] content) {
        String text = new String(content, StandardCharsets.UTF_8);
        if (!text.startsWith(TITLE + "\n")) {
            throw new LayoutException(file + " is not a manifest of Leat: expected '" + TITLE
                    + "' in its first line. Choose an empty directory, or restore the file from a backup");
        }
        checkSum(file, text);
        return new ManifestText(file, text.lines().toList()).manifest();
    }

    private static void checkSum(Path file, String text) {
        int at = text.lastIndexOf("\n" + SUM) + 1;
        String expected = SUM + checksum(text.substring(0, at)) + "\n";
        if (!text.substring(at).equals(expected)) {
            throw damaged(
                    file,
                    "expected the last line '" + expected.strip() + "', found '"
                            + text.substring(at).strip() + "'");
        }
    }

    private LayoutManifest manifest() {
        try {
            int format = Integer.parseInt(fact(1, "format"));
            if (format != LayoutManifest.FORMAT) {
                throw new LayoutException(file + " has format " + format + ", expected " + LayoutManifest.FORMAT
                        + ". Use the version of Leat that wrote this data directory, or choose an empty one");
            }
            return new LayoutManifest(
                    format,
                    UUID.fromString(fact(2, "id")),
                    Instant.parse(fact(3, "created")),
                    shards(fact(4, "shards")),
                    fact(5, "hash"),
                    Long.parseLong(fact(6, "journal-segment-bytes")));
        } catch (IllegalArgumentException | DateTimeException e) {
            throw damaged(file, String.valueOf(e.getMessage()));
        }
    }

    private static int shards(String words) {
        int shards = Integer.parseInt(words);
        if (!LayoutSettings.isShardCount(shards)) {
            throw new IllegalArgumentException("shards " + shards + " is not a power of two from 1 to 256");
        }
        return shards;
    }

    private String fact(int line, String name) {
        String found = line < lines.size() ? lines.get(line) : "";
        if (!found.startsWith(name + " ")) {
            throw damaged(file, "expected '" + name + " …' in line " + (line + 1) + ", found '" + found + "'");
        }
        return found.substring(name.length() + 1);
    }

    private static LayoutException damaged(Path file, String what) {
        return new LayoutException(file + " is damaged or was edited: " + what + ". Restore the file from a backup");
    }

    private static String checksum(String text) {
        CRC32C crc = new CRC32C();
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().toHexDigits((int) crc.getValue());
    }
}
