package dev.leat.http.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.ContentType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GzipTest {

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "br, gzip", "GZIP;q=0.5", "deflate;q=1, gzip ;q=0.1"})
    void isAcceptedWhereItIsNamed(String header) {
        assertThat(Gzip.isAccepted(header)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "br", "gzip;q=0", "gzip; q=0.000", "x-gzip", "identity"})
    void isNotAcceptedWhereItIsNotOrRefused(String header) {
        assertThat(Gzip.isAccepted(header)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "application/json; charset=utf-8", "application/x-ndjson", "image/svg+xml"})
    void helpsText(String type) {
        assertThat(Gzip.helps(new ContentType(type))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/octet-stream", "image/png", "application/x-protobuf"})
    void doesNotHelpBytes(String type) {
        assertThat(Gzip.helps(new ContentType(type))).isFalse();
    }
}
