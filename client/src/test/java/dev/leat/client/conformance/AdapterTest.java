package dev.leat.client.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.client.ServerInProcess;
import dev.leat.client.transport.Json;
import dev.leat.wire.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Talks to the adapter as the suite does: a process, a command on each line, a result on each line. */
class AdapterTest {
    private final ServerInProcess server = ServerInProcess.start();
    private Process process;
    private BufferedReader results;
    private PrintWriter commands;

    @BeforeEach
    void start() throws IOException {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Adapter.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        results = process.inputReader(StandardCharsets.UTF_8);
        commands = new PrintWriter(process.getOutputStream(), true, StandardCharsets.UTF_8);
        assertThat(ask("{'type':'init','serverUrl':'" + server.url() + "'}")
                        .requiredObject("features")
                        .flag("sse", false))
                .isTrue();
    }

    @AfterEach
    void stop() {
        process.destroyForcibly();
        server.close();
    }

    private JsonObject ask(String command) throws IOException {
        commands.println(command.replace('\'', '"'));
        return Json.object(results.readLine().getBytes(StandardCharsets.UTF_8));
    }

    private static String data(JsonObject read) {
        StringBuilder all = new StringBuilder();
        read.objects("chunks").forEach(chunk -> all.append(chunk.requiredText("data")));
        return all.toString();
    }

    private static void assertRefused(JsonObject result, String code, int status) {
        assertThat(result.requiredText("type")).isEqualTo("error");
        assertThat(result.requiredText("errorCode")).isEqualTo(code);
        assertThat(result.requiredWhole("status")).isEqualTo(status);
    }

    @Test
    void aStreamFromItsBeginningToItsEnd() throws IOException {
        String at = "'path':'/v1/stream/life'";

        JsonObject created = ask("{'type':'create'," + at + ",'contentType':'text/plain','ttlSeconds':60}");
        JsonObject confirmed = ask("{'type':'create'," + at + ",'contentType':'text/plain','ttlSeconds':60}");
        JsonObject appended = ask("{'type':'append'," + at + ",'data':'hello ü','seq':1}");
        JsonObject regressed = ask("{'type':'append'," + at + ",'data':'again','seq':1}");
        JsonObject head = ask("{'type':'head'," + at + "}");
        JsonObject read = ask("{'type':'read'," + at + "}");
        JsonObject rest = ask("{'type':'read'," + at + ",'offset':'" + read.requiredText("offset") + "','live':false}");
        JsonObject closed = ask("{'type':'close'," + at + ",'data':'.'}");
        JsonObject late = ask("{'type':'append'," + at + ",'data':'late'}");
        JsonObject deleted = ask("{'type':'delete'," + at + "}");

        assertThat(created.requiredWhole("status")).isEqualTo(201);
        assertThat(confirmed.requiredWhole("status")).isEqualTo(200);
        assertThat(appended.requiredText("offset")).isEqualTo(head.requiredText("offset"));
        assertRefused(regressed, "SEQUENCE_CONFLICT", 409);
        assertThat(head.requiredWhole("ttlSeconds")).isEqualTo(60);
        assertThat(data(read)).isEqualTo("hello ü");
        assertThat(read.flag("upToDate", false)).isTrue();
        assertThat(rest.objects("chunks")).isEmpty();
        assertThat(closed.requiredText("finalOffset")).isGreaterThan(head.requiredText("offset"));
        assertRefused(late, "STREAM_CLOSED", 409);
        assertThat(deleted.flag("success", false)).isTrue();
        assertRefused(ask("{'type':'connect'," + at + "}"), "NOT_FOUND", 404);
        assertRefused(ask("{'type':'read'," + at + "}"), "NOT_FOUND", 404);
    }

    @Test
    void bytesAreToldAsBase64() throws IOException {
        String at = "'path':'/v1/stream/bytes'";
        ask("{'type':'create'," + at + "}");

        ask("{'type':'append'," + at + ",'data':'AP+A','binary':true}");

        JsonObject chunk = ask("{'type':'read'," + at + "}").objects("chunks").get(0);
        assertThat(chunk.requiredText("data")).isEqualTo("AP+A");
        assertThat(chunk.flag("binary", false)).isTrue();
    }

    @Test
    void livingReadsComeInEveryKind() throws IOException {
        for (String kind : new String[] {"'long-poll'", "'sse'", "true"}) {
            String at = "'path':'/v1/stream/live-" + kind.replace("'", "") + "'";
            ask("{'type':'create'," + at + ",'contentType':'application/json'}");
            ask("{'type':'append'," + at + ",'data':'[1, 2]'}");

            JsonObject first = ask("{'type':'read'," + at + ",'live':" + kind + ",'waitForUpToDate':true}");
            ask("{'type':'append'," + at + ",'data':'3'}");
            JsonObject second = ask("{'type':'read'," + at + ",'live':" + kind + ",'maxChunks':1,'offset':'"
                    + first.requiredText("offset") + "'}");
            ask("{'type':'close'," + at + "}");
            JsonObject end = ask(
                    "{'type':'read'," + at + ",'live':" + kind + ",'offset':'" + second.requiredText("offset") + "'}");

            assertThat(data(first)).isEqualTo("[1,2]");
            assertThat(data(second)).isEqualTo("[3]");
            assertThat(end.flag("streamClosed", false)).isTrue();
            assertThat(end.flag("upToDate", false)).isTrue();
        }
    }

