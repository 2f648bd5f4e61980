package dev.leat.http;

import dev.leat.http.access.Access;
import dev.leat.http.access.AccessDenied;
import dev.leat.http.access.Action;
import dev.leat.http.access.Audit;
import dev.leat.http.access.Caller;
import dev.leat.http.access.NameRanges;
import dev.leat.http.access.Permit;
import dev.leat.http.exchange.Exchange;
import dev.leat.http.exchange.HeaderNames;
import dev.leat.http.exchange.Problem;
import dev.leat.http.exchange.ProblemException;
import dev.leat.http.limit.Clients;
import dev.leat.http.limit.RateLimits;
import dev.leat.http.metrics.HttpMetrics;
import dev.leat.http.metrics.Refusal;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Gate in front of every route: admits a request if its caller is allowed what it asks for and is within its rate limits. */
final class AccessGate {
    private final Access access;
    private final @Nullable RateLimits limits;
    private final HttpMetrics metrics;
    private final Audit audit = new Audit();

    /** @param limits null if there are none */
    AccessGate(Access access, @Nullable RateLimits limits, HttpMetrics metrics) {
        this.access = access;
        this.limits = limits;
        this.metrics = metrics;
    }

    /**
     * One permission that a request needs.
     *
     * @param path of a stream, or the name of a queue; empty for what is neither
     */
    record Need(Action action, String path) {

        /** Streams and queues are counted apart, also if they are called the same. */
        String limited() {
            return action.noun() == Action.Noun.QUEUE && !path.isEmpty() ? "queue:" + path : path;
        }
    }

    /**
     * Runs {@code then} if the caller is allowed all needs; the first need names the stream or queue whose rate limit
     * counts.
     */
    void pass(Exchange exchange, List<Need> needs, Consumer<Permit> then) {
        pass(exchange, needs.getFirst(), needs, then);
    }

    /**
     * Runs {@code then} if the caller is authenticated and within its rate limits; the route checks the permissions
     * itself.
     *
     * @param about what the request is about as far as its URL says
     */
    void enter(Exchange exchange, Need about, Consumer<Permit> then) {
        pass(exchange, about, List.of(), then);
    }

    /**
     * Runs {@code then} without authentication, unless the client's network exceeds its rate: the request itself
     * carries its proof.
     */
    void admit(Exchange exchange, Runnable then) {
        if (limits == null || !isTooFast(exchange, limits.admit(Clients.network(exchange.remoteHost()), ""))) {
            then.run();
        }
    }

    /** Returns whether the caller is known to be allowed the action, without waiting. Refuses, counts and audits nothing. */
    boolean mayNow(Exchange exchange, Action action) {
        if (access.isOpen()) {
            return true;
        }
        String credentials = exchange.header(HeaderNames.AUTHORIZATION);
        if (credentials == null) {
            return false;
        }
        CompletableFuture<Caller> caller = access.authenticate(credentials);
        return caller.state() == Future.State.SUCCESS && caller.resultNow().may(action, "");
    }

    @SuppressWarnings("FutureReturnValueIgnored") // a failure is refused or logged on the loop
    private void pass(Exchange exchange, Need about, List<Need> needs, Consumer<Permit> then) {
        if (access.isOpen() && limits == null) {
            then.accept(Permit.ALL);
            return;
        }
        if (exchange.request().headers(HeaderNames.AUTHORIZATION).size() > 1) {
            throw ProblemException.malformed("authorization-malformed", "a request has one Authorization header");
        }
        CompletableFuture<Caller> caller = access.authenticate(exchange.header(HeaderNames.AUTHORIZATION));
        if (caller.isDone()) {
            decide(exchange, caller, about, needs, then);
        } else { // keys have to be fetched first; no reader takes the body meanwhile
            exchange.request().pause();
            caller.whenComplete((known, failure) -> exchange.loop().run(() -> {
                exchange.attempt(() -> decide(exchange, caller, about, needs, then));
                exchange.request().resume();
            }));
        }
    }

    private void decide(
            Exchange exchange, CompletableFuture<Caller> found, Need about, List<Need> needs, Consumer<Permit> then) {
        if (found.isCompletedExceptionally()) {
            refuseStranger(exchange, found.exceptionNow(), about);
            return;
        }
        Caller caller = found.resultNow();
        for (Need need : needs) {
            if (!caller.may(need.action, need.path)) {
                exchange.refuse(refusal(exchange, caller, need));
                return;
            }
        }
        if (isWithinLimits(exchange, caller, about.limited())) {
            then.accept(new Granted(exchange, caller));
        }
    }

    /** Permit of one caller for one request. */
    private final class Granted implements Permit {
        private final Exchange exchange;
        private final Caller caller;

        Granted(Exchange exchange, Caller caller) {
            this.exchange = exchange;
            this.caller = caller;
        }

        @Override
        public NameRanges ranges(Action action) {
            return caller.ranges(action);
        }

        @Override
        public ProblemException refused(Action action, String path, Problem answer) {
            tell(exchange, "not allowed", new Need(action, path), caller.name());
            return new ProblemException(answer);
        }

        @Override
        public void require(Action action, String path) {
            if (!caller.may(action, path)) {
                throw new ProblemException(refusal(exchange, caller, new Need(action, path)));
            }
        }
    }

    private void refuseStranger(Exchange exchange, Throwable cause, Need need) {
        if (!(cause instanceof AccessDenied denied)) {
            throw new IllegalStateException("access could not be decided", cause);
        }
        admit(exchange, () -> {
            tell(exchange, String.valueOf(denied.getMessage()), need, null);
            exchange.refuse(Problem.of(401, "credentials-refused", String.valueOf(denied.getMessage()))
                    .with("WWW-Authenticate", denied.challenge()));
        });
    }

    private Problem refusal(Exchange exchange, Caller caller, Need need) {
        tell(exchange, "not allowed", need, caller.name());
        String what = need.path.isEmpty() ? "this" : need.path;
        return Problem.of(403, "access-refused", caller.name() + " may not " + need.action.word() + " " + what);
    }

    private void tell(Exchange exchange, String reason, Need need, @Nullable String caller) {
        metrics.refused(Refusal.AUTH);
        audit.refused(
                new Audit.Refusal(reason, need.action, need.path, caller, exchange.remoteHost(), exchange.requestId()));
    }

    private boolean isWithinLimits(Exchange exchange, Caller caller, String path) {
        if (limits == null) {
            return true;
        }
        String client = caller.isAuthenticated() ? caller.name() : Clients.network(exchange.remoteHost());
        return !isTooFast(exchange, limits.admit(client, path));
    }

    private boolean isTooFast(Exchange exchange, long millis) {
        if (millis <= 0) {
            return false;
        }
        metrics.refused(Refusal.RATE);
        exchange.refuse(Problem.of(429, "rate-exceeded", "too many requests; try again a little later")
                .with(HeaderNames.RETRY_AFTER, Long.toString(RateLimits.seconds(millis))));
        return true;
    }
}
