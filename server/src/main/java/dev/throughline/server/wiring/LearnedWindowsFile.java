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
 * What was learned of windows, in the file {@code windows.json} of a home, so that a restart does not cost one refusal
 * for each model. A file that cannot be read or written changes nothing but that.
 */
final class LearnedWindowsFile {
    private static final Logger LOG = LoggerFactory.getLogger(LearnedWindowsFile.class);

    /** The file: {@code {"learned_windows":[{"upstream":"https://…","model":"gpt-9","tokens":272000,"at":"…Z"}]}}. */
    record Content(List<LearnedWindows.Learned> learnedWindows) {}

    private LearnedWindowsFile() {}

    /** What is known in a home; what is learned from then on is written to it. */
    static LearnedWindows read(Path home, Duration lasts) {
        Path file = home.resolve("windows.json");
        return new LearnedWindows(known(file), lasts, all -> write(file, all));
    }

    private static List<LearnedWindows.Learned> known(Path file) {
        if (Files.notExists(file)) {
            return List.of();
        }
        try {
            return ViewJson.read(Files.readAllBytes(file), Content.class).learnedWindows();
        } catch (IOException | RuntimeException e) {
            LOG.warn("{} cannot be read and is ignored; context windows are learned again", file, e);
            return List.of();
        }
    }

    private static void write(Path file, List<LearnedWindows.Learned> all) {
        try {
            PrivateFiles.replace(file, ViewJson.write(new Content(all)).toArray());
        } catch (IOException e) {
            LOG.warn("{} cannot be written; learned context windows are lost when this process ends", file, e);
        }
    }
}
