package dev.leat.http.stream;

import dev.leat.api.Part;
import dev.leat.api.Slice;
import dev.leat.http.exchange.Exchange;
import io.netty.buffer.Unpooled;
import io.netty.channel.DefaultFileRegion;
import io.vertx.core.net.impl.VertxConnection;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.List;

/**
 * Sends file ranges from the page cache to the socket, without the bytes ever coming here. For HTTP/1.1 without TLS; Vert.x can
 * send one range as a whole answer, an answer of ours has several, with brackets around them, so they go to its connection one by
 * one, in order.
 */
final class FileBody {
    private final Exchange exchange;
    private final Slice slice;
    private final List<Part> parts;
    private final VertxConnection connection;

    FileBody(Exchange exchange, Slice slice, List<Part> parts) {
        this.exchange = exchange;
        this.slice = slice;
        this.parts = parts;
        this.connection = (VertxConnection) exchange.request().connection();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // if the client is gone the last write fails as well
    void start() {
        exchange.response().writeHead();
        for (Part part : parts) {
            switch (part) {
                case Part.Bytes(ByteBuffer bytes) ->
                    connection.writeToChannel(Unpooled.wrappedBuffer(bytes.duplicate()));
                case Part.FileRange range -> {
                    connection.writeToChannel(new SharedRegion(range.file(), range.place(), range.length()));
                    exchange.sentFromFile(range.length());
                }
            }
        }
        exchange.response().end().onComplete(sent -> {
            slice.close();
            exchange.finished();
        });
    }

    /** A part of a file that others go on reading. */
    private static final class SharedRegion extends DefaultFileRegion {
        SharedRegion(FileChannel file, long position, long count) {
            super(file, position, count);
        }

        @Override
        protected void deallocate() {
            // the file stays open
        }
    }
}
