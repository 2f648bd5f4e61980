package dev.leat.cli.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/** Time, level, logger, message, and {@code key=value} of the other fields. */
final class TextLineEncoder extends LogLineEncoder {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSXXX").withZone(ZoneId.systemDefault());

    @Override
    public byte[] encode(ILoggingEvent event) {
        String name = event.getLoggerName();
        StringBuilder line = new StringBuilder(128)
                .append(TIME.format(Instant.ofEpochMilli(event.getTimeStamp())))
                .append(' ')
                .append(String.format("%-5s", event.getLevel()))
                .append(' ')
                .append(name, name.lastIndexOf('.') + 1, name.length())
                .append("  ")
                .append(printable(event.getFormattedMessage()));
        fields(event)
                .forEach((key, value) ->
                        line.append(' ').append(key).append('=').append(printable(String.valueOf(value))));
        line.append(System.lineSeparator());
        IThrowableProxy thrown = event.getThrowableProxy();
        if (thrown != null) {
            line.append(ThrowableProxyUtil.asString(thrown));
        }
        return line.toString().getBytes(UTF_8);
    }

    /** Escapes line ends, so that text of a client cannot forge a log line. */
    private static String printable(String text) {
        if (text.chars().noneMatch(Character::isISOControl)) {
            return text;
        }
        StringBuilder safe = new StringBuilder();
        text.chars().forEach(c -> safe.append(Character.isISOControl(c) ? ' ' : (char) c));
        return safe.toString();
    }
}
