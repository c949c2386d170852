package dev.throughline.store.file;

import dev.throughline.files.PrivateFiles;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The directory in which a store lives:
 *
 * <pre>
 * lock                                     who has the home, see {@link HomeLock}
 * journal/0000000000000001.log             see {@link Segment}
 * journal/checkpoint.json                  see {@link JournalReplay}
 * sessions.json                            see {@link CardIndex}
 * sessions/&lt;id&gt;/archive.jsonl              see {@link SessionFile}
 * sessions/&lt;id&gt;/meta.json                  see {@link dev.throughline.store.file.format.CountedCard}
 * sessions/&lt;id&gt;/state.json                 see {@link StateFile}
 * sessions/&lt;id&gt;/todo.md and others         see {@link dev.throughline.store.file.note.NoteFiles}
 * tenants/&lt;tenant&gt;/sessions/&lt;id&gt;/…         the same for every tenant but {@code local}
 * damaged/                                 see {@link Quarantine}
 * </pre>
 *
 * Only its owner can read any of it.
 */
record Home(Path root) {
    /** Makes the directory, or takes it over, and checks that it can be written to. */
    static Home at(Path root) {
        try {
            PrivateFiles.createDirectories(root);
            PrivateFiles.restrictDirectory(root);
            Home home = new Home(root.toRealPath());
            PrivateFiles.createDirectories(home.journal());
            PrivateFiles.createDirectories(home.sessions(Tenant.LOCAL));
            if (!Files.isWritable(home.root) || !Files.isWritable(home.journal())) {
                throw new IOException("no right to write there");
            }
            return home;
        } catch (IOException e) {
            throw new ProxyException(
                    ProxyException.Kind.STORE,
                    "home_unwritable",
                    "cannot write to the home " + root + ": " + describe(e)
                            + "; make it writable for this user, or name another home",
                    e);
        }
    }

    Path lock() {
        return root.resolve("lock");
    }

    Path journal() {
        return root.resolve("journal");
    }

    Path index() {
        return root.resolve("sessions.json");
    }

    Path keys() {
        return root.resolve("keys.json");
    }

    Path damaged() {
        return root.resolve("damaged");
    }

    Path tenants() {
        return root.resolve("tenants");
    }

    Path sessions(Tenant tenant) {
        Path parent = tenant.equals(Tenant.LOCAL) ? root : tenants().resolve(tenant.name());
        return parent.resolve("sessions");
    }

    Path session(SessionRef ref) {
        return sessions(ref.tenant()).resolve(ref.id().toString());
    }

    Path archive(SessionRef ref) {
        return session(ref).resolve("archive.jsonl");
    }

    Path meta(SessionRef ref) {
        return session(ref).resolve("meta.json");
    }

    void makeSession(SessionRef ref) throws IOException {
        PrivateFiles.createDirectories(session(ref));
    }

    /** Flushes the names of a session's files, and its own name, to the disk. */
    void forceNames(SessionRef ref) throws IOException {
        PrivateFiles.forceDirectory(session(ref));
        PrivateFiles.forceDirectory(sessions(ref.tenant()));
        if (!ref.tenant().equals(Tenant.LOCAL)) {
            PrivateFiles.forceDirectory(tenants().resolve(ref.tenant().name()));
            PrivateFiles.forceDirectory(tenants());
        }
    }

    /** The type and message of an exception. */
    static String describe(Throwable e) {
        String name = e.getClass().getSimpleName();
        return e.getMessage() == null ? name : name + ": " + e.getMessage();
    }

    /** A failure of the disk as the engine knows it. */
    static ProxyException failed(String what, Throwable cause) {
        return new ProxyException(
                ProxyException.Kind.STORE,
                "store_failed",
                "cannot " + what + ": " + describe(cause) + "; check the disk's free space and its health",
                cause);
    }
}
