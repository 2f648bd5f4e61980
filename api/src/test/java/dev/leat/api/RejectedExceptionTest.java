package dev.leat.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.queue.QueueName;
import dev.leat.api.stream.StreamPath;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RejectedExceptionTest {
    private static final StreamPath PATH = StreamPath.of("a");
    private static final QueueName JOBS = QueueName.of("jobs");

    @Test
    void theCasesThatCallersHandleAreSubclasses() {
        assertThat(RejectedException.of(new Rejection.StreamNotFound(PATH))).isInstanceOf(NotFoundException.class);
        assertThat(RejectedException.of(new Rejection.QueueExists(JOBS, "lease")))
                .isInstanceOf(AlreadyExistsException.class);
        assertThat(RejectedException.of(new Rejection.WakeFenced(3))).isInstanceOf(LeaseLostException.class);
        assertThat(RejectedException.of(new Rejection.OutcomeUnknown("reset")))
                .isInstanceOf(OutcomeUnknownException.class);
        assertThat(RejectedException.of(new Rejection.BadArgument("no")).getClass())
                .isEqualTo(RejectedException.class);
    }

    @Test
    void whatPassesSaysWhenToTryAgain() {
        RejectedException refused = RejectedException.of(new Rejection.Overloaded(Duration.ofSeconds(3)));

        assertThat(refused)
                .isInstanceOfSatisfying(
                        UnavailableException.class,
                        unavailable -> assertThat(unavailable.retryAfter()).isEqualTo(Duration.ofSeconds(3)));
    }

    @Test
    void onlyACallThatWaitsHasAStackTrace() {
        assertThat(RejectedException.of(new Rejection.DiskFull()).getStackTrace())
                .isNotEmpty();
        assertThat(RejectedException.withoutTrace(new Rejection.DiskFull()).getStackTrace())
                .isEmpty();
    }
}
