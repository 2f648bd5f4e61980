package dev.leat.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Name of one transaction, with the number of rows that it wrote. Proves something only once that transaction is committed. */
public final class Receipt {

    private static final String PREFIX = "ob2.";
    /** Before the namespace. */
    private static final int BYTES = 33;

    private final String namespace;
    private final UUID commitRef;
    private final int events;
    private final int invalidations;
    private final long xid;
    private final List<Intent> intents;
    private final Map<String, Set<Integer>> shards;
    private volatile boolean confirmed;
    private volatile @Nullable Outbox confirmedBy;

    Receipt(
            String namespace,
            UUID commitRef,
            int events,
            int invalidations,
            long xid,
            List<Intent> intents,
            Map<String, Set<Integer>> shards) {
        this.namespace = namespace;
        this.commitRef = commitRef;
        this.events = events;
        this.invalidations = invalidations;
        this.xid = xid;
        this.intents = List.copyOf(intents);
        this.shards = shards;
    }

    /** Of the outbox that wrote the rows. Only outboxes of the same one can tell what became of them. */
    public String namespace() {
        return namespace;
    }

    /** Returns the id of the commit, which is in each of its rows. */
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

    /** PostgreSQL's number of the transaction, if it was asked for it; 0 elsewhere. */
    public long xid() {
        return xid;
    }

    /** What the transaction invalidated; known only to the process that wrote it. */
    List<Intent> intents() {
        return intents;
    }

    /** For each route, the shards in which the transaction wrote events; known only to the process that wrote it. */
    Map<String, Set<Integer>> shards() {
        return shards;
    }

    /** The writer says that the transaction is committed. From then on the token says so too. */
    void confirm(Outbox writer) {
        confirmed = true;
        // A receipt made from a token does not know what to forget, so nothing was applied.
        confirmedBy = intents.size() < invalidations ? null : writer;
    }

    boolean isConfirmed() {
        return confirmed;
    }

    boolean isConfirmedBy(Outbox outbox) {
        return confirmedBy == outbox;
    }

    /**
     * A text for another node, which waits on {@link #parse} of it. Best made after the commit was made known to the outbox:
     * then it proves the commit even when no row of it is left.
     */
    public String token() {
        byte[] name = namespace.getBytes(UTF_8);
        ByteBuffer bytes = ByteBuffer.allocate(BYTES + name.length);
        bytes.putLong(commitRef.getMostSignificantBits()).putLong(commitRef.getLeastSignificantBits());
        bytes.putInt(events)
                .putInt(invalidations)
                .putLong(xid)
                .put((byte) (confirmed ? 1 : 0))
                .put(name);
        return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
    }

    /** @throws IllegalArgumentException if the text is no token */
    public static Receipt parse(String token) {
        byte[] bytes = token.startsWith(PREFIX)
                ? Base64.getUrlDecoder().decode(token.substring(PREFIX.length()))
                : new byte[0];
        if (bytes.length <= BYTES) {
            throw new IllegalArgumentException("not the token of a receipt");
        }
        ByteBuffer in = ByteBuffer.wrap(bytes);
        String namespace = new String(bytes, BYTES, bytes.length - BYTES, UTF_8);
        UUID commitRef = new UUID(in.getLong(), in.getLong());
        Receipt receipt =
                new Receipt(namespace, commitRef, in.getInt(), in.getInt(), in.getLong(), List.of(), Map.of());
        receipt.confirmed = in.get() == 1;
        return receipt;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Receipt that
                && namespace.equals(that.namespace)
                && commitRef.equals(that.commitRef)
                && events == that.events
                && invalidations == that.invalidations
                && xid == that.xid;
    }

    @Override
    public int hashCode() {
        return Objects.hash(namespace, commitRef, events, invalidations, xid);
    }

    @Override
    public String toString() {
        return "Receipt[" + namespace + " " + commitRef + ", " + events + " events, " + invalidations
                + " invalidations]";
    }
}
