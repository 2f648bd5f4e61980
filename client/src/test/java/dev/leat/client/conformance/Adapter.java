package dev.leat.client.conformance;

import dev.leat.api.Body;
import dev.leat.api.Command;
import dev.leat.api.ContentType;
import dev.leat.api.DurableStream;
import dev.leat.api.Lifetime;
import dev.leat.api.Offset;
import dev.leat.api.Outcome;
import dev.leat.api.Producer;
import dev.leat.api.ProducerBuilder;
import dev.leat.api.ProducerStamp;
import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.StreamConfig;
import dev.leat.api.StreamPath;
import dev.leat.client.LeatClient;
import dev.leat.client.LeatClientBuilder;
import dev.leat.client.wire.BadAnswer;
import dev.leat.client.wire.Fields;
import dev.leat.client.wire.Json;
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
    private String server = "";

    public static void main(String[] args) throws IOException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Adapter adapter = new Adapter();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (!line.isBlank()) {
                Fields command = Json.object(line.getBytes(StandardCharsets.UTF_8));
                out.println(adapter.answer(command).line());
                if ("shutdown".equals(command.text("type"))) {
                    break;
                }
            }
        }
        adapter.clients.values().forEach(LeatClient::close);
    }

    private Result answer(Fields command) {
        String type = command.requiredText("type");
        try {
            return carryOut(type, command);
        } catch (RejectedException e) {
            boolean ordered = command.has("seq") && e.rejection() instanceof Rejection.Conflict;
            return ordered
                    ? Result.failed(type, "SEQUENCE_CONFLICT", e.getMessage()).with("status", 409)
                    : Result.refused(type, e.rejection());
        } catch (CompletionException e) {
            return e.getCause() instanceof RejectedException rejected
                    ? Result.refused(type, rejected.rejection())
                    : Result.failed(type, "INTERNAL_ERROR", e.toString());
        } catch (IllegalArgumentException e) {
            return Result.failed(type, "INVALID_ARGUMENT", e.getMessage());
        } catch (BadAnswer e) {
            return Result.failed(type, "PARSE_ERROR", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Result.failed(type, "INTERNAL_ERROR", e.toString());
        }
    }

    private Result carryOut(String type, Fields command) throws InterruptedException {
        return switch (type) {
            case "init" -> init(command);
            case "create" -> create(command);
            case "connect" -> head(command, "connect");
            case "head" -> head(command, "head");
            case "append" -> append(command);
            case "close" -> close(command);
            case "delete" -> delete(command);
            case "read" -> read(command);
            case "idempotent-append" -> produce(command, "idempotent-append", List.of(command.requiredText("data")));
            case "idempotent-append-batch" -> produce(command, type, command.texts("items"));
            case "validate" -> validate(command.requiredObject("target"));
            case "shutdown" -> Result.done("shutdown");
            default -> Result.failed(type, "NOT_SUPPORTED", "the adapter does not know the command " + type);
        };
    }

    private Result init(Fields command) {
        server = command.requiredText("serverUrl");
        clients.values().forEach(LeatClient::close);
        clients.clear();
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
                                "dynamicHeaders", false,
                                "strictZeroValidation", true));
    }

    /** One client for each set of headers, and one more for those who want requests that wait. */
    private LeatClient client(Fields command, boolean longPoll) {
        Fields headers = command.object("headers");
        Map<String, String> said = new HashMap<>();
        if (headers != null) {
            headers.names().forEach(name -> said.put(name, headers.requiredText(name)));
        }
        return clients.computeIfAbsent(said + " " + longPoll, key -> {
            LeatClientBuilder builder =
                    LeatClient.builder(server).streamsAt("/").atLeastOnce();
            said.forEach((name, value) -> builder.header(name, () -> value));
            return (longPoll ? builder.followByLongPoll() : builder).build();
        });
    }

    private static StreamPath path(Fields command) {
        return StreamPath.of(command.requiredText("path").substring(1));
    }

    private DurableStream stream(Fields command) {
        return new DurableStream(client(command, false).engine(), path(command));
    }

    private Result create(Fields command) {
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
        Outcome.Created created = stream(command).create(command.flag("closed") ? config.ended() : config);
        return Result.of("create", created.isNew() ? 201 : 200)
                .with("offset", created.tail())
                .with("contentType", created.contentType());
    }

    private Result head(Fields command, String as) {
        Outcome.StreamInfo info = stream(command).head();
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

    private static Body body(Fields command) {
        String data = command.text("data");
        if (data == null) {
            return Body.EMPTY;
        }
        return command.flag("binary") ? Body.of(Base64.getDecoder().decode(data)) : Body.of(data);
    }

    private Result append(Fields command) {
        Long seq = command.whole("seq");
        String producer = command.text("producerId");
        ProducerStamp stamp = producer == null
                ? null
                : new ProducerStamp(
                        producer, command.requiredWhole("producerEpoch"), command.requiredWhole("producerSeq"));
        Outcome.Appended appended = client(command, false)
                .engine()
                .call(new Command.Append(
                        path(command), null, body(command), stamp, seq == null ? null : seq.toString(), false));
        Result result = Result.of("append", appended.duplicate() ? 204 : 200)
                .with("offset", appended.tail())
                .with("duplicate", appended.duplicate());
        ProducerStamp latest = appended.producer();
        return latest == null
                ? result
                : result.with("producerEpoch", latest.epoch()).with("producerSeq", latest.seq());
    }

    private Result close(Fields command) {
        Outcome.Appended closed = stream(command).close(body(command), null);
        return Result.of("close", 200).with("finalOffset", closed.tail()).with("offset", closed.tail());
    }

    private Result delete(Fields command) {
        stream(command).delete();
        return Result.of("delete", 200);
    }

    private Result read(Fields command) throws InterruptedException {
        String offset = command.text("offset");
        String live = live(command);
        Long millis = command.whole("timeoutMs");
        Long most = command.whole("maxChunks");
        Reader reader = new Reader(
                client(command, live.equals("long-poll")).engine(),
                path(command),
                offset == null ? Offset.START : Offset.of(offset));
        return live.isEmpty()
                ? reader.catchUp()
                : reader.follow(
                        millis == null ? USUAL_MILLIS : millis,
                        most == null ? 100 : most,
                        command.flag("waitForUpToDate"));
    }

    /** A word, or true for any kind; empty for none. */
    private static String live(Fields command) {
        try {
            String word = command.text("live");
            return word == null ? "" : word;
        } catch (BadAnswer e) {
            return command.flag("live") ? "auto" : "";
        }
    }

    private Result produce(Fields command, String type, List<String> items) {
        DurableStream stream = stream(command);
        boolean json = stream.head().contentType().isJson();
        Long inFlight = command.whole("maxInFlight");
        ProducerBuilder<byte[]> builder =
                stream.producer().id(command.requiredText("producerId")).epoch(command.requiredWhole("epoch"));
        if (command.flag("autoClaim")) {
            builder.claimIfStale();
        }
        if (inFlight != null && inFlight > 1) {
            builder.inFlight(inFlight.intValue()).batchBytes(1);
        }
        Outcome.Appended last = null;
        try (Producer<byte[]> producer = builder.start()) {
            List<CompletionStage<Outcome.Appended>> all = new ArrayList<>();
            for (String item : items) {
                String text = json ? "[" + item + "]" : item; // an array is one message, as the suite counts
                all.add(producer.append(text.getBytes(StandardCharsets.UTF_8)));
            }
            for (CompletionStage<Outcome.Appended> one : all) {
                last = one.toCompletableFuture().join();
            }
        }
        Result result = Result.of(type, 200);
        return last == null || last.producer() == null
                ? result
                : result.with("offset", last.tail())
                        .with("duplicate", last.duplicate())
                        .with("producerSeq", last.producer().seq());
    }

    private Result validate(Fields target) {
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
        }
        return Result.done("validate");
    }
}
