package dev.leat.docs;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Something of a page that is set off from its text: a fenced block, or a comment with code that readers do not see.
 *
 * @param line where it begins
 * @param language of a fenced block what follows the fence, of a comment {@code sh} or {@code java}
 * @param hidden whether it is a comment
 * @param follows whether only empty lines lie between it and the block before
 * @param notes what the comments right before it say about it, such as {@code not run} and the reason
 */
record Block(int line, String language, String text, boolean hidden, boolean follows, Map<String, String> notes) {
    private static final Set<String> SHELL = Set.of("sh", "console");
    private static final Set<String> SETTINGS = Set.of("yaml", "properties", "nginx", "caddyfile");
    private static final Set<String> OUTPUT = Set.of("text", "json", "http");

    /** What a line begins with that somebody might type. */
    private static final List<String> PROMPTS = List.of("curl ", "leat ", "./leat ", "mvn ", "$ ");

    /** Why it is not run; null if it is. */
    String excuse() {
        return notes.get("not run");
    }

    boolean isShell() {
        return SHELL.contains(language);
    }

    boolean isJava() {
        return language.equals("java");
    }

    boolean isCode() {
        return isShell() || isJava();
    }

    /** Whether it shows what the code before it prints. */
    boolean isOutput() {
        return follows && OUTPUT.contains(language);
    }

    /** Whether it looks like commands and does not say so. */
    boolean isDisguised() {
        return !isCode() && text.lines().anyMatch(line -> PROMPTS.stream().anyMatch(line::startsWith));
    }

    /** Whether it is what some program is configured with, and nobody gives it to one. */
    boolean isUnread() {
        return SETTINGS.contains(language) && !notes.containsKey("file");
    }

    /** Whether it shows commands behind a prompt, and between them what they print. */
    boolean isTranscript() {
        return language.equals("console") && text.lines().anyMatch(line -> line.startsWith("$ "));
    }
}
