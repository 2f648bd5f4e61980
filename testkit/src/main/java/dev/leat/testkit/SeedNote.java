package dev.leat.testkit;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/** Notes the seed on what a {@link Seeds} test throws, because Maven prints a test's index and not its name. */
final class SeedNote implements TestExecutionExceptionHandler {

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable thrown) throws Throwable {
        thrown.addSuppressed(new Replay("replay with " + context.getDisplayName()));
        throw thrown;
    }

    /** Suppressed rather than wrapped around, so that what was thrown keeps its type. */
    private static final class Replay extends Exception {

        Replay(String message) {
            super(message, null, false, false);
        }
    }
}
