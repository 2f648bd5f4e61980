package dev.leat.cli.config;

/** A setting has an invalid value. The message names the setting, its source and the valid values. */
public final class SettingException extends RuntimeException {

    public SettingException(String message) {
        super(message, null, false, false);
    }
}
