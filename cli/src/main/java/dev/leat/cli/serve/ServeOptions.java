package dev.leat.cli.serve;

import dev.leat.cli.config.GivenValue;
import dev.leat.cli.config.Setting;
import dev.leat.cli.config.SettingException;
import dev.leat.cli.config.SettingTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The settings as flags. They stay text here and are parsed together with the other sources. */
final class ServeOptions {

    private ServeOptions() {}

    static void addTo(CommandSpec command, SettingTable table) {
        int order = 0;
        for (Map.Entry<String, List<Setting<?>>> section : table.sections().entrySet()) {
            ArgGroupSpec.Builder group = ArgGroupSpec.builder()
                    .exclusive(false)
                    .validate(false)
                    .heading("%n" + section.getKey() + ":%n")
                    .order(order++);
            for (Setting<?> setting : section.getValue()) {
                group.addArg(option(setting, order++));
            }
            command.addArgGroup(group.build());
        }
    }

    private static OptionSpec option(Setting<?> setting, int order) {
        OptionSpec.Builder option = OptionSpec.builder(setting.flag())
                .type(String.class)
                .paramLabel(setting.type().label())
                .order(order)
                .description(description(setting).replace("%", "%%"));
        return setting.type().isToggle()
                ? option.arity("0..1").fallbackValue("true").build()
                : option.arity("1").build();
    }

    private static String description(Setting<?> setting) {
        boolean nothing = setting.standard() == null && setting.unset().equals("none");
        return setting.description() + "." + (nothing ? "" : " Default: " + setting.unset());
    }

    static Map<String, GivenValue> given(ParseResult parsed, SettingTable table) {
        Map<String, GivenValue> given = new HashMap<>();
        for (Setting<?> setting : table.all()) {
            if (parsed.hasMatchedOption(setting.flag())) {
                requireOnce(setting.flag(), parsed.originalArgs());
                String text = parsed.matchedOptionValue(setting.flag(), "");
                given.put(setting.name(), new GivenValue(text, setting.flag()));
            }
        }
        return given;
    }

    /** Throws if a flag is repeated: picocli allows that for flags in groups. */
    private static void requireOnce(String flag, List<String> args) {
        long times = args.stream()
                .filter(arg -> arg.equals(flag) || arg.startsWith(flag + "="))
                .count();
        if (times > 1) {
            throw new SettingException(flag + " is given twice");
        }
    }

    /**
     * Returns one sentence about an invalid command line. It does not quote what follows an unknown flag, which can be
     * a secret.
     */
    static String words(ParameterException problem, SettingTable table) {
        if (!(problem instanceof UnmatchedArgumentException unmatched)) {
            return String.valueOf(problem.getMessage());
        }
        String first = unmatched.getUnmatched().getFirst();
        if (!first.startsWith("-")) {
            return "there is an argument that belongs to no flag";
        }
        String flag = first.split("=", 2)[0];
        return flag + " is no setting"
                + table.nearest(flag.replaceFirst("^-+", ""))
                        .map(name -> "; did you mean --" + name + "?")
                        .orElse("");
    }
}
