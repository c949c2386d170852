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

/** Reads pages below a folder without following symbolic links. */
record PageReader(Path root) {
    /** The file of a page, which need not exist. Nothing on its path is a symbolic link. */
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

    /** A folder of pages, which need not exist. A name that cannot be one is refused. */
    Path folder(String name) {
        return Objects.requireNonNull(file(new MemoryPath(name + "/x.md")).getParent());
    }

    /** The page as it is now; empty if it does not exist. */
    Optional<Page> read(MemoryPath path) {
        return bytes(path).map(bytes -> new Page(path, text(file(path), bytes)));
    }

    /** The beginning of a page; bytes that are not UTF-8 are replaced. */
    Optional<String> head(MemoryPath path, int bytes) {
        return first(path, bytes).map(head -> new String(head, StandardCharsets.UTF_8));
    }

    Optional<byte[]> bytes(MemoryPath path) {
        Optional<byte[]> bytes = first(path, Workspace.MAX_FILE_BYTES + 1);
        if (bytes.isPresent() && bytes.get().length > Workspace.MAX_FILE_BYTES) {
            Path file = file(path);
            try {
                throw WorkspaceErrors.tooLarge(file.toString(), Files.size(file));
            } catch (IOException e) {
                throw WorkspaceErrors.notRead(file, e);
            }
        }
        return bytes;
    }

    private Optional<byte[]> first(MemoryPath path, int limit) {
        Path file = file(path);
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw WorkspaceErrors.notText(file, "something that is not a file");
        }
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.of(in.readNBytes(limit));
        } catch (NoSuchFileException e) {
            return Optional.empty(); // An editor deleted it after the check.
        } catch (IOException e) {
            throw WorkspaceErrors.notRead(file, e);
        }
    }

    private static String text(Path file, byte[] bytes) {
        try {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            String text = StandardCharsets.UTF_8.newDecoder().decode(buffer).toString();
            if (text.indexOf('\0') >= 0) {
                throw WorkspaceErrors.notText(file, "a zero byte");
            }
            return text;
        } catch (CharacterCodingException e) {
            throw WorkspaceErrors.notText(file, "other bytes");
        }
    }
}
