package dev.leat.wire;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.leat.api.queue.Backoff;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueConfigBuilder;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.Retention;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One field of a queue's configuration: its name, how its value is read and written, and its texts in the HTTP reference and in the
 * help of the command line. All fields are in {@link QueueConfigFields}.
 *
 * @param <T> the type of its values
 */
public final class QueueConfigField<T> {
    private final String name;
    private final Form<T> form;
    private final Getter<T> getter;
    private final Setter<T> setter;
    private final String description;
    private final @Nullable String help;
    private final @Nullable String absentText;

    /** Returns the value of a configuration; null if it has none. */
    interface Getter<T> {
        @Nullable
        T get(QueueConfig config);
    }

    /** Sets the value of a configuration. */
    interface Setter<T> {
        QueueConfigBuilder set(QueueConfigBuilder config, T value);
    }

    /**
     * @param description the sentence in the HTTP reference; empty if that has a schema of its own for the values
     * @param help the sentence in the help of the command line, without its full stop; null if the options are not made from the table
     * @param absentText the default in the help of a field that has no value by default; null for none
     */
    QueueConfigField(
            String name,
            Form<T> form,
            Getter<T> getter,
            Setter<T> setter,
            String description,
            @Nullable String help,
            @Nullable String absentText) {
        this.name = name;
        this.form = form;
        this.getter = getter;
        this.setter = setter;
        this.description = description;
        this.help = help;
        this.absentText = absentText;
    }

    /** Returns the name in JSON, such as {@code maxAttempts}. */
    public String name() {
        return name;
    }

