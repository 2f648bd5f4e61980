package dev.leat.http.access;

import java.util.Collection;
import java.util.concurrent.CompletableFuture;

/** A caller with scopes. Its completed future is made once and reused. */
final class KnownCaller implements Caller {
    private static final int LONGEST_NAME = 128;

    private final String name;
    private final Scopes scopes;
    private final CompletableFuture<Caller> answer = CompletableFuture.completedFuture(this);

    /** @param kind how it proved who it is, so that a key and a token of the same name are two callers */
    KnownCaller(String kind, String name, Collection<Scope> scopes) {
        this.name = kind + ":" + Printable.text(name, LONGEST_NAME);
        this.scopes = new Scopes(scopes);
    }

    CompletableFuture<Caller> answer() {
        return answer;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public NameRanges ranges(Action action) {
        return scopes.of(action);
    }

    @Override
    public String toString() {
        return name;
    }
}
