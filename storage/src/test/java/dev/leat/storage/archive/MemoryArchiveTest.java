package dev.leat.storage.archive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.storage.settings.ArchiveSettings;
import org.junit.jupiter.api.Test;

class MemoryArchiveTest extends ArchiveContract {

    @Override
    Archive open(ArchiveSettings settings) {
        return new MemoryArchive(settings);
    }

    @Test
    void thereIsNoFileToSendFrom() {
        Run run = writeBytes(10);
        archive.sync();

        try (Region region = archive.open(run, run.start(), run.end())) {
            assertThat(region.channel()).isNull();
        }
    }
}
