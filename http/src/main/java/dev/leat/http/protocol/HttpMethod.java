package dev.leat.http.protocol;

/** The method of a request. Methods that no route takes are {@link #OTHER}. */
public enum HttpMethod {
    GET,
    HEAD,
    POST,
    PUT,
    PATCH,
    DELETE,
    OPTIONS,
    OTHER;

    /** Returns the method of this name, whose letter case matters. */
    public static HttpMethod of(String name) {
        return switch (name) {
            case "GET" -> GET;
            case "HEAD" -> HEAD;
            case "POST" -> POST;
            case "PUT" -> PUT;
            case "PATCH" -> PATCH;
            case "DELETE" -> DELETE;
            case "OPTIONS" -> OPTIONS;
            default -> OTHER;
        };
    }
}
