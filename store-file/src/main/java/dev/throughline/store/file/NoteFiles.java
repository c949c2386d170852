package dev.throughline.store.file;

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
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The notes of a session as plain files in its folder, one note each:
 *
 * <pre>
 * todo.md       the tasks of the session
 * pinned.md     text that is always in the prompt
 * summary.md    the session notes
 * index.json    the name and the description of the session
 * send.md       whether answers of the session are sent, if a person set that
 * </pre>
 *
 * <p>A file is UTF-8 text, so any editor can change it; invalid UTF-8 is read as replacement characters. A file is
 * replaced as a whole, so a reader never sees a part of one, and only its owner can read it. Of a file with more than
 * {@link StateNotes#MAX_BYTES} only the beginning is read.
 */
public final class NoteFiles implements StateNotes {
    private static final Logger LOG = LoggerFactory.getLogger(NoteFiles.class);

    private final Function<SessionRef, Path> folders;
    private final BiConsumer<Path, String> quarantine;
    private final Consumer<SessionRef> check;

    /**
     * @param folders the folder of a session, which is created when a note is written
     * @param quarantine moves a damaged file away and reports the reason
     * @param check throws an exception if there is no such session
     */
    public NoteFiles(
            Function<SessionRef, Path> folders, BiConsumer<Path, String> quarantine, Consumer<SessionRef> check) {
        this.folders = folders;
        this.quarantine = quarantine;
        this.check = check;
    }

    /** Does work while no note is written. A session ends like this, so its folder is not created again. */
    synchronized void betweenWrites(Runnable work) {
        work.run();
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
            LOG.warn("{} is not a regular file, so the note counts as empty", file);
            return Optional.empty();
        }
        try (var in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                LOG.warn("{} has more than {} bytes, so only its beginning counts", file, MAX_BYTES);
            }
            String text = new String(bytes, 0, readableEnd(bytes), StandardCharsets.UTF_8);
            return Optional.of(text).filter(each -> !each.isBlank());
        } catch (IOException e) {
            LOG.warn("{} cannot be read, so the note counts as empty: {}", file, e.toString());
            return Optional.empty();
        }
    }

    /** The end of the part that is read, not within a character. */
    private static int readableEnd(byte[] bytes) {
        int end = Math.min(bytes.length, MAX_BYTES);
        while (end < bytes.length && end > 0 && (bytes[end] & 0xC0) == 0x80) {
            end--;
        }
        return end;
    }

    /** Synchronized, since {@link PrivateFiles} must not replace the same file twice at the same time. */
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
        check.accept(session);
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

    @Override
    public synchronized void setAside(SessionRef session, NoteKind note, String reason) {
        quarantine.accept(file(session, note), reason);
    }

    private Path file(SessionRef session, NoteKind note) {
        return folders.apply(session).resolve(note.fileName());
    }
}
