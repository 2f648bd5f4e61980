package dev.leat.http.access;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Where the keys for tokens come from. Neither method blocks. */
interface TokenKeySource {

    /** The keys that are good now; null as long as there are none. The same object until they change. */
    @Nullable
    TokenKeys current();

    /** Asks for newer keys. Completes when they were looked for, found or not; null if it is too early to look again. */
    default @Nullable CompletionStage<?> refresh() {
        return null;
    }
}
