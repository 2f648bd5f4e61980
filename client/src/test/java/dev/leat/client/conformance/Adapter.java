package dev.leat.client.conformance;

import dev.leat.api.ContentType;
import dev.leat.api.RejectedException;
import dev.leat.api.spi.Command;
import dev.leat.api.stream.AppendResult;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.CreateStreamResult;
import dev.leat.api.stream.DurableStream;
import dev.leat.api.stream.Lifetime;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.Producer;
import dev.leat.api.stream.ProducerBuilder;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.api.stream.StreamConfig;
import dev.leat.api.stream.StreamInfo;
import dev.leat.api.stream.StreamPath;
import dev.leat.client.LeatClient;
import dev.leat.client.LeatClientBuilder;
import dev.leat.client.transport.Json;
import dev.leat.client.transport.MalformedResponse;
import dev.leat.wire.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * The client as the conformance suite wants to talk to it. Paths are whole paths of URLs; plain appends are repeated when an answer
 * is lost, which the suite asks of every client and ours does only if it is told to.
 */
public final class Adapter {
    private static final long USUAL_MILLIS = 5000;

    private final Map<String, LeatClient> clients = new HashMap<>();
    private final Map<String, Producer<byte[]>> producers = new HashMap<>();
    private final Map<String, ProducerStamp> endings = new HashMap<>();
    private final Map<StreamPath, ContentType> types = new HashMap<>();
    private final DynamicValues headers = new DynamicValues();
    private final DynamicValues parameters = new DynamicValues();
    private String server = "";

