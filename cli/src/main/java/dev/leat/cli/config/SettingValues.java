package dev.leat.cli.config;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The values of settings: flags take precedence over the environment, the file and the defaults, in this order. */
public final class SettingValues {
    private final Map<String, GivenValue> given;

    private SettingValues(Map<String, GivenValue> given) {
        this.given = given;
    }

    /**
     * Gathers all sources and checks every value in them.
     *
     * @param flags by the name of the setting
     * @param variables the environment
     */
    public static SettingValues read(SettingTable table, Map<String, GivenValue> flags, Map<String, String> variables) {
        Map<String, GivenValue> all = new HashMap<>(Environment.read(variables, table));
        check(table, all); // also values that a flag overrides, so that a mistake shows before the flag is removed
        check(table, flags);
        all.putAll(flags);
        GivenValue file = all.get(SettingTable.CONFIG);
        if (file != null) {
            Map<String, GivenValue> inFile = YamlFile.read(SettingType.file().parse(file), table);
            check(table, inFile);
            inFile.forEach(all::putIfAbsent);
        }
        return new SettingValues(all);
    }

    private static void check(SettingTable table, Map<String, GivenValue> given) {
        for (Setting<?> setting : table.all()) {
            GivenValue value = given.get(setting.name());
            if (value != null) {
                setting.type().parse(value);
            }
        }
    }

    public <T> T get(Setting<T> setting) {
        return find(setting).orElseThrow(() -> new IllegalStateException(setting.name() + " has no default"));
    }

    /** Returns the value of a setting without a default; empty if it is not set. */
    public <T> Optional<T> find(Setting<T> setting) {
        GivenValue found = given.get(setting.name());
        String standard = setting.standard();
        if (found == null && standard != null) {
            found = new GivenValue(standard, "the default of " + setting.name());
        }
        return Optional.ofNullable(found).map(setting.type()::parse);
    }

    /** Returns the source of a setting, in words, for messages. */
    public String source(Setting<?> setting) {
        GivenValue found = given.get(setting.name());
        return found == null ? setting.name() : found.source();
    }

    public boolean isGiven(Setting<?> setting) {
        return given.containsKey(setting.name());
    }
}
