package dev.throughline.memory.workspace;

import dev.throughline.model.Cause;
import dev.throughline.model.ProxyException;
import java.nio.file.Path;

/** The errors of a workspace: what went wrong, and what to do. */
final class WorkspaceErrors {
    private WorkspaceErrors() {}

    static ProxyException notRead(Path file, Exception cause) {
        return new ProxyException(
                ProxyException.Kind.STORE,
                "memory_unreadable",
                file + " cannot be read: " + Cause.words(cause) + ". Check its permissions and the disk.",
                cause);
    }

    static ProxyException notWritten(Path file, Exception cause) {
        return new ProxyException(
                ProxyException.Kind.STORE,
                "memory_not_written",
                file + " cannot be written: " + Cause.words(cause)
                        + ". Check its permissions and the free space on the disk. The next change finishes what was"
                        + " begun.",
                cause);
    }

    static ProxyException tooLarge(String what, long bytes) {
        return new ProxyException(
                ProxyException.Kind.LIMIT,
                "memory_too_large",
                what + " has " + bytes + " bytes; at most " + Workspace.MAX_FILE_BYTES + " are allowed. Split it.");
    }

    static ProxyException notText(Path file, String why) {
        return new ProxyException(
                ProxyException.Kind.CALLER,
                "memory_not_text",
                file + " is not UTF-8 text: it contains " + why + ". It is left unchanged.");
    }

    static ProxyException link(Path link) {
        return new ProxyException(
                ProxyException.Kind.CALLER,
                "memory_link",
                link + " is a symbolic link; the memory folder may contain only plain files and folders. Move the"
                        + " target into its place.");
    }

    static ProxyException busy(Path root) {
        return new ProxyException(
                ProxyException.Kind.STORE,
                "memory_busy",
                "Another process has held the lock of " + root + " for " + WorkspaceLock.TIMEOUT.toSeconds()
                        + " s. Try again.");
    }
}