    public static void main(String[] args) throws IOException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Adapter adapter = new Adapter();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (!line.isBlank()) {
                JsonObject command = Json.object(line.getBytes(StandardCharsets.UTF_8));
                out.println(adapter.answer(command).line());
                if ("shutdown".equals(command.text("type"))) {
                    break;
                }
            }
        }
        adapter.clients.values().forEach(LeatClient::close);
    }

    private Result answer(JsonObject command) {
        String type = command.requiredText("type");
        try {
            return carryOut(type, command);
        } catch (RejectedException e) {
            return Result.refused(type, e.rejection());
        } catch (CompletionException e) {
            return e.getCause() instanceof RejectedException rejected
                    ? Result.refused(type, rejected.rejection())
                    : Result.failed(type, "INTERNAL_ERROR", e.toString());
        } catch (IllegalArgumentException e) {
            return Result.failed(type, "INVALID_ARGUMENT", e.getMessage());
        } catch (MalformedResponse e) {
            return Result.failed(type, "PARSE_ERROR", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Result.failed(type, "INTERNAL_ERROR", e.toString());
        }
    }

    private Result carryOut(String type, JsonObject command) throws InterruptedException {
        return switch (type) {
            case "init" -> init(command);
            case "create" -> create(command);
            case "connect" -> head(command, "connect");
            case "head" -> head(command, "head");
            case "append" -> append(command);
            case "close" -> close(command);
            case "delete" -> delete(command);
            case "read" -> read(command);
            case "idempotent-append" -> produce(command);
            case "idempotent-append-batch" -> produceBatch(command);
            case "idempotent-close" -> finish(command);
            case "idempotent-detach" -> detach(command);
            case "set-dynamic-header" -> dynamic(command, headers);
            case "set-dynamic-param" -> dynamic(command, parameters);
            case "clear-dynamic" -> clearDynamic();
            case "validate" -> validate(command.requiredObject("target"));
            case "shutdown" -> Result.done("shutdown");
            default -> Result.failed(type, "NOT_SUPPORTED", "the adapter does not know the command " + type);
        };
    }

    private Result init(JsonObject command) {
        server = command.requiredText("serverUrl");
        clients.values().forEach(LeatClient::close);
        clients.clear();
        producers.clear();
        endings.clear();
        types.clear();
        clearDynamic();
        return Result.done("init")
                .with("clientName", "leat-client")
                .with("clientVersion", "0.1.0")
                .with(
                        "features",
                        Map.of(
                                "batching", true,
                                "sse", true,
                                "longPoll", true,
                                "auto", true,
                                "streaming", true,
                                "dynamicHeaders", true,
                                "strictZeroValidation", true));
    }

    /** One client for each set of headers and parameters, and one more for reads that want long-polls. */
    private LeatClient client(JsonObject command, boolean longPoll) {
        JsonObject said = command.object("headers");
        Map<String, String> fixed = new HashMap<>();
        if (said != null) {
            said.names().forEach(name -> fixed.put(name, said.requiredText(name)));
        }
        String key = fixed + " " + headers.names() + " " + parameters.names() + " " + longPoll;
        return clients.computeIfAbsent(key, ignored -> {
            LeatClientBuilder builder =
                    LeatClient.builder(server).streamsAt("/").atLeastOnce();
            headers.names().forEach(name -> builder.header(name, () -> headers.next(name)));
            parameters.names().forEach(name -> builder.parameter(name, () -> parameters.next(name)));
            fixed.forEach((name, value) -> builder.header(name, () -> value));
            return (longPoll ? builder.followByLongPoll() : builder).build();
        });
    }

    private Result dynamic(JsonObject command, DynamicValues values) {
        values.set(command.requiredText("name"), command.requiredText("valueType"), command.text("initialValue"));
        return Result.done(command.requiredText("type"));
    }

    private Result clearDynamic() {
        headers.clear();
        parameters.clear();
        return Result.done("clear-dynamic");
    }

    /** What the last request of a command said of itself. */
    private Result withSent(Result result) {
        if (!headers.names().isEmpty()) {
            result.with("headersSent", headers.sent());
        }
        return parameters.names().isEmpty() ? result : result.with("paramsSent", parameters.sent());
    }

    private static StreamPath path(JsonObject command) {
        return StreamPath.of(command.requiredText("path").substring(1));
    }

    private DurableStream stream(JsonObject command) {
        return new DurableStream(client(command, false).engine(), path(command));
    }

    private Result create(JsonObject command) {
        String type = command.text("contentType");
        Long ttl = command.whole("ttlSeconds");
        String until = command.text("expiresAt");
        StreamConfig config = StreamConfig.of(type == null ? ContentType.BYTES : new ContentType(type));
        if (ttl != null) {
            config = config.with(Lifetime.idle(Duration.ofSeconds(ttl)));
        } else if (until != null) {
            config = config.with(Lifetime.until(OffsetDateTime.parse(until).toInstant()));
        }
        String data = command.text("data");
        config = data == null ? config : config.with(Body.of(data));
        CreateStreamResult created = stream(command).create(command.flag("closed", false) ? config.ended() : config);
        types.put(path(command), created.contentType());
        return Result.of("create", created.isNew() ? 201 : 200)
                .with("offset", created.tail())
                .with("contentType", created.contentType());
    }

    private Result head(JsonObject command, String as) {
        StreamInfo info = stream(command).head();
        Result result = Result.of(as, 200)
                .with("offset", info.tail())
                .with("contentType", info.contentType())
                .with("streamClosed", info.closed());
        if (info.lifetime() instanceof Lifetime.Idle idle) {
            result.with("ttlSeconds", idle.ttl().toSeconds());
        } else if (info.lifetime() instanceof Lifetime.Until until) {
            result.with("expiresAt", until.moment());
        }
        return result;
    }

    private static Body body(JsonObject command) {
        String data = command.text("data");
        if (data == null) {
            return Body.EMPTY;
        }
        return command.flag("binary", false) ? Body.of(Base64.getDecoder().decode(data)) : Body.of(data);
    }

    private Result append(JsonObject command) {
        Long seq = command.whole("seq");
        String producer = command.text("producerId");
        ProducerStamp stamp = producer == null
                ? null
                : new ProducerStamp(
                        producer, command.requiredWhole("producerEpoch"), command.requiredWhole("producerSeq"));
        AppendResult appended = client(command, false)
                .engine()
                .call(new Command.Append(
                        path(command),
                        types.get(path(command)),
                        body(command),
                        stamp,
                        seq == null ? null : seq.toString(),
                        false));
        Result result = withSent(Result.of("append", appended.duplicate() ? 204 : 200)
                .with("offset", appended.tail())
                .with("duplicate", appended.duplicate()));
        ProducerStamp latest = appended.producer();
        return latest == null
                ? result
                : result.with("producerEpoch", latest.epoch()).with("producerSeq", latest.seq());
    }

    private Result close(JsonObject command) {
        AppendResult closed = stream(command).close(body(command));
        return Result.of("close", 200).with("finalOffset", closed.tail()).with("offset", closed.tail());
    }

    private Result delete(JsonObject command) {
        stream(command).delete();
        return Result.of("delete", 200);
    }

    private Result read(JsonObject command) throws InterruptedException {
        String offset = command.text("offset");
        String live = live(command);
        Long millis = command.whole("timeoutMs");
        Long most = command.whole("maxChunks");
        Reader reader = new Reader(
                client(command, live.equals("long-poll")).engine(),
                path(command),
                offset == null ? Offset.START : Offset.of(offset));
        return withSent(
                live.isEmpty()
                        ? reader.catchUp()
                        : reader.follow(
                                millis == null ? USUAL_MILLIS : millis,
                                most == null ? 100 : most,
                                command.flag("waitForUpToDate", false)));
    }

    /** A word, or true for any kind; empty for none. */
    private static String live(JsonObject command) {
        try {
            String word = command.text("live");
            return word == null ? "" : word;
        } catch (MalformedResponse e) {
            return command.flag("live", false) ? "auto" : "";
        }
    }

    private ProducerBuilder<byte[]> producer(JsonObject command) {
        ProducerBuilder<byte[]> builder = stream(command)
                .producer()
                .id(command.requiredText("producerId"))
                .epoch(command.requiredWhole("epoch"));
        return command.flag("autoClaim", false) ? builder.claimIfStale() : builder;
    }

    private static String key(JsonObject command) {
        return command.requiredText("path") + " " + command.requiredText("producerId") + " "
                + command.requiredWhole("epoch");
    }

    /** A message as the suite counts them: on a JSON stream an array is one. */
    private byte[] message(JsonObject command, String text) {
        ContentType type = types.computeIfAbsent(
                path(command), ignored -> stream(command).head().contentType());
        return (type.isJson() ? "[" + text + "]" : text).getBytes(StandardCharsets.UTF_8);
    }

    /** Goes on with the producer of an earlier command, as an application would. One that was refused is not used again. */
    private Result produce(JsonObject command) {
        Producer<byte[]> producer =
                producers.computeIfAbsent(key(command), key -> producer(command).start());
        try {
            CompletionStage<AppendResult> appended = producer.append(message(command, command.requiredText("data")));
            return produced("idempotent-append", appended.toCompletableFuture().join());
        } catch (CompletionException e) {
            producers.remove(key(command));
            throw e;
        }
    }

    private Result produceBatch(JsonObject command) {
        Long inFlight = command.whole("maxInFlight");
        ProducerBuilder<byte[]> builder = producer(command);
        if (inFlight != null && inFlight > 1) {
            builder.inFlight(inFlight.intValue()).batchBytes(1);
        }
        AppendResult last = null;
        try (Producer<byte[]> producer = builder.start()) {
            List<CompletionStage<AppendResult>> all = new ArrayList<>();
            for (String item : command.texts("items")) {
                all.add(producer.append(message(command, item)));
            }
            for (CompletionStage<AppendResult> one : all) {
                last = one.toCompletableFuture().join();
            }
        }
        return last == null ? Result.of("idempotent-append-batch", 200) : produced("idempotent-append-batch", last);
    }

    private static Result produced(String type, AppendResult last) {
        Result result = Result.of(type, 200).with("offset", last.tail()).with("duplicate", last.duplicate());
        ProducerStamp latest = last.producer();
        return latest == null ? result : result.with("producerSeq", latest.seq());
    }

    /** Ends the stream. A producer that has done so repeats its last request, as if the answer had been lost. */
    private Result finish(JsonObject command) {
        String data = command.text("data");
        ProducerStamp ending = endings.get(key(command));
        AppendResult ended;
        if (ending != null) {
            Body body = data == null ? Body.EMPTY : Body.of(message(command, data));
            ended = stream(command).close(body, ending);
        } else {
            Producer<byte[]> kept = producers.remove(key(command));
            Producer<byte[]> producer = kept == null ? producer(command).start() : kept;
            ended = data == null ? producer.finish() : producer.finish(message(command, data));
            endings.put(key(command), ended.producer());
        }
        return Result.of("idempotent-close", 200).with("finalOffset", ended.tail());
    }

    private Result detach(JsonObject command) {
        Producer<byte[]> producer = producers.remove(key(command));
        if (producer != null) {
            producer.close();
        }
        return Result.of("idempotent-detach", 200);
    }

    private Result validate(JsonObject target) {
        if (!target.requiredText("target").equals("idempotent-producer")) {
            return Result.failed("validate", "NOT_SUPPORTED", "there is nothing of this kind");
        }
        String id = target.text("producerId");
        Long epoch = target.whole("epoch");
        Long bytes = target.whole("maxBatchBytes");
        try (LeatClient any = LeatClient.connect("http://127.0.0.1:1")) {
            ProducerBuilder<byte[]> builder = any.stream("any").producer().id(id == null ? "p" : id);
            if (epoch != null) {
                builder.epoch(epoch);
            }
            if (bytes != null) {
                builder.batchBytes(Math.toIntExact(bytes));
            }
        } catch (IllegalArgumentException e) { // with the name that the suite has for the option
            return Result.failed(
                    "validate", "INVALID_ARGUMENT", (bytes == null ? "" : "maxBatchBytes: ") + e.getMessage());
        }
        return Result.done("validate");
    }
}
