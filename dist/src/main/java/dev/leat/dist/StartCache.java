package dev.leat.dist;

import java.io.IOException;
import java.nio.file.Path;

/** The cache that Java keeps of one start for later ones. */
enum StartCache {
    /** Classes as they were loaded and linked, and how code was used: one file of everything. */
    AOT("leat.aot", "-XX:AOTCacheOutput="),

    /** Classes as they were loaded: on top of a file with those of Java itself. */
    CDS("leat.jsa", "-XX:ArchiveClassesAtExit=");

    private static final int FIRST_WITH_AOT = 25;

    private final String file;
    private final String option;

    StartCache(String file, String option) {
        this.file = file;
        this.option = option;
    }

    static StartCache of(Jdk jdk) {
        return jdk.version() >= FIRST_WITH_AOT ? AOT : CDS;
    }

    String file() {
        return file;
    }

    /** What makes a Java in the directory of the file write it when it ends. */
    String option() {
        return option + file;
    }

    void prepare(Path java) throws IOException, InterruptedException {
        if (this == CDS) {
            Program.of(java, "-Xshare:dump").run();
        }
    }
}
