package dev.leat.http.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.api.stream.Offset;
import dev.leat.http.exchange.ProblemException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadRequestTest {

    @ParameterizedTest
    @ValueSource(strings = {"", "offset=-1", "x=1&y", "utm=%zz", "offset=0000000000000000_0000000000000000"})
    void readsFromTheStartUnlessToldOtherwise(String query) {
        ReadRequest request = ReadRequest.parse(query);

        assertThat(request).isEqualTo(new ReadRequest(Offset.START, ReadRequest.Mode.CATCH_UP, null));
    }

    @Test
    void knowsItsParametersInAnyOrder() {
        ReadRequest request = ReadRequest.parse("cursor=123&live=sse&z=1&offset=0000000000000000_0000000000000042");

        assertThat(request).isEqualTo(new ReadRequest(new Offset(42), ReadRequest.Mode.SSE, 123L));
    }

    @ParameterizedTest
    @ValueSource(strings = {"cursor=", "cursor=abc", "cursor=-5", "cursor=99999999999999999999999"})
    void aCursorThatIsNoneOfOursCountsAsNone(String query) {
        assertThat(ReadRequest.parse(query).cursor()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "offset=", "offset", "offset=1&offset=1", "offset=-1&offset=-1", "offset=-2", "offset=1,2",
                "offset=0%201", "offset=%2e%2e%2f", "offset=1_2%00", "offset=%", "offset=%0d%0a", "offset=NOW",
                "live=sse", "live=long-poll", "live=sse&offset="
            })
    void refusesWhatItCannotUnderstand(String query) {
        assertThatThrownBy(() -> ReadRequest.parse(query))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.problem().status()).isEqualTo(400));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "live=later",
                "live=",
                "live",
                "live=SSE",
                "live=true",
                "live=%zz",
                "live=sse&live=sse",
                "live=long-poll&live=sse"
            })
    void aLiveReadIsOneOfTwoKinds(String query) {
        assertThatThrownBy(() -> ReadRequest.parse("offset=-1&" + query))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refused -> assertThat(refused.problem().type()).isEqualTo("live-malformed"));
    }

    @Test
    void theKindOfALiveReadMayBeEscaped() {
        assertThat(ReadRequest.parse("offset=-1&live=long%2Dpoll").mode()).isEqualTo(ReadRequest.Mode.LONG_POLL);
    }
}
