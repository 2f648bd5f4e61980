package dev.leat.http.openapi;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Compares values with the schemas that describe them: as much of JSON Schema as the description uses. */
final class Shape {
    private final List<String> flaws = new ArrayList<>();

    private Shape() {}

    /** What is wrong with a value; empty if nothing is. What the schema does not mention is wrong, too. */
    static List<String> flaws(Node schema, Node value) {
        Shape shape = new Shape();
        shape.check(schema, value);
        return shape.flaws;
    }

    private void check(Node schema, Node value) {
        if (schema.has("oneOf")
                && schema.get("oneOf").items().stream()
                        .noneMatch(one -> flaws(one, value).isEmpty())) {
            flaw(value, "is none of those in " + schema.at());
        }
        if (schema.has("const") && !schema.get("const").text().equals(value.text())) {
            flaw(value, "is not " + schema.get("const").text());
        }
        if (schema.has("enum")
                && schema.get("enum").items().stream()
                        .noneMatch(one -> one.text().equals(value.text()))) {
            flaw(value, "is none of " + schema.get("enum").text());
        }
        if (schema.has("pattern") && !value.text().matches(schema.get("pattern").text())) {
            flaw(value, "is not like " + schema.get("pattern").text());
        }
        if (schema.has("type") && !isA(schema.get("type").text(), value.value())) {
            flaw(value, "is not of the type " + schema.get("type").text());
        }
        if (schema.has("properties")) {
            properties(schema, value);
        }
        if (schema.has("items")) {
            value.items().forEach(item -> check(schema.get("items"), item));
        }
    }

    private void properties(Node schema, Node value) {
        Map<String, Node> known = schema.get("properties").fields();
        value.fields().forEach((name, field) -> {
            if (known.containsKey(name)) {
                check(known.get(name), field);
            } else {
                flaw(field, "is not documented");
            }
        });
        if (schema.has("required")) {
            schema.get("required").items().stream()
                    .filter(name -> !value.has(name.text()))
                    .forEach(name -> flaw(value, "has no " + name.text()));
        }
    }

    private static boolean isA(String type, Object value) {
        return switch (type) {
            case "object" -> value instanceof Map;
            case "array" -> value instanceof List;
            case "integer" -> value instanceof Integer || value instanceof Long;
            case "number" -> value instanceof Number;
            case "boolean" -> value instanceof Boolean;
            default -> value instanceof String || value instanceof java.util.Date; // YAML knows moments, JSON does not
        };
    }

    private void flaw(Node value, String what) {
        flaws.add(value.at() + " = " + value.text() + " " + what);
    }
}
