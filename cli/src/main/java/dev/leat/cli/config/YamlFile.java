package dev.leat.cli.config;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Reads settings from one flat YAML map. Only the nodes are looked at and nothing is constructed, so a value means what
 * is written, and a message can name its line.
 */
public final class YamlFile {
    private static final int LONGEST = 1 << 20;
    private static final int DEEPEST = 10;

    private final Path file;
    private final SettingTable table;
    private final Map<String, GivenValue> given = new HashMap<>();

    private YamlFile(Path file, SettingTable table) {
        this.file = file;
        this.table = table;
    }

    public static Map<String, GivenValue> read(Path file, SettingTable table) {
        YamlFile yaml = new YamlFile(file, table);
        yaml.read();
        return yaml.given;
    }

    private void read() {
        try (Reader reader = Files.newBufferedReader(file)) {
            root(parser().compose(reader));
        } catch (IOException e) {
            throw new SettingException("cannot read the configuration " + file + ": " + FailureText.of(e)
                    + ". Check the path and its mode, or leave out --config and LEAT_CONFIG");
        } catch (MarkedYAMLException e) {
            int line = e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1;
            throw new SettingException(file + ", line " + line + ": this is no YAML: " + e.getProblem());
        } catch (YAMLException e) {
            throw new SettingException(file + ": this is no YAML: " + e.getMessage());
        }
    }

    private static Yaml parser() {
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(LONGEST);
        options.setNestingDepthLimit(DEEPEST);
        options.setMaxAliasesForCollections(0);
        return new Yaml(new SafeConstructor(options));
    }

    private void root(@Nullable Node root) {
        if (root == null || Tag.NULL.equals(root.getTag())) {
            return; // an empty file sets nothing
        }
        if (!(root instanceof MappingNode map)) {
            throw new SettingException(file + ": expected lines such as port: 4437");
        }
        map.getValue().forEach(this::entry);
    }

    private void entry(NodeTuple entry) {
        String name = entry.getKeyNode() instanceof ScalarNode key ? key.getValue() : "";
        String where = file + ", line " + (entry.getKeyNode().getStartMark().getLine() + 1) + ": ";
        if (!table.has(name) || name.equals(SettingTable.CONFIG)) {
            throw new SettingException(where + "\"" + name + "\" is no setting" + hint(name, entry.getValueNode()));
        }
        GivenValue value = new GivenValue(text(entry.getValueNode(), where + name), where + name);
        if (given.put(name, value) != null) {
            throw new SettingException(where + name + " is set twice");
        }
    }

    private String hint(String name, Node value) {
        if (value instanceof MappingNode) {
            return "; settings are not nested: write " + name + "-…: below each other";
        }
        return table.nearest(name)
                .filter(found -> !found.equals(SettingTable.CONFIG))
                .map(found -> "; did you mean \"" + found + "\"?")
                .orElse("");
    }

    private static String text(Node node, String source) {
        return switch (node) {
            case ScalarNode scalar when !Tag.NULL.equals(scalar.getTag()) -> scalar.getValue();
            case SequenceNode list -> list(list, source);
            case MappingNode map -> throw new SettingException(source + ": expected one value, not a map");
            default -> throw new SettingException(source + ": has no value; give it one or remove the line");
        };
    }

    private static String list(SequenceNode list, String source) {
        List<String> items =
                list.getValue().stream().map(item -> text(item, source)).toList();
        return items.isEmpty() ? "none" : String.join(",", items);
    }
}
