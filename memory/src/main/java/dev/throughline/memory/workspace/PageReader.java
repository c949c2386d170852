package dev.throughline.memory.workspace;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/** Reads pages below a folder, and follows no symbolic link on the way. */
record PageReader(Path root) {
    /** Where a page is or would be; nothing on the way there is a symbolic link. */
    Path file(MemoryPath path) {
        Path file = root;
        for (String segment : path.segments()) {
            file = file.resolve(segment);
            if (Files.isSymbolicLink(file)) {
                throw WorkspaceErrors.link(file);
            }
        }
        return file;
    }

    /** Where a folder is or would be; a name that could be no page's folder is refused. */
    Path folder(String name) {
        return Objects.requireNonNull(file(new MemoryPath(name + "/x.md")).getParent());
    }

    /** The page as it is now; empty if there is none. */
    Optional<Page> read(MemoryPath path) {
        return bytes(path).map(bytes -> Page.of(path, text(file(path), bytes)));
    }

    /** How it begins; bytes that are no UTF-8 are replaced. */
    Optional<String> head(MemoryPath path, int bytes) {
        return first(path, bytes).map(head -> new String(head, StandardCharsets.UTF_8));
    }

    Optional<byte[]> bytes(MemoryPath path) {
        Optional<byte[]> bytes = first(path, Workspace.MAX_FILE_BYTES + 1);
        if (bytes.isPresent() && bytes.get().length > Workspace.MAX_FILE_BYTES) {
            throw WorkspaceErrors.tooLarge(file(path).toString(), size(file(path)));
        }
        return bytes;
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw WorkspaceErrors.notRead(file, e);
        }
    }

    private Optional<byte[]> first(MemoryPath path, int most) {
        Path file = file(path);
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw WorkspaceErrors.notText(file, "something that is no file");
        }
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.of(in.readNBytes(most));
        } catch (NoSuchFileException e) {
            return Optional.empty(); // An editor took it away between our look and our reading.
        } catch (IOException e) {
            throw WorkspaceErrors.notRead(file, e);
        }
    }

    private static String text(Path file, byte[] bytes) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            if (text.indexOf('\0') >= 0) {
                throw WorkspaceErrors.notText(file, "a zero byte");
            }
            return text;
        } catch (CharacterCodingException e) {
            throw WorkspaceErrors.notText(file, "bytes that are no UTF-8");
        }
    }
}
