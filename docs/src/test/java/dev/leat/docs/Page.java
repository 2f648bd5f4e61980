package dev.leat.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A page of the documentation, and what is to be run of it.
 *
 * <p>Fenced blocks of {@code sh}, {@code console} and {@code java} are run, in their order and as one session of each. A block of
 * another kind right behind one of them is what that prints, and an ellipsis in it stands for anything. Comments, which readers do
 * not see, say the rest:
 *
 * <ul>
 *   <li>{@code <!-- sh …-->} and {@code <!-- java …-->}, with code in lines of their own: run as if it were shown
 *   <li>{@code <!-- not run: REASON -->}: the next block is left out, and counted
 *   <li>{@code <!-- fails -->}: the next commands are meant to
 *   <li>{@code <!-- goes on until: TEXT -->}: the next command does not end; what comes after waits until it has printed the text
 *   <li>{@code <!-- file: NAME -->}: the next block is the contents of a file; those in {@code program} lie where Java runs
 *   <li>{@code <!-- around: …-->}, with code: an ellipsis in it stands for the next block
 *   <li>{@code <!-- within: …-->}, with code: stands for the line of the next block that is an ellipsis
 * </ul>
 */
record Page(Path file, List<Block> blocks) {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Pattern PART = Pattern.compile(
            "^```(?<language>[^\\n]*)\\n(?<text>.*?)^```$|^<!-- (?<comment>.*?) ?-->$",
            Pattern.DOTALL | Pattern.MULTILINE);

    private static final Pattern NOTE =
            Pattern.compile("(not run|fails|goes on until|file|around|within)(?::\\s?(.*))?", Pattern.DOTALL);

    private static final Pattern SERVED = Pattern.compile("127\\.0\\.0\\.1:4437|leat (stream|queue|presence|bench) ");

    private static final Pattern HIDDEN = Pattern.compile("(sh|java)\\n(.*)", Pattern.DOTALL);

    /** README, every guide and every example, whoever has written it. */
    static List<Page> all() {
        return Stream.of(below(ROOT, ".*\\.md"), below(ROOT.resolve("docs"), ".*\\.md"), readmes())
                .flatMap(List::stream)
                .map(Page::read)
                .toList();
    }

    private static List<Path> readmes() {
        return below(ROOT.resolve("examples"), "[^.].*").stream()
                .map(example -> example.resolve("README.md"))
                .filter(Files::exists)
                .toList();
    }

    private static List<Path> below(Path directory, String name) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().matches(name))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Page read(Path file) {
        return new Page(file, blocks(text(file)));
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<Block> blocks(String text) {
        List<Block> blocks = new ArrayList<>();
        Map<String, String> notes = new HashMap<>();
        Matcher part = PART.matcher(text);
        int end = 0;
        while (part.find()) {
            boolean follows = end > 0 && text.substring(end, part.start()).isBlank();
            int line = (int) text.substring(0, part.start()).lines().count() + 1;
            Matcher hidden = HIDDEN.matcher(part.group("comment") == null ? "" : part.group("comment"));
            if (part.group("comment") == null) {
                blocks.add(new Block(
                        line, part.group("language").strip(), part.group("text"), false, follows, Map.copyOf(notes)));
                notes.clear();
                end = part.end();
            } else if (hidden.matches()) {
                blocks.add(new Block(line, hidden.group(1), hidden.group(2) + "\n", true, false, Map.of()));
                end = 0;
            } else {
                note(part.group("comment"), notes);
            }
        }
        return blocks;
    }

    private static void note(String comment, Map<String, String> notes) {
        Matcher note = NOTE.matcher(comment);
        if (note.matches()) {
            notes.put(note.group(1), note.group(2) == null ? "" : note.group(2));
        }
    }

    /** As people write it, such as {@code docs/queues.md}. */
    String name() {
        return ROOT.relativize(file).toString();
    }

    String at(Block block) {
        return name() + ":" + block.line();
    }

    /** Whether it talks to a server that it does not start itself. */
    boolean needsServer() {
        return code().anyMatch(block -> SERVED.matcher(block.text()).find())
                && code().noneMatch(block -> block.notes().containsKey("goes on until")
                        && block.text().contains("leat serve"));
    }

    /** Whether there is anything to do, seen by readers or not. */
    boolean hasCode() {
        return code().findAny().isPresent();
    }

    private Stream<Block> code() {
        return blocks.stream().filter(block -> block.isCode() && block.excuse() == null);
    }

    List<Block> notRun() {
        return blocks.stream().filter(block -> block.excuse() != null).toList();
    }

    long run() {
        return blocks.stream()
                .filter(block -> !block.hidden() && block.isCode() && block.excuse() == null)
                .count();
    }

    /** What is wrong with the blocks before any is run. */
    List<String> flaws() {
        return blocks.stream()
                .flatMap(block -> Stream.of(
                                block.language().isEmpty() ? "says of no language: " : "",
                                block.isDisguised() && block.excuse() == null
                                        ? "looks like commands, and is not run: "
                                        : "",
                                block.isUnread() && block.excuse() == null ? "is read by no program: " : "",
                                block.excuse() != null && block.excuse().isBlank()
                                        ? "has no reason not to be run: "
                                        : "")
                        .filter(flaw -> !flaw.isEmpty())
                        .map(flaw -> at(block) + " " + flaw
                                + block.text().lines().findFirst().orElse("")))
                .collect(Collectors.toList());
    }

    static Path root() {
        return ROOT;
    }
}
