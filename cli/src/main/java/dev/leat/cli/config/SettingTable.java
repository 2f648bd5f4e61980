package dev.leat.cli.config;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All settings of a command, in the order in which they are told. */
public final class SettingTable {
    /** Names the file, so it is the one setting that cannot be in it. */
    public static final String CONFIG = "config";

    private final Map<String, Setting<?>> settings = new LinkedHashMap<>();

    /** Adds a setting that has a value even if nobody sets it. */
    public <T> Setting<T> add(String section, String name, SettingType<T> type, String standard, String description) {
        return add(new Setting<>(section, name, type, standard, standard, description));
    }

    /** Adds a setting that may be left open; {@code unset} says what that means. */
    public <T> Setting<T> addOpen(String section, String name, SettingType<T> type, String unset, String description) {
        return add(new Setting<>(section, name, type, null, unset, description));
    }

    private <T> Setting<T> add(Setting<T> setting) {
        if (settings.putIfAbsent(setting.name(), setting) != null) {
            throw new IllegalStateException("there are two settings named " + setting.name());
        }
        return setting;
    }

    public Collection<Setting<?>> all() {
        return List.copyOf(settings.values());
    }

    public Map<String, List<Setting<?>>> sections() {
        Map<String, List<Setting<?>>> sections = new LinkedHashMap<>();
        settings.values()
                .forEach(setting -> sections.computeIfAbsent(setting.section(), key -> new ArrayList<>())
                        .add(setting));
        return sections;
    }

    public boolean has(String name) {
        return settings.containsKey(name);
    }

    /** The name that somebody probably meant, if there is one. */
    public Optional<String> nearest(String name) {
        return NearestName.of(name, settings.keySet());
    }
}
