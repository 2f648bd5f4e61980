package dev.leat.client.transport;

import dev.leat.wire.JsonFaults;

/** An answer that does not follow the protocol. */
public final class MalformedResponse extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The faults of JSON in answers. */
    public static final JsonFaults FAULTS = new JsonFaults() {
        @Override
        public RuntimeException notJson(String reason) {
            return new MalformedResponse("the answer is no JSON: " + reason);
        }

        @Override
        public RuntimeException invalid(String reason) {
            return new MalformedResponse("in the answer, " + reason);
        }

        @Override
        public boolean isStrict() {
            return false;
        }
    };

    /** Creates the exception with a message that says what is wrong with the answer. */
    public MalformedResponse(String message) {
        super(message);
    }
}
