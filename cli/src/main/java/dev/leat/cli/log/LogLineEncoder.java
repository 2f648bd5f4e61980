package dev.leat.cli.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.EncoderBase;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.event.KeyValuePair;

/** Encodes each log event as a line, without a header or footer. */
abstract sealed class LogLineEncoder extends EncoderBase<ILoggingEvent> permits TextLineEncoder, JsonLineEncoder {

    @Override
    public byte[] headerBytes() {
        return new byte[0];
    }

    @Override
    public byte[] footerBytes() {
        return new byte[0];
    }

    /** Returns the fields of a line besides its message: the ids of the request, then the key-value pairs of the event. */
    static Map<String, Object> fields(ILoggingEvent event) {
        Map<String, Object> fields = new LinkedHashMap<>(event.getMDCPropertyMap());
        List<KeyValuePair> pairs = event.getKeyValuePairs();
        if (pairs != null) {
            pairs.forEach(pair -> fields.put(pair.key, String.valueOf(pair.value)));
        }
        return fields;
    }
}
