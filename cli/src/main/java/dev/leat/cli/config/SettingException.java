package dev.leat.cli.config;

/** Something is configured that cannot be. The message is for whoever did it: it names the setting, where it came from and the way out. */
public final class SettingException extends RuntimeException {

    public SettingException(String message) {
        super(message, null, false, false);
    }
}
