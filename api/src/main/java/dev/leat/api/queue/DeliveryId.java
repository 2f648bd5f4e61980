package dev.leat.api.queue;

/** The right to settle one delivery. Sealed: only the engine that made it can read it. */
public record DeliveryId(String value) {

    public DeliveryId {
        if (value.isEmpty() || value.length() > 512) {
            throw new IllegalArgumentException("not a delivery id: it has " + value.length() + " characters");
        }
    }

    /**
     * Returns an id.
     *
     * @throws IllegalArgumentException if it is malformed
     */
    public static DeliveryId of(String value) {
        return new DeliveryId(value);
    }

    @Override
    public String toString() {
        return value;
    }
}
