package dev.leat.wire;

/** Makes the exceptions for JSON that is not as it should be. The server blames the request, the client the answer. */
public interface JsonFaults {

    /** Returns the exception for a text that is not JSON. */
    RuntimeException notJson(String reason);

    /** Returns the exception for a member, or a header, whose value cannot be. */
    RuntimeException invalid(String reason);

    /** Returns whether unknown members, and durations and instants out of range, are refused. */
    boolean isStrict();
}
