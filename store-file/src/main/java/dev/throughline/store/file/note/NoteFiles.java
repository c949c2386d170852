package dev.throughline.store.file.note;

import dev.throughline.engine.state.NoteKind;
import dev.throughline.engine.state.StateNotes;
import dev.throughline.files.PrivateFiles;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionRef;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The notes of a session as plain files in its folder, one note each:
 *
 * <pre>
 * todo.md       what is to be done
 * pinned.md     what always holds
 * summary.md    what happened so far
 * </pre>
 *
 * <p>A file is UTF-8 text and nothing else, so any editor will do; what is no UTF-8 is read as replacement characters.
 * We replace it as a whole, so a reader never sees half of one, and only its owner may read it. Of a file that has
 * grown
 * beyond {@link StateNotes#MAX_BYTES} the beginning counts.
 */
public final class NoteFiles implements StateNotes {
    private static final Logger LOG = LoggerFactory.getLogger(NoteFiles.class);

    private final Function<SessionRef, Path> folders;

    /**
     * Notes in the folders of sessions.
     *
     * @param folders the folder of a session, which is made when something is written
     */
    public NoteFiles(Function<SessionRef, Path> folders) {
        this.folders = folders;
    }

    @Override
    public Optional<String> read(SessionRef session, NoteKind note) {
        return read(file(session, note));
    }

    static Optional<String> read(Path file) {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        if (!Files.isRegularFile(file)) {
            LOG.warn("{} is no file that can be read, so it counts as empty", file);
            return Optional.empty();
        }
        try (var in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                LOG.warn("{} has more than {} bytes, so only its beginning counts", file, MAX_BYTES);
            }
            String text = new String(bytes, 0, border(bytes), StandardCharsets.UTF_8);
            return Optional.of(text).filter(each -> !each.isBlank());
        } catch (IOException e) {
            LOG.warn("{} cannot be read, so it counts as empty: {}", file, e.toString());
            return Optional.empty();
        }
    }

    /** Where to cut, not within a character. */
    private static int border(byte[] bytes) {
        int end = Math.min(bytes.length, MAX_BYTES);
        while (end < bytes.length && end > 0 && (bytes[end] & 0xC0) == 0x80) {
            end--;
        }
        return end;
    }

    /** One at a time, since two writers of one file would take each other's half-written one. */
    @Override
    public synchronized void write(SessionRef session, NoteKind note, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > MAX_BYTES) {
            throw new ProxyException(
                    ProxyException.Kind.CALLER,
                    "note_too_large",
                    "the " + note.word() + " has " + bytes.length + " bytes, but at most " + MAX_BYTES
                            + " are allowed; shorten it");
        }
        Path file = file(session, note);
        try {
            if (text.isBlank()) {
                Files.deleteIfExists(file);
            } else {
                PrivateFiles.createDirectories(file.resolveSibling(""));
                PrivateFiles.replaceForced(file, bytes);
            }
        } catch (IOException e) {
            throw new ProxyException(
                    ProxyException.Kind.STORE,
                    "note_not_written",
                    "cannot write " + file + ": " + e + "; check the disk's free space and its health",
                    e);
        }
    }

    private Path file(SessionRef session, NoteKind note) {
        return folders.apply(session).resolve(note.word() + ".md");
    }
}
