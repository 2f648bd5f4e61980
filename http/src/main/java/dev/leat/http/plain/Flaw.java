package dev.leat.http.plain;

/** Why something is no request. */
public enum Flaw {
    LONG_LINE,
    LARGE_HEADERS,
    NO_HTTP
}
