package dev.leat.client.wire;

import dev.leat.wire.JsonFaults;

/** The answer is not one that a server of Leat gives. */
public final class BadAnswer extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The faults of JSON in answers. */
    public static final JsonFaults FAULTS = new JsonFaults() {
        @Override
        public RuntimeException notJson(String reason) {
            return new BadAnswer("the answer is no JSON: " + reason);
        }

        @Override
        public RuntimeException invalid(String reason) {
            return new BadAnswer("in the answer, " + reason);
        }

        @Override
        public boolean isStrict() {
            return false;
        }
    };

    public BadAnswer(String message) {
        super(message);
    }
}
