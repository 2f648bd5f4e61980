package dev.leat.dist;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlatformTest {

    @Test
    void linuxIsToldApartByProcessorAndLibrary() {
        assertThat(Platform.of("Linux", "amd64", false))
                .get()
                .extracting(Platform::name)
                .isEqualTo("linux-x86_64");
        assertThat(Platform.of("Linux", "aarch64", true)).get().satisfies(platform -> {
            assertThat(platform.name()).isEqualTo("linux-aarch64-musl");
            assertThat(platform.libraries())
                    .containsExactly(
                            "librocksdbjni-linux-aarch64-musl.so",
                            "META-INF/native/libnetty_transport_native_epoll_aarch_64.so",
                            "org/sqlite/native/Linux-Musl/aarch64/libsqlitejdbc.so");
        });
    }

    @Test
    void aMacHasNoEpoll() {
        assertThat(Platform.of("Mac OS X", "aarch64", false)).get().satisfies(platform -> {
            assertThat(platform.name()).isEqualTo("macos-aarch64");
            assertThat(platform.libraries())
                    .containsExactly(
                            "librocksdbjni-osx-arm64.jnilib", "org/sqlite/native/Mac/aarch64/libsqlitejdbc.dylib");
        });
    }

    @Test
    void otherMachinesGetTheJarAlone() {
        assertThat(Platform.of("Windows 11", "amd64", false)).isEmpty();
        assertThat(Platform.of("Linux", "riscv64", false)).isEmpty();
    }
}
