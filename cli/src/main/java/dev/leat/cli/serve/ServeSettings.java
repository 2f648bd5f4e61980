package dev.leat.cli.serve;

import dev.leat.cli.config.SettingException;
import dev.leat.cli.config.SettingValues;
import dev.leat.cli.log.LogSettings;
import dev.leat.engine.Settings;
import dev.leat.http.ServerSettings;
import dev.leat.http.access.AccessSettings;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The settings of {@code leat serve}.
 *
 * @param data the data directory; null to keep everything in memory
 * @param backups where copies of it go; null if none are made
 * @param insecure whether a server without access control may listen on any address
 */
record ServeSettings(
        ServerSettings server,
        Settings engine,
        @Nullable Path data,
        @Nullable Path backups,
        AccessSettings access,
        boolean insecure,
        LogSettings logs,
        @Nullable Path portFile) {

    static ServeSettings of(SettingValues config) {
        return new ServeSettings(
                ServerPart.of(config),
                EnginePart.of(config),
                config.get(ServeTable.MEMORY) ? null : config.get(ServeTable.DATA),
                backups(config),
                AccessPart.access(config),
                config.get(ServeTable.INSECURE),
                logs(config),
                config.find(ServeTable.PORT_FILE).orElse(null));
    }

    ServeSettings with(ServerSettings otherServer, Settings otherEngine) {
        return new ServeSettings(otherServer, otherEngine, data, backups, access, insecure, logs, portFile);
    }

    private static @Nullable Path backups(SettingValues config) {
        if (config.isGiven(ServeTable.BACKUPS) && config.get(ServeTable.MEMORY)) {
            throw new SettingException(
                    config.source(ServeTable.BACKUPS) + ": with memory there is nothing on disk to back up");
        }
        return config.find(ServeTable.BACKUPS).orElse(null);
    }

    private static LogSettings logs(SettingValues config) {
        return new LogSettings(
                config.get(ServeTable.LOG_FORMAT), config.get(ServeTable.LOG_LEVEL), config.get(ServeTable.ACCESS_LOG));
    }
}
