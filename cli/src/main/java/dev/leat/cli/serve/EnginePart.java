package dev.leat.cli.serve;

import dev.leat.cli.config.SettingValues;
import dev.leat.engine.Settings;
import dev.leat.engine.settings.CheckpointSettings;
import dev.leat.engine.settings.Limits;
import dev.leat.engine.settings.ScrubSettings;

/** The settings of the engine. */
final class EnginePart {

    private EnginePart() {}

    static Settings of(SettingValues config) {
        Settings settings = Settings.defaults()
                .withInbox(config.get(ServeTable.INBOX))
                .withLockWait(config.get(ServeTable.LOCK_WAIT))
                .withPresenceTtl(config.get(ServeTable.PRESENCE_TTL))
                .with(limits(config))
                .with(checkpoint(config))
                .with(scrub(config));
        settings = config.find(ServeTable.THREADS).map(settings::withThreads).orElse(settings);
        return config.find(ServeTable.SHARDS).map(settings::withShards).orElse(settings);
    }

    private static Limits limits(SettingValues config) {
        return new Limits(
                config.get(ServeTable.APPEND_BYTES),
                config.get(ServeTable.STREAM_BYTES),
                config.get(ServeTable.TOTAL_BYTES),
                config.find(ServeTable.HOT_BYTES).orElse(Limits.defaults().hotBytes()),
                config.find(ServeTable.METADATA_BYTES).orElse(Limits.defaults().metadataBytes()),
                config.get(ServeTable.PRODUCERS));
    }

    private static ScrubSettings scrub(SettingValues config) {
        return new ScrubSettings(config.get(ServeTable.SCRUB_EVERY).orElse(null), config.get(ServeTable.SCRUB_BYTES));
    }

    private static CheckpointSettings checkpoint(SettingValues config) {
        return new CheckpointSettings(
                config.get(ServeTable.CHECKPOINT_BYTES),
                config.get(ServeTable.TIDY_BYTES),
                config.get(ServeTable.LEAST_FREE_DISK));
    }
}
