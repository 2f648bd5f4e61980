package dev.leat.client.conformance;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.leat.api.Rejection;
import dev.leat.client.transport.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What one command came to, as one line. */
final class Result {
    private final Map<String, Object> members = new LinkedHashMap<>();

    private Result(String type, boolean success) {
        with("type", type).with("success", success);
    }

    static Result of(String command, int status) {
        return new Result(command, true).with("status", status);
    }

    static Result done(String command) {
        return new Result(command, true);
    }

    static Result failed(String command, String code, String message) {
        return new Result("error", false)
                .with("commandType", command)
                .with("errorCode", code)
                .with("message", message);
    }

    /** The suite knows refusals by the status that they had, and a code. */
    static Result refused(String command, Rejection rejection) {
        return switch (rejection) {
            case Rejection.StreamNotFound ignored -> refused(command, rejection, 404, "NOT_FOUND");
            case Rejection.StreamGone ignored -> refused(command, rejection, 410, "NOT_FOUND");
            case Rejection.StreamExists ignored -> refused(command, rejection, 409, "CONFLICT");
            case Rejection.StreamClosed closed ->
                refused(command, rejection, 409, "STREAM_CLOSED")
                        .with("offset", closed.tail().toString());
            case Rejection.SeqRegression ignored -> refused(command, rejection, 409, "SEQUENCE_CONFLICT");
            case Rejection.ProducerGap gap ->
                refused(command, rejection, 409, "SEQUENCE_CONFLICT")
                        .with("producerExpectedSeq", gap.expected())
                        .with("producerReceivedSeq", gap.received());
            case Rejection.EpochStale stale ->
                refused(command, rejection, 403, "FORBIDDEN").with("producerEpoch", stale.current());
            case Rejection.Conflict ignored -> refused(command, rejection, 409, "CONFLICT");
            case Rejection.ContentTypeMismatch ignored -> refused(command, rejection, 409, "CONFLICT");
            case Rejection.MalformedOffset ignored -> refused(command, rejection, 400, "INVALID_OFFSET");
            case Rejection.CredentialsRefused ignored -> refused(command, rejection, 401, "UNEXPECTED_STATUS");
            case Rejection.AccessRefused ignored -> refused(command, rejection, 403, "UNEXPECTED_STATUS");
            case Rejection.RateExceeded ignored -> refused(command, rejection, 429, "UNEXPECTED_STATUS");
            case Rejection.StorageFailed ignored -> failed(command, "PARSE_ERROR", rejection.reason());
            case Rejection.Unavailable ignored -> failed(command, "NETWORK_ERROR", rejection.reason());
            case Rejection.OutcomeUnknown ignored -> failed(command, "NETWORK_ERROR", rejection.reason());
            default -> refused(command, rejection, 400, "UNEXPECTED_STATUS");
        };
    }

    private static Result refused(String command, Rejection rejection, int status, String code) {
        return failed(command, code, rejection.reason()).with("status", status);
    }

    Result with(String name, Object value) {
        members.put(name, value);
        return this;
    }

    String line() {
        return new String(Json.bytes(json -> write(json, members)), StandardCharsets.UTF_8);
    }

    private static void write(JsonGenerator json, Object value) throws IOException {
        switch (value) {
            case Map<?, ?> map -> {
                json.writeStartObject();
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    json.writeFieldName(entry.getKey().toString());
                    write(json, entry.getValue());
                }
                json.writeEndObject();
            }
            case List<?> list -> {
                json.writeStartArray();
                for (Object element : list) {
                    write(json, element);
                }
                json.writeEndArray();
            }
            case Boolean flag -> json.writeBoolean(flag);
            case Number number -> json.writeNumber(number.longValue());
            default -> json.writeString(value.toString());
        }
    }
}
