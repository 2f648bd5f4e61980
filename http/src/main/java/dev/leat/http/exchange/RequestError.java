package dev.leat.http.exchange;

/** Why something is no request. */
public enum RequestError {
    LONG_LINE,
    LARGE_HEADERS,
    NO_HTTP
}
