package dev.leat.cli.config;

/** The table of settings as a page of documentation. */
public final class Reference {
    private static final String INTRODUCTION = """
            # Configuration

            Every setting has one name and can be given in three places:

            | where | `long-poll-timeout` is |
            |---|---|
            | a flag | `--long-poll-timeout 25s` |
            | an environment variable | `LEAT_LONG_POLL_TIMEOUT=25s` |
            | a line of the YAML file that `--config` or `LEAT_CONFIG` names | `long-poll-timeout: 25s` |

            <!-- file: leat.yaml -->
            ```yaml
            # leat serve --config leat.yaml
            host: 0.0.0.0
            data: /var/lib/leat
            api-keys-file: /etc/leat/keys.json
            tls-certificate: /etc/leat/chain.pem
            tls-key: /etc/leat/key.pem
            total-bytes: 100GiB
            cors-origins: [https://app.example.org]
            log-format: json
            ```

            <!-- java
            import dev.leat.testkit.TestIdentity;
            TestIdentity identity = TestIdentity.make(Path.of("."), "localhost", "EC");
            Files.writeString(Path.of("chain.pem"), identity.chainPem());
            Files.writeString(Path.of("key.pem"), identity.keyPem());
            Files.writeString(Path.of("keys.json"), "{\\"keys\\": []}");
            -->
            <!-- sh
            sed 's#/etc/leat/#program/#; s#/var/lib/leat#data#' leat.yaml >here.yaml
            ./leat serve --config here.yaml --host 127.0.0.1 --port 0 --port-file port >served 2>&1 &
            until [[ -s port ]]; do kill -0 $!; sleep 0.1; done
            [[ $(curl -sk https://127.0.0.1:$(cat port)/health/ready) == '{"status":"ready"}' ]]
            [[ $(curl -sk -o /dev/null -w '%{http_code}' https://127.0.0.1:$(cat port)/v1/stream/a) == 401 ]]
            kill $!
            wait $!
            -->

            A flag wins over the environment, the environment over the file, and the file over the default. The file is one flat
            map. An environment variable that is empty counts as not set. A name that is not in the tables below, or a value that
            cannot be, stops the start with exit code 2 and a sentence that says where it is and what was expected.

            - **Durations** are `500ms`, `30s`, `5m`, `2h`, `7d`, or ISO-8601 such as `PT30S`.
            - **Sizes** are `64KiB`, `16MiB`, `10GiB`, `1TiB`, or plain bytes.
            - **Lists** are `a,b`, in YAML also `[a, b]`; `none` is the empty one.
            - **true or false**: a flag alone means true; `--gzip=false` switches off.
            - **Secrets** are only ever in files that a setting names, not on the command line, where everybody on the machine
              can read them. They appear in no message and no log.

            Who may connect: without `api-keys-file` or one of the `jwt-` settings everybody may do everything, so the server then
            listens on loopback addresses only. `--insecure` lifts that, for networks that somebody else guards. Such a server
            also refuses foreign pages and [names](access.md#names) that are not its own: `cors-origins`, `allowed-hosts`.

            | exit code | means |
            |---|---|
            | 0 | stopped by SIGTERM or SIGINT, and everything was closed cleanly |
            | 1 | could not start, or could not stop in time |
            | 2 | something is configured that cannot be |
            | 3 | out of memory |

            A second signal ends the process at once.
            """;

    private Reference() {}

    public static String markdown(SettingTable table) {
        StringBuilder page = new StringBuilder(INTRODUCTION);
        table.sections().forEach((section, settings) -> {
            page.append("\n## ").append(section).append("\n\n| name | value | default | |\n|---|---|---|---|\n");
            settings.forEach(setting -> page.append(row(setting)).append('\n'));
        });
        return page.toString();
    }

    private static String row(Setting<?> setting) {
        String standard = setting.standard() == null ? setting.unset() : "`" + setting.unset() + "`";
        return "| `" + setting.name() + "` | " + value(setting.type()) + " | " + standard + " | "
                + setting.description().replace("|", "\\|") + " |";
    }

    private static String value(SettingType<?> type) {
        return type.expected().replaceAll(" such as .*?(?=, (at least|longer|more|or the word|or unlimited)|$)", "");
    }
}
