package dev.leat.http.exchange;

/** The reason why input is not a well-formed request. */
public enum RequestError {
    LONG_LINE,
    LARGE_HEADERS,
    NO_HTTP
}
