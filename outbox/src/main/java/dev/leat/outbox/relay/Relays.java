package dev.leat.outbox.relay;

/** Which relay a mode stands for. */
public final class Relays {

    private Relays() {}

    @SuppressWarnings("DoNotCallSuggester")
    public static Relay of(Route route) {
        throw new UnsupportedOperationException(
                "no relay yet for " + route.options().mode());
    }
}
