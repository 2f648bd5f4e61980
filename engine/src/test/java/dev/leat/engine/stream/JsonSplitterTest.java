package dev.leat.engine.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Rejection;
import dev.leat.api.stream.Body;
import dev.leat.testkit.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonSplitterTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1",
                "-0.5e+10",
                "null",
                "true",
                "\"a, b\"",
                "{}",
                "{\"a\":[1,2,{\"b\":null}]}",
                "12345678901234567890",
                "1.0",
                "{\"a\":1,\"a\":2}",
                "\"\\u00e9\\n\"",
                "\"é€😀\""
            })
    void aValueIsOneMessageAndKeepsEveryByte(String value) {
        assertThat(split(value)).containsExactly(value);
        assertThat(split(" \n" + value + "\t\r\n")).containsExactly(value);
    }

    @Test
    void anArrayIsSplitOneLevelDeep() {
        assertThat(split("[1,2]")).containsExactly("1", "2");
        assertThat(split(" [ 1 , \"x,]\" ,{ \"a\" : [ 1 , 2 ] }\n] "))
                .containsExactly("1", "\"x,]\"", "{ \"a\" : [ 1 , 2 ] }");
        assertThat(split("[[1,2],[3,4]]")).containsExactly("[1,2]", "[3,4]");
        assertThat(split("[[[1, 2,3]]]")).containsExactly("[[1, 2,3]]");
        assertThat(split("[]")).isEmpty();
        assertThat(split("[ ]")).isEmpty();
        assertThat(split("[[]]")).containsExactly("[]");
    }

    @Test
    void severalTextsAreSplitEachByItself() {
        WireMessages prepared = JsonSplitter.split(Body.of(List.of(utf8("[1,2]"), utf8(" 3 "))));

        assertThat(messages(prepared)).containsExactly("1", "2", "3");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "[1",
                "[1,]",
                "[,1]",
                "{\"a\"}",
                "{\"a\":1,}",
                "1 2",
                "[1] 2",
                "nul",
                "NaN",
                "'a'",
                "01",
                "+1",
                ".5",
                "\"a",
                "\"\t\"",
                "// x\n1",
                "]",
                "\uFEFF1",
                "{a:1}",
                "\"\\x\""
            })
    void whatIsNotJsonIsRefused(String text) {
        assertThat(JsonSplitter.split(new Body(List.of(utf8(text)))).flaw())
                .isInstanceOf(Rejection.MalformedJson.class);
    }

    @Test
    void bytesThatAreNotUtf8AreRefused() {
        byte[][] broken = {
            {'"', (byte) 0xc3, '"'},
            {'"', (byte) 0xc0, (byte) 0x80, '"'},
            {'"', (byte) 0xed, (byte) 0xa0, (byte) 0x80, '"'},
            {'"', (byte) 0xff, '"'},
            "\"a\"".getBytes(StandardCharsets.UTF_16BE),
        };
        for (byte[] text : broken) {
            assertThat(JsonSplitter.split(Body.of(text)).flaw()).isInstanceOf(Rejection.MalformedJson.class);
        }
    }

    @Test
    void nestingHasALimit() {
        String deep = "[".repeat(100_000) + "]".repeat(100_000);

        assertThat(JsonSplitter.split(Body.of(deep)).flaw()).isInstanceOf(Rejection.MalformedJson.class);
    }

    @Seeds(200)
    void elementsComeBackAsTheyWere(long seed) {
        Random random = new Random(seed);
        List<String> values = new ArrayList<>();
        StringBuilder array = new StringBuilder("[");
        for (int i = random.nextInt(20); i >= 0; i--) {
            String value = value(random, 3);
            values.add(value);
            array.append(space(random)).append(value).append(space(random)).append(i == 0 ? "" : ",");
        }
        array.append("]");

        assertThat(split(array.toString())).isEqualTo(values);
    }

    private static String value(Random random, int depth) {
        return switch (random.nextInt(depth == 0 ? 4 : 6)) {
            case 0 -> String.valueOf(random.nextInt());
            case 1 -> "\"" + "a,]} \\\"é😀".repeat(random.nextInt(3)) + "\"";
            case 2 -> "null";
            case 3 -> random.nextDouble() + "";
            case 4 -> "[" + space(random) + value(random, depth - 1) + "," + value(random, depth - 1) + "]";
            default -> "{\"k\":" + value(random, depth - 1) + space(random) + "}";
        };
    }

    private static String space(Random random) {
        return " \n\t\r".substring(random.nextInt(5));
    }

    private static List<String> split(String text) {
        WireMessages prepared = JsonSplitter.split(Body.of(text));
        assertThat(prepared.flaw()).isNull();
        return messages(prepared);
    }

    private static List<String> messages(WireMessages prepared) {
        byte[] wire = new byte[prepared.length()];
        int[] ends = new int[prepared.count()];
        prepared.copyTo(wire, 0);
        prepared.endsTo(ends, 0, 0);
        List<String> messages = new ArrayList<>();
        int start = 0;
        for (int end : ends) {
            assertThat(wire[end - 1]).isEqualTo((byte) ',');
            messages.add(new String(Arrays.copyOfRange(wire, start, end - 1), StandardCharsets.UTF_8));
            start = end;
        }
        return messages;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
