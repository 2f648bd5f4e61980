package dev.leat.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.CharacterCodingException;
import org.junit.jupiter.api.Test;

class CodecTest {

    @Test
    void textIsUtf8BothWays() throws Exception {
        Codec<String> text = Codec.text();

        assertThat(text.contentType()).isEqualTo(ContentType.TEXT);
        assertThat(text.decode(text.encode("fünf 😀"))).isEqualTo("fünf 😀");
    }

    @Test
    void whatIsNoTextIsRefusedBothWays() {
        assertThatThrownBy(() -> Codec.text().encode("\ud83d")).isInstanceOf(CharacterCodingException.class);
        assertThatThrownBy(() -> Codec.text().decode(new byte[] {(byte) 0xc3}))
                .isInstanceOf(CharacterCodingException.class);
    }

    @Test
    void jsonIsTheApplicationsOwn() throws Exception {
        Codec<Integer> json = Codec.json(String::valueOf, Integer::valueOf);

        assertThat(json.contentType()).isEqualTo(ContentType.JSON);
        assertThat(json.decode(json.encode(17))).isEqualTo(17);
    }
}
