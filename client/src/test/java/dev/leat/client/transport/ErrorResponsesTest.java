package dev.leat.client.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.AlreadyExistsException;
import dev.leat.api.ContentType;
import dev.leat.api.LeaseLostException;
import dev.leat.api.NotFoundException;
import dev.leat.api.OutcomeUnknownException;
import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.UnavailableException;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.TaskId;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamPath;
import dev.leat.http.exchange.Problem;
import dev.leat.http.exchange.Problems;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ErrorResponsesTest {
    private static final StreamPath PATH = StreamPath.of("orders/{eu}");
    private static final QueueName QUEUE = QueueName.of("mails \"ü\"");
    private static final GroupName GROUP = GroupName.of("audit");
    private static final Duration WAIT = Duration.ofSeconds(7);

    /** The client has no subscriptions, and their routes tell problems in the protocol's own form. */
    private static final Set<Class<?>> NOT_ASKED_FOR = Set.of(
            Rejection.SubscriptionNotFound.class,
            Rejection.SubscriptionExists.class,
            Rejection.WakeFenced.class,
            Rejection.WakeClaimed.class,
            Rejection.NothingPending.class,
            Rejection.AckOutOfRange.class);

    static Stream<Rejection> rejections() {
        return Stream.of(
                new Rejection.StreamNotFound(PATH),
                new Rejection.StreamGone(PATH),
                new Rejection.StreamExists(PATH, "it holds text/plain"),
                new Rejection.StreamClosed(PATH, new Offset(17)),
                new Rejection.ContentTypeMismatch(ContentType.JSON, new ContentType("text/plain; charset=utf-8")),
                new Rejection.NothingToAppend(),
                new Rejection.MalformedOffset("yesterday"),
                new Rejection.MalformedJson("it ends too early"),
                new Rejection.PayloadTooLarge(11, 10),
                new Rejection.SeqRegression("b", "a"),
                new Rejection.EpochStale(4),
                new Rejection.EpochUnstarted(5, 3),
                new Rejection.ProducerGap(6, 8),
                new Rejection.ForkSourceNotFound(PATH),
                new Rejection.ForkSourceGone(PATH),
                new Rejection.ForkOutOfRange("it has 3 messages"),
                new Rejection.QueueNotFound(QUEUE),
                new Rejection.QueueExists(QUEUE, "its lease is 30s"),
                new Rejection.GroupNotFound(QUEUE, GROUP),
                new Rejection.GroupExists(QUEUE, GROUP),
                new Rejection.MessageNotFound(QUEUE, new MessageId("m-1")),
                new Rejection.TaskNotFound(new TaskId("t-1")),
                new Rejection.HandleInvalid(QUEUE),
                new Rejection.LeaseLost(MessageInfo.State.READY, null, null),
                new Rejection.LeaseLost(MessageInfo.State.DEAD, QUEUE, new MessageId("m-2")),
                new Rejection.QueueFull(QUEUE, WAIT),
                new Rejection.TooManyWaiters(QUEUE, WAIT),
                new Rejection.InUse("two forks read it"),
                new Rejection.DeadLetterCycle(QUEUE, QueueName.of("dead")),
                new Rejection.WaitTooLong(Duration.ofMinutes(5)),
                new Rejection.BadArgument("a page has 1 to 10 paths"),
                new Rejection.Conflict(-1, "the tail moved", null),
                new Rejection.Conflict(2, "the stream is closed", new Rejection.StreamClosed(PATH, new Offset(9))),
                new Rejection.Conflict(0, "fenced", new Rejection.EpochStale(3)),
                new Rejection.SpansShards(1),
                new Rejection.StreamFull(PATH, 1 << 20),
                new Rejection.StorageFull(1 << 30),
                new Rejection.DiskFull(),
                new Rejection.FilesExhausted(WAIT),
                new Rejection.MemoryFull(WAIT),
                new Rejection.Overloaded(WAIT),
                new Rejection.Unavailable("the disk failed", WAIT),
                new Rejection.Unavailable("the engine is closed", WAIT, true),
                new Rejection.CredentialsRefused("no such key"),
                new Rejection.AccessRefused("ann may not append to orders"),
                new Rejection.RateExceeded(WAIT),
                new Rejection.OutcomeUnknown("the connection was lost"),
                new Rejection.StorageFailed("a file is damaged"));
    }

    @ParameterizedTest
    @MethodSource("rejections")
    void everyRejectionComesBackAsItWas(Rejection rejection) {
        assertThat(ErrorResponses.of(answer(Problems.from(rejection)))).isEqualTo(rejection);
    }

    @ParameterizedTest
    @MethodSource("rejections")
    void everyRejectionIsThrownAsTheExceptionOfItsKind(Rejection rejection) {
        RejectedException thrown = RejectedException.of(rejection);

        assertThat(thrown).isExactlyInstanceOf(kind(rejection)).hasMessage(rejection.reason());
        assertThat(thrown.rejection()).isEqualTo(rejection);
        assertThat(thrown.getStackTrace()).isNotEmpty();
        assertThat(RejectedException.withoutTrace(rejection))
                .isExactlyInstanceOf(kind(rejection))
                .extracting(Throwable::getStackTrace)
                .isEqualTo(new StackTraceElement[0]);
    }

    /** Every rejection has a row here, or this does not compile. */
    private static Class<? extends RejectedException> kind(Rejection rejection) {
        return switch (rejection) {
            case Rejection.StreamNotFound ignored -> NotFoundException.class;
            case Rejection.StreamGone ignored -> NotFoundException.class;
            case Rejection.ForkSourceNotFound ignored -> NotFoundException.class;
            case Rejection.ForkSourceGone ignored -> NotFoundException.class;
            case Rejection.SubscriptionNotFound ignored -> NotFoundException.class;
            case Rejection.QueueNotFound ignored -> NotFoundException.class;
            case Rejection.GroupNotFound ignored -> NotFoundException.class;
            case Rejection.MessageNotFound ignored -> NotFoundException.class;
            case Rejection.TaskNotFound ignored -> NotFoundException.class;
            case Rejection.StreamExists ignored -> AlreadyExistsException.class;
            case Rejection.SubscriptionExists ignored -> AlreadyExistsException.class;
            case Rejection.QueueExists ignored -> AlreadyExistsException.class;
            case Rejection.GroupExists ignored -> AlreadyExistsException.class;
            case Rejection.LeaseLost ignored -> LeaseLostException.class;
            case Rejection.WakeFenced ignored -> LeaseLostException.class;
            case Rejection.OutcomeUnknown ignored -> OutcomeUnknownException.class;
            case Rejection.Unavailable ignored -> UnavailableException.class;
            case Rejection.Overloaded ignored -> UnavailableException.class;
            case Rejection.RateExceeded ignored -> UnavailableException.class;
            case Rejection.TooManyWaiters ignored -> UnavailableException.class;
            case Rejection.QueueFull ignored -> UnavailableException.class;
            case Rejection.DiskFull ignored -> UnavailableException.class;
            case Rejection.FilesExhausted ignored -> UnavailableException.class;
            case Rejection.MemoryFull ignored -> UnavailableException.class;
            case Rejection.StreamClosed ignored -> RejectedException.class;
            case Rejection.ContentTypeMismatch ignored -> RejectedException.class;
            case Rejection.NothingToAppend ignored -> RejectedException.class;
            case Rejection.MalformedOffset ignored -> RejectedException.class;
            case Rejection.MalformedJson ignored -> RejectedException.class;
            case Rejection.PayloadTooLarge ignored -> RejectedException.class;
            case Rejection.SeqRegression ignored -> RejectedException.class;
            case Rejection.EpochStale ignored -> RejectedException.class;
            case Rejection.EpochUnstarted ignored -> RejectedException.class;
            case Rejection.ProducerGap ignored -> RejectedException.class;
            case Rejection.ForkOutOfRange ignored -> RejectedException.class;
            case Rejection.WakeClaimed ignored -> RejectedException.class;
            case Rejection.NothingPending ignored -> RejectedException.class;
            case Rejection.AckOutOfRange ignored -> RejectedException.class;
            case Rejection.HandleInvalid ignored -> RejectedException.class;
            case Rejection.InUse ignored -> RejectedException.class;
            case Rejection.DeadLetterCycle ignored -> RejectedException.class;
            case Rejection.WaitTooLong ignored -> RejectedException.class;
            case Rejection.BadArgument ignored -> RejectedException.class;
            case Rejection.Conflict ignored -> RejectedException.class;
            case Rejection.SpansShards ignored -> RejectedException.class;
            case Rejection.StreamFull ignored -> RejectedException.class;
            case Rejection.StorageFull ignored -> RejectedException.class;
            case Rejection.CredentialsRefused ignored -> RejectedException.class;
            case Rejection.AccessRefused ignored -> RejectedException.class;
            case Rejection.StorageFailed ignored -> RejectedException.class;
        };
    }

    @Test
    void thoseAreAllRejectionsThatThereAre() {
        Set<Class<?>> told = rejections().map(Object::getClass).collect(Collectors.toSet());
        told.addAll(NOT_ASKED_FOR);

        assertThat(told).containsExactlyInAnyOrderElementsOf(kinds(Rejection.class));
    }

    private static Set<Class<?>> kinds(Class<?> type) {
        return type.isSealed()
                ? Stream.of(type.getPermittedSubclasses())
                        .flatMap(kind -> kinds(kind).stream())
                        .collect(Collectors.toSet())
                : Set.of(type);
    }

    @Test
    void aProblemThatIsNoRejectionIsABadArgumentInItsOwnWords() {
        Problem problem = Problem.of(400, "path-malformed", "not a stream path: it is empty");

        assertThat(ErrorResponses.of(answer(problem)))
                .isEqualTo(new Rejection.BadArgument("not a stream path: it is empty"));
    }

    @Test
    void aProblemWithoutTheMembersThatItShouldHaveIsReadByItsStatus() {
        Problem older = Problem.of(404, "stream-not-found", "there is no stream at orders");

        assertThat(ErrorResponses.of(answer(older)))
                .isEqualTo(new Rejection.BadArgument("there is no stream at orders"));
    }

    @ParameterizedTest
    @CsvSource({
        "401, CredentialsRefused",
        "403, AccessRefused",
        "429, RateExceeded",
        "503, Unavailable",
        "500, OutcomeUnknown",
        "502, OutcomeUnknown",
        "504, OutcomeUnknown",
        "404, BadArgument",
        "405, BadArgument"
    })
    void whoeverStandsInBetweenIsReadByTheStatus(int status, String kind) {
        Response page = new Response(
                status,
                headers(Map.of("Content-Type", "text/html")),
                "<h1>no</h1>".getBytes(StandardCharsets.UTF_8),
                false);

        assertThat(ErrorResponses.of(page).getClass().getSimpleName()).isEqualTo(kind);
    }

    private static Response answer(Problem problem) {
        Map<String, String> headers = new HashMap<>();
        problem.headers().forEach((name, value) -> headers.put(name.toString(), value));
        headers.put("Content-Type", Problem.CONTENT_TYPE);
        return new Response(problem.status(), headers(headers), problem.json("r-1"), false);
    }

    private static HttpHeaders headers(Map<String, String> values) {
        Map<String, List<String>> all = new HashMap<>();
        values.forEach((name, value) -> all.put(name, List.of(value)));
        return HttpHeaders.of(all, (name, value) -> true);
    }
}
