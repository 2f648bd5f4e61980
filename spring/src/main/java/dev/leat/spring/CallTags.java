package dev.leat.spring;

import dev.leat.outbox.Intent;
import java.util.List;

/** The tags of one call of a cached method. */
interface CallTags {

    CallTags NONE = new CallTags() {
        @Override
        public List<Intent> known() {
            return List.of();
        }

        @Override
        public List<Intent> found(Object value) {
            return List.of();
        }
    };

    /** Those that are known before the method runs. */
    List<Intent> known();

    /** Those that only its value tells. */
    List<Intent> found(Object value);
}
