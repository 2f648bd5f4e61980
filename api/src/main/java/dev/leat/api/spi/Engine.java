package dev.leat.api.spi;

import dev.leat.api.RejectedException;
import dev.leat.api.internal.Promise;
import dev.leat.api.internal.WatchedReads;
import dev.leat.api.queue.MessageQueue;
import dev.leat.api.stream.DurableStream;
import dev.leat.api.stream.Producer;
import dev.leat.api.stream.StreamPath;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * Durable streams and queues, wherever they are: in this process or behind a server. What does not say that it waits does not;
 * {@link DurableStream}, {@link MessageQueue} and their asynchronous twins are the comfortable ways in.
 */
public interface Engine {

    /** Hands over a command. The reply comes after its changes are durable. */
    <O extends Outcome> void submit(Command<O> command, Reply<? super O> reply);

    /**
     * Ends the waiting of a receive, or of an enqueue that waits for room, that was handed over with this reply: it is answered at once,
     * with no messages, or that the queue is full, unless it was answered before. Nothing else is hurried by it.
     */
    default void endWait(Command<?> command, Reply<?> reply) {}

    /**
     * Says that the engine may work on the calling thread from now on, whenever that hands over a command: decide it, wait for the
     * disk, answer, and the same for other calls that came meanwhile. For threads that are never interrupted, hold no locks, and
     * do nothing that could not wait as long as a quick commit, such as the event loops of a server: it saves a client that
     * sends one command after the other two threads being woken. Such a thread cannot make calls that wait.
     */
    default void lendThread() {}

    /** Asks a question. The answer comes from the calling thread if it is at hand, else from a thread that may wait for the disk. */
    <O extends Outcome> void ask(Query<O> query, Reply<? super O> reply);

    /**
     * Runs {@code changed} after every change of the stream at a path that readers can see: messages, close, delete, expiry.
     * A stream that is watched is in use and does not expire. Refused if there is no such stream. When the stream is gone,
     * and when the engine closes or has to recover from a failed disk, the registration is over and {@code changed} is run one
     * last time; a caller that still needs it watches again.
     */
    void watch(StreamPath path, Runnable changed, Reply<? super Registration> reply);

    /**
     * Follows the stream at a path. An engine that can be told of changes at no cost watches and reads; one behind a server keeps a
     * connection open.
     */
    default Following follow(StreamPath path) {
        return new WatchedReads(this, path);
    }

    /**
     * Carries out a command and waits for it to be durable. An interrupt ends the waiting of a receive, and nothing else.
     *
     * @throws RejectedException if it is refused, with a stack trace of the calling thread
     */
    default <O extends Outcome> O call(Command<O> command) {
        Answer<O> answer = new Answer<>();
        submit(command, answer);
        return answer.await(() -> endWait(command, answer));
    }

    /**
     * Asks a question and waits for the answer.
     *
     * @throws RejectedException if it is refused, with a stack trace of the calling thread
     */
    default <O extends Outcome> O call(Query<O> query) {
        Answer<O> answer = new Answer<>();
        ask(query, answer);
        return answer.await(() -> {});
    }

    /**
     * Whether this engine has ever been reached. One in this process always was. One behind a server was not until the first
     * connection: until then a request that finds no server is refused soon, and a {@link Producer} does not repeat it.
     */
    default boolean wasReached() {
        return true;
    }

    /** Carries out a command; the stage fails with a {@link RejectedException} if it is refused. */
    default <O extends Outcome> CompletionStage<O> callAsync(Command<O> command) {
        Promise<O> promise = new Promise<>();
        submit(command, promise);
        return promise;
    }

    /** Asks a question; the stage fails with a {@link RejectedException} if it is refused. */
    default <O extends Outcome> CompletionStage<O> callAsync(Query<O> query) {
        Promise<O> promise = new Promise<>();
        ask(query, promise);
        return promise;
    }

    /** Tells every event from now on, in order per stream. */
    Registration listen(Consumer<Event> listener);

    /**
     * Tells every request to a webhook that is due, on a thread of the engine: hand on and return. Requests wait
     * while no caller is registered; the first caller gets those that wait at once.
     */
    Registration onWake(Consumer<WebhookCall> caller);
}
