package dev.leat.http.netty;

import dev.leat.http.exchange.ServerRequest;
import io.netty.channel.Channel;
import org.jspecify.annotations.Nullable;

/** A request whose connection is known. */
public interface ChannelRequest extends ServerRequest {

    /** Returns the connection; null if there is none any more. */
    @Nullable
    Channel channel();
}
