package dev.leat.engine.scrub;

import dev.leat.engine.figures.Damage;
import dev.leat.storage.archive.Run;
import dev.leat.storage.layout.DataDirectory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * What a scrub writes into the file {@code SCRUB}: how far its cycle is, so that a restart goes on there, and the damage that is
 * known, so that a restart and {@code leat doctor} know it, too. The file is text: a title, lines of fields with a tab between them,
 * and a checksum of all lines before it.
 *
 * @param began when the running cycle began, or the last one; null if there was none yet
 * @param ended when a cycle ended last; null if none has
 * @param position how far the running cycle is; null if none is running
 * @param bytesDone what the running cycle has read
 */
public record ScrubRecord(
        @Nullable Instant began,
        @Nullable Instant ended,
        @Nullable Position position,
        long bytesDone,
        List<Damage> damage) {

    /** Of a directory that was never scrubbed. */
    public static final ScrubRecord NONE = new ScrubRecord(null, null, null, 0, List.of());

    private static final String TITLE = "leat scrub 1";
    private static final String NOTHING = "-";
    private static final HexFormat HEX = HexFormat.of();

    /** Where a cycle goes on. A cycle compares the tables of the store first, then its entries with the runs that they name. */
    public sealed interface Position {
        /** @param number the last table that was compared */
        record AfterTable(long number) implements Position {}

        /** @param key the first entry that was not compared, in hexadecimal digits */
        record AtEntry(String key) implements Position {}
    }

    /** The beginning of a cycle. */
    static final Position START = new Position.AfterTable(-1);

    byte[] toBytes() {
        StringBuilder text = new StringBuilder();
        line(text, TITLE);
        line(text, "began", moment(began));
        line(text, "ended", moment(ended));
        switch (position) {
            case null -> line(text, "at", NOTHING, NOTHING);
            case Position.AfterTable(long number) -> line(text, "at", "table", Long.toString(number));
            case Position.AtEntry(String key) -> line(text, "at", "entry", key);
        }
        line(text, "read", Long.toString(bytesDone));
        for (Damage one : damage) {
            line(text, "damage", place(one.place()), moment(one.found()), one.what(), one.affected(), one.wayOut());
        }
        line(text, "crc32c", checksum(text.toString()));
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** The record in a data directory, also if that is in use; empty if there is none, or none that can be read. */
    public static Optional<ScrubRecord> of(Path directory) {
        return DataDirectory.scrubRecord(directory).flatMap(ScrubRecord::read);
    }

    /** Reads a record; empty if it is not what was written. */
    public static Optional<ScrubRecord> read(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        int last = text.lastIndexOf("crc32c\t");
        if (!text.startsWith(TITLE + "\n")
                || last < 0
                || !text.substring(last).equals("crc32c\t" + checksum(text.substring(0, last)) + "\n")) {
            return Optional.empty();
        }
        try {
            return Optional.of(read(text.substring(0, last).lines().skip(1).toList()));
        } catch (RuntimeException e) { // of a version that writes other lines
            return Optional.empty();
        }
    }

    private static ScrubRecord read(List<String> lines) {
        String[] at = fields(lines.get(2));
        Position position = switch (at[1]) {
            case "table" -> new Position.AfterTable(Long.parseLong(at[2]));
            case "entry" -> new Position.AtEntry(at[2]);
            default -> null;
        };
        List<Damage> damage = new ArrayList<>();
        for (String line : lines.subList(4, lines.size())) {
            String[] fields = fields(line);
            damage.add(new Damage(place(fields[1]), fields[3], fields[4], fields[5], Instant.parse(fields[2])));
        }
        return new ScrubRecord(
                moment(fields(lines.get(0))[1]),
                moment(fields(lines.get(1))[1]),
                position,
                Long.parseLong(fields(lines.get(3))[1]),
                damage);
    }

    private static String place(Damage.Place place) {
        return switch (place) {
            case Damage.OfRun(Run run) ->
                String.join(
                        " ",
                        "run",
                        Long.toString(run.owner()),
                        Long.toString(run.start()),
                        Integer.toString(run.length()),
                        Integer.toString(run.messages()),
                        Integer.toString(run.segment()),
                        Long.toString(run.place()));
            case Damage.OfTable(String name) -> "table " + name;
            case Damage.OfEntry(String key) -> "entry " + key;
        };
    }

    private static Damage.Place place(String text) {
        String[] words = text.split(" ");
        return switch (words[0]) {
            case "run" ->
                new Damage.OfRun(new Run(
                        Long.parseLong(words[1]),
                        Long.parseLong(words[2]),
                        Integer.parseInt(words[3]),
                        Integer.parseInt(words[4]),
                        Integer.parseInt(words[5]),
                        Long.parseLong(words[6])));
            case "table" -> new Damage.OfTable(words[1]);
            case "entry" -> new Damage.OfEntry(words[1]);
            default -> throw new IllegalArgumentException("no place: " + text);
        };
    }

    private static String moment(@Nullable Instant moment) {
        return moment == null ? NOTHING : moment.toString();
    }

    private static @Nullable Instant moment(String text) {
        return text.equals(NOTHING) ? null : Instant.parse(text);
    }

    private static void line(StringBuilder text, String... fields) {
        text.append(String.join(
                        "\t", Arrays.stream(fields).map(ScrubRecord::plain).toList()))
                .append('\n');
    }

    /** Replaces tabs and line ends, which separate fields and lines of the record, by spaces. */
    private static String plain(String field) {
        return field.replaceAll("\\s", " ");
    }

    private static String[] fields(String line) {
        return line.split("\t", -1);
    }

    private static String checksum(String text) {
        CRC32C crc = new CRC32C();
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        return HEX.toHexDigits((int) crc.getValue());
    }
}