    /** Returns the name on the command line, such as {@code --max-attempts}. */
    public String optionName() {
        return "--" + name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    /** Returns what the help of the command line shows for the value; empty for a flag. */
    public String optionLabel() {
        return form.label();
    }

    /** Returns the text in the help of the command line; null if the field has options that are not made from the table. */
    public @Nullable String optionHelp() {
        if (help == null) {
            return null;
        }
        T value = getter.get(QueueConfig.work());
        String shown = value == null ? absentText : form.label().isEmpty() ? null : form.optionText(value);
        return help + (shown == null ? "" : " (" + shown + ")") + ".";
    }

    /** Returns the class of the values. */
    public Class<T> type() {
        return form.type();
    }

    /** Sets a value of {@link #type}. */
    public void set(QueueConfigBuilder config, Object value) {
        setter.set(config, Objects.requireNonNull(form.type().cast(value)));
    }

    /**
     * Reads the member of a request or an answer. One that is absent changes nothing; one that is null sets the default.
     *
     * @param from the configuration before the change
     */
    @SuppressWarnings("NullAway") // the setter of a field whose default is no value takes null
    void read(JsonObject fields, QueueConfig from, QueueConfig defaults, QueueConfigBuilder config) {
        T given = form.read(fields, name, getter.get(from));
        if (given != null) {
            setter.set(config, given);
        } else if (fields.isNull(name)) {
            setter.set(config, getter.get(defaults));
        }
    }

    boolean isPresent(QueueConfig config) {
        return getter.get(config) != null;
    }

    /** Writes the member; nothing if the field has no value. */
    void write(JsonGenerator json, QueueConfig config) throws IOException {
        T value = getter.get(config);
        if (value != null) {
            form.write(json, name, value);
        }
    }

    /** Returns the property in the OpenAPI description. */
    String openApi() {
        T value = getter.get(QueueConfig.work());
        String shown = value == null || description.isEmpty() ? "" : ", default: " + form.jsonText(value);
        String text = description.isEmpty() ? "" : ", description: \"" + description + "\"";
        return name + ": { " + form.schema() + shown + text + " }";
    }

    /** How values of a type are read and written. */
    abstract static class Form<T> {
        private final Class<T> type;
        private final String schema;
        private final String label;

        private Form(Class<T> type, String schema, String label) {
            this.type = type;
            this.schema = schema;
            this.label = label;
        }

        Class<T> type() {
            return type;
        }

        /** Returns the schema in the OpenAPI description. */
        String schema() {
            return schema;
        }

        /** Returns what stands for the value in the help of the command line; empty for a flag. */
        String label() {
            return label;
        }

        /**
         * Reads a member; null if it is absent or null.
         *
         * @param from the value that the members of an object change
         */
        abstract @Nullable T read(JsonObject fields, String name, @Nullable T from);

        void write(JsonGenerator json, String name, T value) throws IOException {
            json.writeStringField(name, jsonText(value));
        }

        /** Returns the value as the JSON has it, without quotes. */
        String jsonText(T value) {
            return value.toString();
        }

        /** Returns the value as it is written on the command line. */
        String optionText(T value) {
            return jsonText(value);
        }
    }

    static final Form<Duration> DURATION =
            new Form<>(Duration.class, "$ref: \"#/components/schemas/DurationText\"", "DURATION") {
                @Override
                @Nullable
                Duration read(JsonObject fields, String name, @Nullable Duration from) {
                    return fields.duration(name);
                }

                @Override
                String optionText(Duration value) {
                    return TimeText.shortest(value);
                }
            };

    static final Form<Boolean> FLAG = new Form<>(Boolean.class, "type: boolean", "") {
        @Override
        @Nullable
        Boolean read(JsonObject fields, String name, @Nullable Boolean from) {
            return (fields.has(name) && !fields.isNull(name)) ? Boolean.valueOf(fields.flag(name, false)) : null;
        }

        @Override
        void write(JsonGenerator json, String name, Boolean value) throws IOException {
            json.writeBooleanField(name, value);
        }
    };

    static final Form<QueueName> QUEUE = new Form<>(QueueName.class, "type: string", "QUEUE") {
        @Override
        @Nullable
        QueueName read(JsonObject fields, String name, @Nullable QueueName from) {
            String text = fields.text(name);
            return text == null ? null : QueueName.of(text);
        }
    };

    /** Whole numbers from 0; the configuration itself refuses those that are less than {@code least} or more than {@code most}. */
    static Form<Integer> integer(int least, int most) {
        String limit = most == Integer.MAX_VALUE ? "" : ", maximum: " + most;
        return new Form<>(Integer.class, "type: integer, minimum: " + least + limit, "COUNT") {
            @Override
            @Nullable
            Integer read(JsonObject fields, String name, @Nullable Integer from) {
                Long whole = fields.whole(name, 0, Integer.MAX_VALUE);
                return whole == null ? null : Integer.valueOf(whole.intValue());
            }

            @Override
            void write(JsonGenerator json, String name, Integer value) throws IOException {
                json.writeNumberField(name, value);
            }
        };
    }

    static final Form<Long> LONG = new Form<>(Long.class, "type: integer, minimum: 0", "COUNT") {
        @Override
        @Nullable
        Long read(JsonObject fields, String name, @Nullable Long from) {
            return fields.whole(name, 0, Long.MAX_VALUE);
        }

        @Override
        void write(JsonGenerator json, String name, Long value) throws IOException {
            json.writeNumberField(name, value);
        }
    };

    static <E extends Enum<E>> Form<E> word(Class<E> type) {
        return new Form<>(type, "type: string, enum: [" + EnumWords.all(type, ", ") + "]", EnumWords.all(type, "|")) {
            @Override
            @Nullable
            E read(JsonObject fields, String name, @Nullable E from) {
                return fields.word(name, type);
            }

            @Override
            String jsonText(E value) {
                return EnumWords.of(value);
            }
        };
    }

    /** An object, or one duration for the same wait each time. */
    static final Form<Backoff> BACKOFF =
            new Form<>(Backoff.class, "$ref: \"#/components/schemas/Backoff\"", "INITIAL,FACTOR,LONGEST") {
                @Override
                @Nullable
                Backoff read(JsonObject fields, String name, @Nullable Backoff from) {
                    if (fields.isText(name)) {
                        Duration each = fields.requiredDuration(name);
                        return new Backoff(each, 1, each);
                    }
                    JsonObject given = fields.object(name);
                    if (given == null || from == null) {
                        return null;
                    }
                    Duration initial = given.duration("initial");
                    Duration longest = given.duration("longest");
                    Backoff backoff = new Backoff(
                            initial == null ? from.initial() : initial,
                            given.fraction("factor", from.factor()),
                            longest == null ? from.longest() : longest);
                    given.end();
                    return backoff;
                }

                @Override
                void write(JsonGenerator json, String name, Backoff value) throws IOException {
                    json.writeObjectFieldStart(name);
                    json.writeStringField("initial", value.initial().toString());
                    json.writeNumberField("factor", value.factor());
                    json.writeStringField("longest", value.longest().toString());
                    json.writeEndObject();
                }

                @Override
                String optionText(Backoff value) {
                    double factor = value.factor();
                    return TimeText.shortest(value.initial()) + ","
                            + (factor == Math.rint(factor) ? String.valueOf((long) factor) : String.valueOf(factor))
                            + "," + TimeText.shortest(value.longest());
                }
            };

    static final Form<Retention> RETENTION =
            new Form<>(Retention.class, "$ref: \"#/components/schemas/Retention\"", "") {
                @Override
                @Nullable
                Retention read(JsonObject fields, String name, @Nullable Retention from) {
                    JsonObject given = fields.object(name);
                    if (given == null) {
                        return null;
                    }
                    String policy = given.requiredText("policy");
                    Retention retention = switch (policy) {
                        case "interest" -> interest(given.duration("unclaimed"));
                        case "limits" ->
                            new Retention.Limits(
                                    given.duration("age"),
                                    given.whole("bytes", 1, Long.MAX_VALUE),
                                    given.whole("messages", 1, Long.MAX_VALUE));
                        default ->
                            throw given.invalid(
                                    "retention.policy is interest or limits, not " + JsonObject.quoted(policy));
                    };
                    given.end();
                    return retention;
                }

                private Retention interest(@Nullable Duration unclaimed) {
                    return unclaimed == null ? Retention.INTEREST : new Retention.Interest(unclaimed);
                }

                @Override
                void write(JsonGenerator json, String name, Retention value) throws IOException {
                    json.writeObjectFieldStart(name);
                    if (value instanceof Retention.Interest interest) {
                        json.writeStringField("policy", "interest");
                        json.writeStringField("unclaimed", interest.unclaimed().toString());
                    } else if (value instanceof Retention.Limits limits) {
                        json.writeStringField("policy", "limits");
                        JsonMembers.text(json, "age", limits.age());
                        JsonMembers.whole(json, "bytes", limits.bytes());
                        JsonMembers.whole(json, "messages", limits.messages());
                    }
                    json.writeEndObject();
                }
            };
}
