package dev.leat.engine.subscription;

import dev.leat.api.stream.StreamPath;
import dev.leat.api.subscription.Glob;
import dev.leat.api.subscription.SubscriptionConfig;
import dev.leat.api.subscription.WakeTarget;
import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.BytesOut;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The bytes of a configuration. */
final class SubscriptionConfigCodec {
    private static final int WEBHOOK = 0;
    private static final int PULL_WAKE = 1;

    private SubscriptionConfigCodec() {}

    static void write(SubscriptionConfig config, BytesOut out) {
        Glob pattern = config.pattern();
        out.maybeText(pattern == null ? null : pattern.pattern());
        out.varint(config.streams().size());
        config.streams().forEach(path -> out.text(path.value()));
        switch (config.target()) {
            case WakeTarget.Webhook(String url, String baseUrl) ->
                out.u8(WEBHOOK).text(url).maybeText(baseUrl);
            case WakeTarget.PullWake(StreamPath stream) -> out.u8(PULL_WAKE).text(stream.value());
        }
        out.varint(config.lease().toMillis()).maybeText(config.description());
    }

    static SubscriptionConfig read(BytesIn in) {
        String pattern = in.maybeText();
        List<StreamPath> streams = new ArrayList<>();
        for (long i = in.varint(); i > 0; i--) {
            streams.add(StreamPath.of(in.text()));
        }
        WakeTarget target = readTarget(in);
        Duration lease = Duration.ofMillis(in.varint());
        return new SubscriptionConfig(
                pattern == null ? null : new Glob(pattern), streams, target, lease, in.maybeText());
    }

    private static WakeTarget readTarget(BytesIn in) {
        int kind = in.u8();
        return switch (kind) {
            case WEBHOOK -> new WakeTarget.Webhook(in.text(), in.maybeText());
            case PULL_WAKE -> new WakeTarget.PullWake(StreamPath.of(in.text()));
            default -> throw new IllegalArgumentException("a wake target of kind " + kind);
        };
    }
}
