package dev.leat.outbox;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Names one transaction and says how many rows it wrote. Proves something only once that transaction is committed. */
public final class Receipt {

    private static final String PREFIX = "ob1.";
    private static final int BYTES = 32;

    private final UUID commitRef;
    private final int events;
    private final int invalidations;
    private final long xid;
    private final List<Intent> intents;

    Receipt(UUID commitRef, int events, int invalidations, long xid, List<Intent> intents) {
        this.commitRef = commitRef;
        this.events = events;
        this.invalidations = invalidations;
        this.xid = xid;
        this.intents = List.copyOf(intents);
    }

    public UUID commitRef() {
        return commitRef;
    }

    /** Rows of this commit for sinks. */
    public int events() {
        return events;
    }

    /** Rows of this commit for caches. */
    public int invalidations() {
        return invalidations;
    }

    /** PostgreSQL's number of the transaction; 0 elsewhere. */
    public long xid() {
        return xid;
    }

    /** What the transaction invalidated; known only to the process that wrote it. */
    List<Intent> intents() {
        return intents;
    }

    /** A text for another node, which waits on {@link #parse} of it. */
    public String token() {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES);
        bytes.putLong(commitRef.getMostSignificantBits()).putLong(commitRef.getLeastSignificantBits());
        bytes.putInt(events).putInt(invalidations).putLong(xid);
        return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
    }

    /** @throws IllegalArgumentException if the text is no token */
    public static Receipt parse(String token) {
        byte[] bytes = token.startsWith(PREFIX)
                ? Base64.getUrlDecoder().decode(token.substring(PREFIX.length()))
                : new byte[0];
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("not the token of a receipt");
        }
        ByteBuffer in = ByteBuffer.wrap(bytes);
        return new Receipt(new UUID(in.getLong(), in.getLong()), in.getInt(), in.getInt(), in.getLong(), List.of());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Receipt that
                && commitRef.equals(that.commitRef)
                && events == that.events
                && invalidations == that.invalidations
                && xid == that.xid;
    }

    @Override
    public int hashCode() {
        return Objects.hash(commitRef, events, invalidations, xid);
    }

    @Override
    public String toString() {
        return "Receipt[" + commitRef + ", " + events + " events, " + invalidations + " invalidations]";
    }
}
