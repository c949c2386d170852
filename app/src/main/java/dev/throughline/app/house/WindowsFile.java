package dev.throughline.app.house;

import dev.throughline.app.library.JsonObject;
import dev.throughline.app.library.StatusJson;
import dev.throughline.engine.edit.LearnedWindows;
import dev.throughline.model.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What was learned of windows, in the file {@code windows.json} of a home, so that a restart does not cost one refusal
 * for each model. A file that cannot be read or written changes nothing but that.
 */
final class WindowsFile {
    private static final Logger LOG = LoggerFactory.getLogger(WindowsFile.class);

    private WindowsFile() {}

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
            return StatusJson.windows(JsonObject.read(Files.readAllBytes(file)));
        } catch (IOException | RuntimeException e) {
            LOG.warn("{} cannot be read and is ignored; windows of models are learned anew", file, e);
            return List.of();
        }
    }

    /** Writes a file of the home's owner as a whole: a crash leaves the old one or the new one. */
    static void replace(Path file, byte[] content) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        Files.createFile(fresh, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.write(fresh, content);
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static void write(Path file, List<LearnedWindows.Learned> all) {
        Bytes text = JsonObject.write(json -> {
            json.writeStartObject();
            StatusJson.windows(all, json);
            json.writeEndObject();
        });
        try {
            replace(file, text.toArray());
        } catch (IOException e) {
            LOG.warn("{} cannot be written; what was learned of windows is lost with this process", file, e);
        }
    }
}
