package dev.leat.http.stream;

import dev.leat.api.spi.Part;
import dev.leat.api.spi.Slice;
import dev.leat.http.exchange.Exchange;
import dev.leat.http.exchange.ServerResponse;
import java.nio.ByteBuffer;
import java.util.List;

/** Body of file ranges that the operating system copies from the page cache to the socket: for HTTP/1.1 without TLS. */
final class FileBody {
    private FileBody() {}

    static void send(Exchange exchange, Slice slice, List<Part> parts, ServerResponse.FileSink files) {
        open(slice, parts);
        try {
            write(exchange, parts, files);
        } catch (RuntimeException | Error e) { // no memory, perhaps
            exchange.response().abandon();
            slice.close();
            throw e;
        }
        exchange.response().end(sent -> {
            if (!sent) {
                reportCutOff(parts);
            }
            slice.close();
            exchange.finished();
        });
    }

    private static void write(Exchange exchange, List<Part> parts, ServerResponse.FileSink files) {
        for (Part part : parts) {
            switch (part) {
                case Part.Bytes(ByteBuffer bytes) -> files.write(bytes);
                case Part.FileRange range -> {
                    files.write(range.file(), range.place(), range.length());
                    exchange.sentFromFile(range.length());
                }
            }
        }
    }

    /** The client may have left. If a file lost its end meanwhile, that is reported: the answer was cut off because of it. */
    private static void reportCutOff(List<Part> parts) {
        for (Part part : parts) {
            if (part instanceof Part.FileRange range && range.isCutOff()) {
                return;
            }
        }
    }

    /** Opens all files before the answer begins, so that a failure becomes a problem and not a broken answer. */
    private static void open(Slice slice, List<Part> parts) {
        try {
            for (Part part : parts) {
                if (part instanceof Part.FileRange range) {
                    range.file();
                }
            }
        } catch (RuntimeException e) {
            slice.close();
            throw e;
        }
    }
}
