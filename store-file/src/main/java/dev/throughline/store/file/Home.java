package dev.throughline.store.file;

import dev.throughline.files.PrivateFiles;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.store.file.format.DamagedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The directory of a store, readable by its owner only:
 *
 * <pre>
 * lock                                     which process uses the home, see {@link HomeLock}
 * journal/0000000000000001.log             see {@link Segment}
 * journal/checkpoint.json                  see {@link JournalReplay}
 * sessions.json                            see {@link CardIndex}
 * keys.jsonl                               see {@link KeyTable}
 * sessions/&lt;id&gt;/archive.jsonl              see {@link SessionFile}
 * sessions/&lt;id&gt;/meta.json                  see {@link dev.throughline.store.file.format.CountedCard}
 * sessions/&lt;id&gt;/state.json                 see {@link StateFile}
 * sessions/&lt;id&gt;/todo.md and others         see {@link NoteFiles}
 * tenants/&lt;tenant&gt;/sessions/&lt;id&gt;/…         the same for every tenant other than {@code local}
 * damaged/                                 see {@link Quarantine}
 * </pre>
 *
 * @param quarantine receives what is found damaged in this directory
 */
record Home(Path root, Clock clock, Quarantine quarantine) {
    /** Creates the directory if it is missing, makes it private, and checks that it is writable. */
    static Home at(Path root, Clock clock, int damageReports) {
        try {
            PrivateFiles.createDirectories(root);
            PrivateFiles.restrictDirectory(root);
            Path real = root.toRealPath();
            Home home = new Home(real, clock, new Quarantine(real, clock, damageReports));
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
        return root.resolve("keys.jsonl");
    }

    /** The file of keys that earlier versions wrote. */
    Path formerKeys() {
        return root.resolve("keys.json");
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

    void createSession(SessionRef ref) throws IOException {
        PrivateFiles.createDirectories(session(ref));
    }

    /** Deletes the directory of a session; it stays deleted after a power failure. */
    void deleteSession(SessionRef ref) throws IOException {
        if (!Files.exists(session(ref))) {
            return;
        }
        try (Stream<Path> files = Files.walk(session(ref))) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
        PrivateFiles.forceDirectory(sessions(ref.tenant()));
    }

    /** Flushes the directory entries of a session's files, and of its directory, to the disk. */
    void forceNames(SessionRef ref) throws IOException {
        PrivateFiles.forceDirectory(session(ref));
        PrivateFiles.forceDirectory(sessions(ref.tenant()));
        if (!ref.tenant().equals(Tenant.LOCAL)) {
            PrivateFiles.forceDirectory(tenants().resolve(ref.tenant().name()));
            PrivateFiles.forceDirectory(tenants());
        }
    }

    /** The content of a small file, if there is one; a damaged file is moved to the quarantine. */
    <T> Optional<T> read(Path file, String problem, Function<byte[], T> parser) throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(parser.apply(Files.readAllBytes(file)));
        } catch (DamagedException e) {
            quarantine.move(file, problem + ": " + e.getMessage());
            return Optional.empty();
        }
    }

    /** The type and message of an exception. */
    static String describe(Throwable e) {
        String name = e.getClass().getSimpleName();
        return e.getMessage() == null ? name : name + ": " + e.getMessage();
    }

    /** The exception for an operation that the disk refused. */
    static ProxyException failed(String operation, Throwable cause) {
        return new ProxyException(
                ProxyException.Kind.STORE,
                "store_failed",
                "cannot " + operation + ": " + describe(cause) + "; check the disk's free space and its health",
                cause);
    }
}
