package dev.leat.cli.config;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One setting. Its name is the same for the flag, the environment and the file.
 *
 * @param section the heading that it stands below
 * @param standard the default; null if that is not a value, or depends on the machine
 * @param unset the same in words
 * @param description a sentence without its full stop
 */
public record Setting<T>(
        String section,
        String name,
        SettingType<T> type,
        @Nullable String standard,
        String unset,
        String description) {
    static final String PREFIX = "LEAT_";

    /** {@code --long-poll-timeout} */
    public String flag() {
        return "--" + name;
    }

    /** {@code LEAT_LONG_POLL_TIMEOUT} */
    public String variable() {
        return PREFIX + name.toUpperCase(Locale.ROOT).replace('-', '_');
    }
}
