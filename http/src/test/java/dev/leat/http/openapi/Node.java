package dev.leat.http.openapi;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** A part of a YAML document, or of a JSON one. A reference counts as what it refers to, with what is said beside it. */
record Node(Object root, String at, Object value) {

    static Node parse(String text) {
        Object root = new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
        return new Node(root, "#", root);
    }

    boolean isMap() {
        return value instanceof Map;
    }

    boolean has(String key) {
        return value instanceof Map<?, ?> map && map.containsKey(key);
    }

    Node get(String key) {
        if (value instanceof Map<?, ?> map && map.containsKey(key)) {
            return new Node(root, at + "/" + key, map.get(key)).followed();
        }
        throw new AssertionError("there is no " + key + " at " + at);
    }

    private Node followed() {
        if (value instanceof Map<?, ?> map && map.get("$ref") instanceof String reference) {
            Node found = new Node(root, "#", root);
            for (String key : reference.substring(2).split("/")) {
                found = found.get(key.replace("~1", "/").replace("~0", "~"));
            }
            return found.with(map);
        }
        return this;
    }

    private Node with(Map<?, ?> beside) {
        if (beside.size() == 1 || !(value instanceof Map<?, ?> map)) {
            return this;
        }
        Map<Object, Object> both = new LinkedHashMap<>(map);
        both.putAll(beside);
        both.remove("$ref");
        return new Node(root, at, both);
    }

    Map<String, Node> fields() {
        Map<String, Node> fields = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> map) {
            map.keySet().forEach(key -> fields.put(String.valueOf(key), get(String.valueOf(key))));
        }
        return fields;
    }

    List<Node> items() {
        return value instanceof List<?> list
                ? list.stream()
                        .map(item -> new Node(root, at + "/-", item).followed())
                        .toList()
                : List.of();
    }

    String text() {
        return String.valueOf(value);
    }
}
