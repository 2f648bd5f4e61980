package dev.leat.http.exchange;

/** Answers requests, by whichever version of HTTP they come. Called on the event loop of the request. */
public interface RequestHandler {
    void receive(ServerRequest request, ServerResponse response);

    /** Answers something that is no request. */
    void refuse(ServerRequest request, ServerResponse response, RequestError error);
}
