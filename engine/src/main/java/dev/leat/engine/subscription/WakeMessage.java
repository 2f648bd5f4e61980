package dev.leat.engine.subscription;

import dev.leat.api.spi.Command;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.api.stream.StreamPath;
import dev.leat.api.subscription.SubscriptionId;

/**
 * A wake as it is written into a wake stream. The subscription is an idempotent producer there and the generation its epoch,
 * so that a wake which is announced again after a crash is not there twice.
 *
 * @param stream one that has something pending
 */
record WakeMessage(
        StreamPath wakeStream, long number, SubscriptionId id, StreamPath stream, long generation, long time) {

    Command.Append append(boolean json) {
        ProducerStamp stamp = new ProducerStamp("leat-wake-" + Long.toHexString(number), generation, 0);
        return new Command.Append(wakeStream, null, Body.of(json ? json() : json() + "\n"), stamp, null, false);
    }

    String json() {
        StringBuilder out = new StringBuilder(160);
        out.append("{\"type\":\"wake\",\"subscription_id\":");
        quote(id.value(), out);
        out.append(",\"stream\":");
        quote(stream.value(), out);
        return out.append(",\"generation\":")
                .append(generation)
                .append(",\"ts\":")
                .append(time)
                .append('}')
                .toString();
    }

    /** Neither ids nor paths hold control characters. */
    private static void quote(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\');
            }
            out.append(c);
        }
        out.append('"');
    }
}
