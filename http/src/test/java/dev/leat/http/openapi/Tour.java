package dev.leat.http.openapi;

import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Asks for things, and remembers what was answered. */
final class Tour {
    private final List<Answer> answers = new ArrayList<>();
    private final List<String> mistakes = new ArrayList<>();
    private final Map<Ask, Socket> unfinished = new LinkedHashMap<>();

    /** A row of the table: what is asked, and the status that it must have. */
    Answer row(int status, Ask ask) throws IOException, InterruptedException {
        return seen(status, ask, ask.send());
    }

    /** A row whose request names another host. */
    void named(int status, Ask ask, String host) throws IOException {
        seen(status, ask, ask.sendTo(host));
    }

    /** A row with a body that never comes. The server looks for those once a second, so all of them are waited for together. */
    void unfinished(Ask ask) throws IOException {
        unfinished.put(ask, ask.begin());
    }

    void finish() throws IOException {
        for (Map.Entry<Ask, Socket> entry : unfinished.entrySet()) {
            seen(408, entry.getKey(), entry.getKey().end(entry.getValue()));
        }
    }

    private Answer seen(int status, Ask ask, Answer answer) {
        if (answer.status() != status) {
            mistakes.add(ask + " should be answered by " + status + ": " + answer);
        }
        answers.add(answer);
        return answer;
    }

    /** Rows that were answered otherwise. */
    List<String> mistakes() {
        return List.copyOf(mistakes);
    }

    List<Answer> answers() {
        return List.copyOf(answers);
    }
}
