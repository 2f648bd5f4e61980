package dev.leat.cli.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where settings come from, which of them wins, and what is said about those that cannot be. */
class ConfigTest {
    private final SettingTable table = new SettingTable();
    private final Setting<Path> config = table.addOpen("S", "config", SettingType.file(), "none", "The file");
    private final Setting<Integer> port = table.add("S", "port", SettingType.number(0, 65_535), "4437", "The port");
    private final Setting<Duration> timeout =
            table.add("S", "long-poll-timeout", SettingType.duration(), "25s", "How long");
    private final Setting<List<String>> origins = table.add("S", "cors-origins", SettingType.list(), "*", "Who");
    private final Setting<Boolean> gzip = table.add("S", "gzip", SettingType.toggle(), "true", "Whether");
    private final Setting<Integer> shards = table.addOpen("S", "shards", SettingType.powerOfTwo(256), "16", "How many");

    private final Map<String, GivenValue> flags = new HashMap<>();
    private final Map<String, String> variables = new HashMap<>();

    @TempDir
    Path temp;

    @ParameterizedTest
    @CsvSource({
        "1, 2, 3, 1", // flag, variable, file, what counts
        "1, 2,  , 1",
        "1,  , 3, 1",
        "1,  ,  , 1",
        " , 2, 3, 2",
        " , 2,  , 2",
        " ,  , 3, 3",
        " ,  ,  , 4437",
    })
    void theNearerSourceWins(String flag, String variable, String file, int counts) throws IOException {
        if (flag != null) {
            flag("port", flag);
        }
        if (variable != null) {
            variables.put("LEAT_PORT", variable);
        }
        if (file != null) {
            file("port: " + file);
        }

        assertThat(read().get(port)).isEqualTo(counts);
    }

    @Test
    void theSameNameServesEverywhere() throws IOException {
        file("long-poll-timeout: 1s");
        assertThat(read().get(timeout)).isEqualTo(Duration.ofSeconds(1));

        variables.put("LEAT_LONG_POLL_TIMEOUT", "2s");
        assertThat(read().get(timeout)).isEqualTo(Duration.ofSeconds(2));

        flag("long-poll-timeout", "3s");
        assertThat(read().get(timeout)).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void theFlagForTheFileWinsOverItsVariable() throws IOException {
        variables.put("LEAT_CONFIG", "/does/not/exist");
        file("port: 7");

        assertThat(read().get(port)).isEqualTo(7);
        assertThat(read().find(config)).contains(temp.resolve("leat.yaml"));
    }

    @Test
    void whatIsLeftOpenHasNoValue() {
        assertThat(read().find(shards)).isEmpty();
        assertThat(read().isGiven(shards)).isFalse();
    }

    @Test
    void listsAreYamlListsOrWords() throws IOException {
        file("cors-origins: [a, 'b']");
        assertThat(read().get(origins)).containsExactly("a", "b");

        file("cors-origins: []");
        assertThat(read().get(origins)).isEmpty();

        flag("cors-origins", "x, y");
        assertThat(read().get(origins)).containsExactly("x", "y");
    }

    @Test
    void anEmptyVariableCountsAsNotSet() {
        variables.put("LEAT_PORT", "");

        assertThat(read().get(port)).isEqualTo(4437);
    }

    @Test
    void anEmptyFileSetsNothing() throws IOException {
        file("# nothing\n");

        assertThat(read().get(gzip)).isTrue();
    }

    @Test
    void variablesOfOthersAreLeftAlone() {
        variables.putAll(Map.of(
                "LEAT_JAVA_OPTS", "-Xmx1g",
                "LEAT_SERVICE_HOST", "10.0.0.1",
                "LEAT_SERVICE_PORT_HTTP", "4437",
                "LEAT_PORT", "tcp://10.0.0.1:4437",
                "LEAT_PORT_4437_TCP_ADDR", "10.0.0.1",
                "PORT", "x"));

        assertThat(read().get(port)).isEqualTo(4437);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            LEAT_PROT         | 1   | LEAT_PROT in the environment is no setting; did you mean LEAT_PORT?
            LEAT_port         | 1   | LEAT_port in the environment is no setting; did you mean LEAT_PORT?
            LEAT_LONG_POLL    | 1s  | LEAT_LONG_POLL in the environment is no setting; did you mean LEAT_LONG_POLL_TIMEOUT?
            LEAT_SOMETHING_QUITE_DIFFERENT | 1 | LEAT_SOMETHING_QUITE_DIFFERENT in the environment is no setting
            LEAT_PORT         | 1.5 | LEAT_PORT in the environment: expected a whole number from 0 to 65535, not "1.5"
            LEAT_PORT         | 65536 | LEAT_PORT in the environment: expected a whole number from 0 to 65535, not "65536"
            LEAT_GZIP         | yes | LEAT_GZIP in the environment: expected true or false, not "yes"
            LEAT_SHARDS       | 3   | LEAT_SHARDS in the environment: expected a power of two from 1 to 256, not "3"
            """)
    void aVariableThatCannotBe(String name, String value, String complaint) {
        variables.put(name, value);

        assertComplaint(complaint);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            prot: 1             | line 1: "prot" is no setting; did you mean "port"?
            port: abc           | line 1: port: expected a whole number from 0 to 65535, not "abc"
            port: {number: 1}   | line 1: port: expected one value, not a map
            port:               | line 1: port: has no value; give it one or remove the line
            tls: {key: a}       | line 1: "tls" is no setting; settings are not nested: write tls-…: below each other
            config: other.yaml  | line 1: "config" is no setting
            gzip: yes           | line 1: gzip: expected true or false, not "yes"
            long-poll-timeout: 25 | line 1: long-poll-timeout: expected a duration such as 30s, 5m, 500ms or PT30S
            just words          | expected lines such as port: 4437
            port: [1            | line 1: this is no YAML
            port: !!javax.script.ScriptEngineManager [] | line 1: this is no YAML: Global tag is not allowed
            """)
    void aLineThatCannotBe(String line, String complaint) throws IOException {
        file(line);

        assertComplaint(complaint);
        assertComplaint(temp.resolve("leat.yaml").toString());
    }

    @Test
    void aSettingThatIsSetTwice() throws IOException {
        file("port: 1\ngzip: true\nport: 2");

        assertComplaint("line 3: port is set twice");
    }

    @Test
    void aMistakeIsToldEvenIfAFlagOverrulesIt() throws IOException {
        flag("port", "1");
        file("port: abc");

        assertComplaint("port: expected a whole number");
    }

    @Test
    void aMissingFile() {
        flag("config", temp.resolve("none.yaml").toString());

        assertComplaint("cannot read the configuration " + temp.resolve("none.yaml") + ": there is no such file");
    }

    @Test
    void aFlagThatCannotBe() {
        flag("port", "-1");

        assertComplaint("--port: expected a whole number from 0 to 65535, not \"-1\"");
    }

    private SettingValues read() {
        return SettingValues.read(table, flags, variables);
    }

    private void flag(String name, String text) {
        flags.put(name, new GivenValue(text, "--" + name));
    }

    private void file(String lines) throws IOException {
        flag("config", Files.writeString(temp.resolve("leat.yaml"), lines).toString());
    }

    private void assertComplaint(String words) {
        assertThatThrownBy(this::read).isInstanceOf(SettingException.class).hasMessageContaining(words);
    }
}
