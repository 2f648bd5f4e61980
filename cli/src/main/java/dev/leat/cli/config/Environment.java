package dev.leat.cli.config;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads settings from environment variables. An empty one counts as not set. */
public final class Environment {
    private static final Set<String> OTHERS = Set.of("LEAT_JAVA_OPTS", "LEAT_SERVER", "LEAT_API_KEY");

    /** Variables that Kubernetes sets in every pod for a service named leat. */
    private static final Pattern SERVICE_LINK =
            Pattern.compile("LEAT_SERVICE_(HOST|PORT(_.+)?)|LEAT_PORT_\\d+_(TCP|UDP|SCTP)(_.+)?");

    private static final Pattern SERVICE_ADDRESS = Pattern.compile("(tcp|udp|sctp)://.*");

    private Environment() {}

    public static Map<String, GivenValue> read(Map<String, String> variables, SettingTable table) {
        Map<String, GivenValue> given = new HashMap<>();
        variables.forEach((variable, text) -> {
            if (isSetting(variable, text)) {
                given.put(name(variable, table), new GivenValue(text, variable + " in the environment"));
            }
        });
        return given;
    }

    private static boolean isSetting(String variable, String text) {
        return variable.startsWith(Setting.PREFIX)
                && !text.isBlank()
                && !OTHERS.contains(variable)
                && !SERVICE_LINK.matcher(variable).matches()
                && !(variable.equals("LEAT_PORT")
                        && SERVICE_ADDRESS.matcher(text).matches());
    }

    private static String name(String variable, SettingTable table) {
        String name = variable.substring(Setting.PREFIX.length())
                .toLowerCase(Locale.ROOT)
                .replace('_', '-');
        if (!table.has(name) || !variable.equals(variable.toUpperCase(Locale.ROOT))) {
            throw new SettingException(variable + " in the environment is no setting"
                    + table.nearest(name).map(Environment::question).orElse(""));
        }
        return name;
    }

    private static String question(String name) {
        return "; did you mean " + Setting.PREFIX
                + name.toUpperCase(Locale.ROOT).replace('-', '_') + "?";
    }
}
