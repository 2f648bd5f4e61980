package dev.leat.examples.tokens;

import dev.leat.Leat;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.DurableStream;
import dev.leat.api.stream.Follower;
import dev.leat.api.stream.Message;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.api.stream.StreamConfig;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

/**
 * Plays an AI model: it follows the stream of questions, and writes the answer to each into a stream of its own, token by token.
 *
 * <p>It keeps no books. When it starts it goes through all questions again, and what it has said before the server takes for the
 * duplicate it is. So an answer goes on where a crash ended it, and no token is there twice.
 */
final class Model implements AutoCloseable {

    /** Waits until the next token is made. */
    interface Pace {
        void await() throws InterruptedException;
    }

    private final Leat leat;
    private final Pace pace;
    private final Follower questions;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private Model(Leat leat, Pace pace) {
        this.leat = leat;
        this.pace = pace;
        DurableStream stream = leat.stream("questions");
        stream.create(StreamConfig.json());
        this.questions = stream.follow(Offset.START);
    }

    static Model start(Leat leat, Pace pace) {
        Model model = new Model(leat, pace);
        model.threads.execute(model::listen);
        return model;
    }

    private void listen() {
        try {
            for (Message question : questions) {
                threads.execute(() -> answer(question));
            }
        } catch (CancellationException | RejectedExecutionException e) {
            // closed, and the next start goes on
        }
    }

    /** The caller knows the offset after the question, and so where the answer will be. */
    private void answer(Message question) {
        DurableStream stream = leat.stream("answers/" + question.next());
        try {
            stream.create(StreamConfig.json());
            if (!stream.head().closed()) {
                write(tokens(text(question)), stream);
            }
        } catch (InterruptedException e) {
            // closed, and the next start goes on
        }
    }

    private void write(List<String> tokens, DurableStream stream) throws InterruptedException {
        for (int seq = 0; seq < tokens.size(); seq++) {
            pace.await();
            stream.append(Body.of(json(tokens.get(seq))), new ProducerStamp("model", 0, seq));
        }
        stream.close();
    }

    /** Always the same for a question; a model that is not would begin with what its stream holds already. */
    static List<String> tokens(String question) {
        String answer = """
                You asked “%s”. That is a good question, and I will answer it one token at a time. Each of them is on disk \
                before you see it. Reload this page, and it goes on where it was. Stop the server and start it again: I begin \
                anew, and yet no word is lost and none is there twice. That is all I know.""".formatted(question.strip());
        return List.of(answer.split("(?<= )"));
    }

    /** A question is a JSON string: only a JSON stream keeps one message apart from the next. */
    private static String text(Message question) {
        String json = question.text();
        return json.substring(1, json.length() - 1).replaceAll("\\\\(.)", "$1");
    }

    private static String json(String token) {
        return '"' + token.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\p{Cntrl}", " ") + '"';
    }

    @Override
    public void close() {
        questions.close();
        threads.shutdownNow();
        threads.close();
    }
}
