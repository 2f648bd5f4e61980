package dev.leat.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.cli.console.CommandEnvironment;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code leat serve} says about flags, before anything runs. */
@Timeout(60) // a flag that is taken after all would serve forever
class ServeFlagsTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --prot=1        | leat serve: --prot is no setting; did you mean --port? (see leat serve --help)
            --jwt-secret=s3 | leat serve: --jwt-secret is no setting; did you mean --jwt-secret-file? (see leat serve --help)
            s3              | leat serve: there is an argument that belongs to no flag (see leat serve --help)
            --port=s3x      | leat serve: --port: expected a whole number from 0 to 65535, not "s3x"
            --memory=maybe  | leat serve: --memory: expected true or false, not "maybe"
            --tls-key=key   | leat serve: --tls-key: tls-certificate and tls-key go together; set both
            """)
    void aFlagThatCannotBeIsOneSentence(String flag, String sentence) {
        assertThat(leat(Map.of(), "serve", flag)).isEqualTo(2);

        assertThat(err.toString()).isEqualTo(sentence + System.lineSeparator());
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void aSecretAfterAnUnknownFlagIsNotRepeated() {
        assertThat(leat(Map.of(), "serve", "--jwt-secret", "hunter22")).isEqualTo(2);

        assertThat(err.toString()).contains("--jwt-secret-file").doesNotContain("hunter22");
    }

    @Test
    void aFlagThatIsGivenTwice() {
        assertThat(leat(Map.of(), "serve", "--port", "1", "--port", "2")).isEqualTo(2);

        assertThat(err.toString()).isEqualTo("leat serve: --port is given twice" + System.lineSeparator());
    }

    @Test
    void aVariableThatCannotBeIsOneSentence() {
        assertThat(leat(Map.of("LEAT_DRAIN", "soon"), "serve")).isEqualTo(2);

        assertThat(err.toString()).startsWith("leat serve: LEAT_DRAIN in the environment: expected a duration");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "192.0.2.1"})
    void otherMachinesAreRefusedWithoutAccess(String host) {
        assertThat(leat(Map.of(), "serve", "--memory", "--host", host)).isEqualTo(2);

        assertThat(err.toString())
                .contains("on " + host, "api-keys-file", "--insecure")
                .hasLineCount(1);
    }

    private int leat(Map<String, String> environment, String... args) {
        return Main.commandLine(CommandEnvironment.ofProcess().with(environment))
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }
}
