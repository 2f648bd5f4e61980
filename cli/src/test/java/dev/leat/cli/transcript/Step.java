package dev.leat.cli.transcript;

import java.util.ArrayList;
import java.util.List;

/**
 * One command of a conversation, and what came of it.
 *
 * @param notes remarks, blank lines and what happens before the command
 * @param command null at the end of a file
 * @param in lines of its standard input
 * @param answers all that it said
 */
record Step(List<String> notes, String command, List<String> in, List<String> answers) {

    static List<Step> parse(List<String> lines) {
        List<Step> steps = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        Step step = null;
        for (String line : lines) {
            if (line.startsWith("$ ")) {
                step = new Step(notes, line.substring(2), new ArrayList<>(), new ArrayList<>());
                steps.add(step);
                notes = new ArrayList<>();
            } else if (line.startsWith("<")) {
                step.in.add(line.substring(Math.min(2, line.length())));
            } else if (!line.startsWith(">") && !line.startsWith("!") && !line.startsWith("?")) {
                notes.add(line);
            }
        }
        steps.add(new Step(notes, null, List.of(), List.of()));
        return steps;
    }

    /** The words of the command after its name, without the quotes. */
    static List<String> words(String command) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        char quote = 0;
        boolean begun = false;
        for (int i = 0; i < command.length(); i++) {
            char c = command.charAt(i);
            if (quote != 0) {
                if (c == quote) {
                    quote = 0;
                } else {
                    word.append(c);
                }
            } else if (c == '\'' || c == '"') {
                quote = c;
                begun = true;
            } else if (c == ' ') {
                if (begun || !word.isEmpty()) {
                    words.add(word.toString());
                }
                word.setLength(0);
                begun = false;
            } else {
                word.append(c);
            }
        }
        if (begun || !word.isEmpty()) {
            words.add(word.toString());
        }
        return words.subList(1, words.size());
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>(notes);
        if (command != null) {
            lines.add("$ " + command);
            in.forEach(line -> lines.add(("< " + line).stripTrailing()));
            lines.addAll(answers);
        }
        return lines;
    }
}
