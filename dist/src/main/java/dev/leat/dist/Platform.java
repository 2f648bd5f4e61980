package dev.leat.dist;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A kind of machine, and which native libraries of the executable jar are for it.
 *
 * @param name as archives are named
 * @param libraries entries of the jar
 */
record Platform(String name, List<String> libraries) {

    /** @param musl whether the C library is that of Alpine */
    static Optional<Platform> of(String os, String arch, boolean musl) {
        boolean arm = arch.equals("aarch64") || arch.equals("arm64");
        if (!arm && !arch.equals("amd64") && !arch.equals("x86_64")) {
            return Optional.empty();
        }
        String name = os.toLowerCase(Locale.ROOT);
        if (name.equals("linux")) {
            return Optional.of(linux(arm, musl));
        }
        return name.startsWith("mac") ? Optional.of(mac(arm)) : Optional.empty();
    }

    private static Platform linux(boolean arm, boolean musl) {
        String cpu = arm ? "aarch64" : "x86_64";
        String end = musl ? "-musl" : "";
        return new Platform(
                "linux-" + cpu + end,
                List.of(
                        "librocksdbjni-linux" + (arm ? "-aarch64" : "64") + end + ".so",
                        "META-INF/native/libnetty_transport_native_epoll_" + (arm ? "aarch_64" : "x86_64") + ".so",
                        "org/sqlite/native/Linux" + (musl ? "-Musl" : "") + "/" + cpu + "/libsqlitejdbc.so"));
    }

    private static Platform mac(boolean arm) {
        return new Platform(
                "macos-" + (arm ? "aarch64" : "x86_64"),
                List.of(
                        "librocksdbjni-osx-" + (arm ? "arm64" : "x86_64") + ".jnilib",
                        "org/sqlite/native/Mac/" + (arm ? "aarch64" : "x86_64") + "/libsqlitejdbc.dylib"));
    }
}
