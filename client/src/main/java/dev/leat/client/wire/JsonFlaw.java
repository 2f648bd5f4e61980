package dev.leat.client.wire;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.util.regex.Pattern;

/** Says what is wrong with a JSON text, and where, to whoever wrote it. */
public final class JsonFlaw {

    /** The parser tells programmers which of its switches to turn, and that it may not show the text. */
    private static final Pattern SWITCHES =
            Pattern.compile(" \\(start marker at \\[.*?]\\)|(: enable|, from)? `[^`]*`( to allow)?");

    private JsonFlaw() {}

    public static String of(IOException flaw) {
        JsonLocation at = flaw instanceof JsonProcessingException json ? json.getLocation() : null;
        return words(flaw) + (at == null ? "" : " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")");
    }

    /** Without the place. */
    public static String words(IOException flaw) {
        String words = flaw instanceof JsonProcessingException json ? json.getOriginalMessage() : flaw.getMessage();
        return SWITCHES.matcher(String.valueOf(words)).replaceAll("");
    }
}
