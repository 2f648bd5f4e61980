package dev.leat.cli.serve;

import dev.leat.cli.config.Setting;
import dev.leat.cli.config.SettingException;
import dev.leat.cli.config.SettingValues;
import dev.leat.http.access.AccessSettings;
import dev.leat.http.limit.RateSettings;
import dev.leat.http.limit.RateSettings.Rate;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The settings of access control and rate limits. */
final class AccessPart {
    private static final List<Setting<?>> KEYS =
            List.of(ServeTable.JWT_JWKS_URL, ServeTable.JWT_JWKS_FILE, ServeTable.JWT_SECRET_FILE);

    private AccessPart() {}

    static AccessSettings access(SettingValues config) {
        checkTokens(config);
        try {
            return new AccessSettings(
                    config.find(ServeTable.API_KEYS_FILE).orElse(null),
                    config.find(ServeTable.JWT_JWKS_URL).orElse(null),
                    config.find(ServeTable.JWT_JWKS_FILE).orElse(null),
                    config.find(ServeTable.JWT_SECRET_FILE).orElse(null),
                    config.find(ServeTable.JWT_ISSUER).orElse(null),
                    config.find(ServeTable.JWT_AUDIENCE).orElse(null));
        } catch (IllegalArgumentException e) {
            throw new SettingException(config.source(ServeTable.JWT_JWKS_URL) + ": " + e.getMessage());
        }
    }

    private static void checkTokens(SettingValues config) {
        List<Setting<?>> keys = KEYS.stream().filter(config::isGiven).toList();
        if (keys.size() > 1) {
            throw new SettingException(config.source(keys.getLast()) + ": there is "
                    + keys.getFirst().name() + " already; keep one of the two");
        }
        if (keys.isEmpty()) {
            requireNone(config, ServeTable.JWT_ISSUER);
            requireNone(config, ServeTable.JWT_AUDIENCE);
        }
    }

    private static void requireNone(SettingValues config, Setting<?> setting) {
        if (config.isGiven(setting)) {
            throw new SettingException(config.source(setting)
                    + ": tokens are not accepted at all; set jwt-jwks-url, jwt-jwks-file or jwt-secret-file, too");
        }
    }

    static RateSettings rates(SettingValues config) {
        return new RateSettings(
                rate(config, ServeTable.CLIENT_RATE, ServeTable.CLIENT_BURST),
                rate(config, ServeTable.STREAM_RATE, ServeTable.STREAM_BURST));
    }

    private static @Nullable Rate rate(SettingValues config, Setting<Double> rate, Setting<Integer> burst) {
        Optional<Double> perSecond = config.find(rate);
        if (perSecond.isEmpty() && config.isGiven(burst)) {
            throw new SettingException(config.source(burst) + ": goes with " + rate.name() + "; set that, too");
        }
        return perSecond
                .map(count -> new Rate(count, config.find(burst).orElse((int) Math.ceil(count))))
                .orElse(null);
    }
}
