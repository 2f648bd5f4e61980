package dev.leat.wire;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.util.regex.Pattern;

/** The text of a JSON syntax error, for the author of the JSON. */
public final class JsonErrorText {

    /** Parts of the parser's messages that are about its own configuration and about the text that it may not show. */
    private static final Pattern PARSER_OPTIONS =
            Pattern.compile(" \\(start marker at \\[.*?]\\)|(: enable|, from)? `[^`]*`( to allow)?");

    private JsonErrorText() {}

    /** Returns what is wrong and where: the line and column, if they are known. */
    public static String of(IOException error) {
        JsonLocation at = error instanceof JsonProcessingException json ? json.getLocation() : null;
        return withoutLocation(error)
                + (at == null ? "" : " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")");
    }

    /** Returns what is wrong. */
    public static String withoutLocation(IOException error) {
        String message = error instanceof JsonProcessingException json ? json.getOriginalMessage() : error.getMessage();
        return PARSER_OPTIONS.matcher(String.valueOf(message)).replaceAll("");
    }
}