    @Test
    void producersRepeatFenceAndClaim() throws IOException {
        String at = "'path':'/v1/stream/produced'";
        ask("{'type':'create'," + at + ",'contentType':'application/json'}");

        ask("{'type':'idempotent-append'," + at + ",'data':'[1, 2]','producerId':'p','epoch':4,'autoClaim':false}");
        JsonObject batch = ask("{'type':'idempotent-append-batch'," + at
                + ",'items':['3','4','5','6'],'producerId':'q','epoch':0,'autoClaim':false,'maxInFlight':4}");
        JsonObject stale =
                ask("{'type':'idempotent-append'," + at + ",'data':'7','producerId':'p','epoch':3,'autoClaim':false}");
        JsonObject claimed =
                ask("{'type':'idempotent-append'," + at + ",'data':'8','producerId':'p','epoch':3,'autoClaim':true}");
        JsonObject gap =
                ask("{'type':'append'," + at + ",'data':'9','producerId':'r','producerEpoch':0,'producerSeq':2}");

        assertThat(batch.requiredWhole("producerSeq")).isEqualTo(3);
        assertRefused(stale, "FORBIDDEN", 403);
        assertThat(claimed.flag("success", false)).isTrue();
        assertRefused(gap, "SEQUENCE_CONFLICT", 409);
        assertThat(gap.requiredWhole("producerExpectedSeq")).isZero();
        assertThat(data(ask("{'type':'read'," + at + "}"))).isEqualTo("[[1, 2],3,4,5,6,8]");
    }

    @Test
    void aProducerGoesOnEndsTheStreamAndMayRepeatThat() throws IOException {
        String at = "'path':'/v1/stream/ended'";
        String producer = at + ",'producerId':'p','epoch':0,'autoClaim':false";
        ask("{'type':'create'," + at + ",'contentType':'text/plain'}");

        ask("{'type':'idempotent-append'," + producer + ",'data':'one '}");
        JsonObject second = ask("{'type':'idempotent-append'," + producer + ",'data':'two '}");
        JsonObject ended = ask("{'type':'idempotent-close'," + producer + ",'data':'three'}");
        JsonObject again = ask("{'type':'idempotent-close'," + producer + ",'data':'other'}");
        JsonObject another = ask("{'type':'idempotent-close'," + at + ",'producerId':'q','epoch':0,'autoClaim':false}");
        JsonObject read = ask("{'type':'read'," + at + "}");

        assertThat(second.requiredWhole("producerSeq")).isEqualTo(1);
        assertThat(ended.requiredText("finalOffset")).isEqualTo(read.requiredText("offset"));
        assertThat(again.requiredText("finalOffset")).isEqualTo(read.requiredText("offset"));
        assertRefused(another, "STREAM_CLOSED", 409);
        assertThat(data(read)).isEqualTo("one two three");
        assertThat(read.flag("streamClosed", false)).isTrue();
    }

    @Test
    void aProducerThatIsDetachedLeavesTheStreamOpen() throws IOException {
        String at = "'path':'/v1/stream/detached'";
        String producer = at + ",'producerId':'p','epoch':0,'autoClaim':false";
        ask("{'type':'create'," + at + ",'contentType':'text/plain'}");
        ask("{'type':'idempotent-append'," + producer + ",'data':'one'}");

        JsonObject detached = ask("{'type':'idempotent-detach'," + producer + "}");

        assertThat(detached.requiredWhole("status")).isEqualTo(200);
        assertThat(ask("{'type':'head'," + at + "}").flag("streamClosed", false))
                .isFalse();
    }

    @Test
    void headersAndParametersAreMadeAnewForEachRequest() throws IOException {
        String at = "'path':'/v1/stream/dynamic'";
        ask("{'type':'create'," + at + ",'contentType':'text/plain'}");
        ask("{'type':'set-dynamic-header','name':'X-Count','valueType':'counter'}");
        ask("{'type':'set-dynamic-param','name':'count','valueType':'counter'}");

        JsonObject append = ask("{'type':'append'," + at + ",'data':'one'}");
        JsonObject read = ask("{'type':'read'," + at + "}");
        ask("{'type':'clear-dynamic'}");
        JsonObject bare = ask("{'type':'read'," + at + "}");

        assertThat(append.requiredObject("headersSent").requiredText("X-Count")).isEqualTo("1");
        assertThat(read.requiredObject("headersSent").requiredText("X-Count")).isEqualTo("2");
        assertThat(read.requiredObject("paramsSent").requiredText("count")).isEqualTo("2");
        assertThat(bare.has("headersSent")).isFalse();
    }

    @Test
    void aWaitThatFindsNothingIsTold() throws IOException {
        String at = "'path':'/v1/stream/quiet'";
        ask("{'type':'create'," + at + ",'contentType':'text/plain'}");

        JsonObject waited = ask("{'type':'read'," + at + ",'offset':'now','live':'long-poll','timeoutMs':50}");

        assertThat(waited.requiredWhole("status")).isEqualTo(204);
        assertThat(waited.flag("upToDate", false)).isTrue();
    }

    @Test
    void whatMakesNoSenseIsRefusedBeforeItIsSent() throws IOException {
        JsonObject offset = ask("{'type':'read','path':'/v1/stream/any','offset':'yesterday'}");
        JsonObject epoch = ask("{'type':'validate','target':{'target':'idempotent-producer','epoch':-1}}");
        JsonObject fine = ask("{'type':'validate','target':{'target':'idempotent-producer','epoch':3}}");
        JsonObject unknown = ask("{'type':'dance'}");

        assertRefused(offset, "INVALID_OFFSET", 400);
        assertThat(epoch.requiredText("errorCode")).isEqualTo("INVALID_ARGUMENT");
        assertThat(fine.flag("success", false)).isTrue();
        assertThat(unknown.requiredText("errorCode")).isEqualTo("NOT_SUPPORTED");
        assertThat(ask("{'type':'shutdown'}").flag("success", false)).isTrue();
    }
}
