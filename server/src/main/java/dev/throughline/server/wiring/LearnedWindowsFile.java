package dev.throughline.server.wiring;

import dev.throughline.engine.edit.LearnedWindows;
import dev.throughline.files.PrivateFiles;
import dev.throughline.server.json.ViewJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores learned context windows in the file {@code windows.json} of a home, so that they are not learned again after a
 * restart. If the file cannot be read or written, they are learned again.
 */
final class LearnedWindowsFile {
    private static final Logger LOG = LoggerFactory.getLogger(LearnedWindowsFile.class);

    /** The file: {@code {"learned_windows":[{"upstream":"https://…","model":"gpt-9","tokens":272000,"at":"…Z"}]}}. */
    record StoredWindows(List<LearnedWindows.Learned> learnedWindows) {}

    private LearnedWindowsFile() {}

    /** The learned windows of a home. New ones are written to its file. */
    static LearnedWindows read(Path home, Duration lifetime) {
        Path file = home.resolve("windows.json");
        return new LearnedWindows(known(file), lifetime, all -> write(file, all));
    }

    private static List<LearnedWindows.Learned> known(Path file) {
        if (Files.notExists(file)) {
            return List.of();
        }
        try {
            return ViewJson.read(Files.readAllBytes(file), StoredWindows.class).learnedWindows();
        } catch (IOException | RuntimeException e) {
            LOG.warn("{} cannot be read and is ignored; context windows are learned again", file, e);
            return List.of();
        }
    }

    private static void write(Path file, List<LearnedWindows.Learned> all) {
        try {
            PrivateFiles.replace(file, ViewJson.write(new StoredWindows(all)).toArray());
        } catch (IOException e) {
            LOG.warn("{} cannot be written; learned context windows are lost when this process ends", file, e);
        }
    }
}
