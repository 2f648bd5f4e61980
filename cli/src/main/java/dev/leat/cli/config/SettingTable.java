package dev.leat.cli.config;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All settings of a command, in the order of the help. */
public final class SettingTable {
    /** Names the file, so it is the one setting that cannot be in it. */
    public static final String CONFIG = "config";

    private final Map<String, Setting<?>> settings = new LinkedHashMap<>();

    /** Adds a setting with a default. */
    public <T> Setting<T> add(String section, String name, SettingType<T> type, String standard, String description) {
        return add(new Setting<>(section, name, type, standard, standard, description));
    }

    /** Adds a setting without a default; {@code unset} describes what applies then. */
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

    /** Returns the known name that is most similar, if there is one. */
    public Optional<String> nearest(String name) {
        return NearestName.of(name, settings.keySet());
    }
}
