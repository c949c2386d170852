package dev.throughline.importer;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.importer.format.TranscriptFormat;
import dev.throughline.importer.format.TranscriptFormats;
import dev.throughline.importer.format.TranscriptLine;
import dev.throughline.importer.session.ArchiveAccess;
import dev.throughline.importer.session.FileLine;
import dev.throughline.importer.session.FileSessions;
import dev.throughline.importer.session.SessionImport;
import dev.throughline.model.Bytes;
import dev.throughline.model.Cause;
import dev.throughline.model.Ids;
import dev.throughline.model.ProxyException;
import dev.throughline.wire.UnreadableException;
import dev.throughline.wire.json.Utf8;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Imports files of sessions. A file is read line by line and added in portions, so its size does not matter. What a
 * session contains already is not added again, whether it was imported before or recorded by the gateway. A damaged
 * line is reported and skipped. Safe for use by many threads.
 */
public final class SessionImporter {
    /** The longest line. A line can contain pictures. */
    static final int MAX_LINE_BYTES = 64 << 20;

    /** The lines of a file are added when so many bytes of them were read. */
    private static final long PORTION_BYTES = 4 << 20;

    /** The lines at the beginning of a file by which its format is detected. */
    private static final int HEAD_LINES = 1_000;

    private static final long HEAD_BYTES = 8 << 20;

    private final Store store;
    private final Ids ids;
    private final Predicate<String> isScaffold;
    private final ImportListener listener;

    /**
     * @param isScaffold whether an agent, and not a person, wrote a user text
     */
    public SessionImporter(Store store, Ids ids, Predicate<String> isScaffold, ImportListener listener) {
        this.store = store;
        this.ids = ids;
        this.isScaffold = isScaffold;
        this.listener = listener;
    }

    /** Imports a file. If that fails in any way, the report says so: the next files can be imported. */
    public ImportReport importFile(Path file, boolean isDryRun) {
        try {
            Optional<TranscriptFormat> format = TranscriptFormats.of(
                    new TranscriptFormats.UnknownFile(
                            file.getFileName().toString(), head(file), OpenClawSessions.namesFor(file)),
                    isScaffold);
            if (format.isPresent() && !isDryRun) {
                listener.starting();
            }
            return format.map(found -> new OneFile(file, found, isDryRun).read())
                    .orElseGet(() -> ImportReport.problem(
                            file.toString(),
                            "it is not a session of Codex, Claude Code, pi or OpenClaw, and no export of Throughline"));
        } catch (IOException | RuntimeException e) {
            return ImportReport.problem(file.toString(), words(e));
        }
    }

    static String words(Exception e) {
        return e instanceof ProxyException failure ? failure.sentence() : Cause.words(e);
    }

    private static List<Bytes> head(Path file) throws IOException {
        List<Bytes> head = new ArrayList<>();
        long bytes = 0;
        try (JsonLines lines = new JsonLines(file, MAX_LINE_BYTES)) {
            Optional<Bytes> line = lines.next();
            while (line.isPresent() && head.size() < HEAD_LINES && bytes < HEAD_BYTES) {
                head.add(line.get());
                bytes += line.get().length();
                line = lines.next();
            }
        }
        return head;
    }

    /** The import of one file. */
    private final class OneFile {
        private final Path file;
        private final TranscriptFormat format;
        private final ArchiveAccess archive;
        private final FileSessions sessions;
        private ImportReport problems = ImportReport.NONE;
        private Optional<Instant> newest = Optional.empty();

        OneFile(Path file, TranscriptFormat format, boolean isDryRun) {
            this.file = file;
            this.format = format;
            this.archive = new ArchiveAccess(store, ids, isScaffold, isDryRun);
            this.sessions = new FileSessions(archive);
        }

        ImportReport read() {
            long count = 0;
            try (JsonLines lines = new JsonLines(file, MAX_LINE_BYTES)) {
                Optional<Bytes> line = lines.next();
                while (line.isPresent()) {
                    read(line.get(), lines);
                    line = lines.next();
                }
                count = lines.number();
                sessions.all().forEach(SessionImport::finish);
            } catch (IOException | RuntimeException e) {
                report(0, words(e)); // What was added before is reported and indexed nevertheless.
            }
            return new ImportReport(1, changed(), added(), count, 0, List.of(), 0).and(problems);
        }

        private void read(Bytes line, JsonLines lines) {
            if (lines.isTooLong()) {
                report(lines.number(), "the line is longer than " + (MAX_LINE_BYTES >> 20) + " MiB");
            } else if (!line.utf8().isBlank()) {
                try {
                    requireText(line);
                    format.read(line, lines.number()).ifPresent(found -> add(found, line, lines.number()));
                } catch (UnreadableException e) {
                    report(lines.number(), String.valueOf(e.getMessage()));
                }
            }
        }

        private static void requireText(Bytes line) {
            if (!Utf8.isValid(line)) {
                throw new UnreadableException("expected UTF-8, found bytes that are none");
            }
        }

        private void add(TranscriptLine line, Bytes bytes, long number) {
            Instant at = line.at().or(() -> newest).orElseGet(this::modified);
            newest = Optional.of(at);
            SessionImport session = sessions.of(line.session(), at);
            session.add(new FileLine(file.toString(), number, line.source().orElse(bytes), at, line));
            if (session.waitingBytes() >= PORTION_BYTES) {
                session.append();
            }
        }

        private Instant modified() {
            try {
                return Files.getLastModifiedTime(file).toInstant();
            } catch (IOException e) {
                return Instant.EPOCH;
            }
        }

        private void report(long line, String reason) {
            problems = problems.and(new ImportReport(
                    0, List.of(), 0, 0, 0, List.of(new ImportReport.Problem(file.toString(), line, reason)), 0));
        }

        private long added() {
            return sessions.all().stream().mapToLong(SessionImport::added).sum();
        }

        /** The sessions to which something was added. */
        private List<String> changed() {
            TreeSet<String> changed = new TreeSet<>();
            sessions.all().forEach(session -> {
                if (session.added() > 0) {
                    Optional<SessionCard> card = session.card();
                    changed.add(card.map(found -> found.ref().id().toString()).orElseGet(session.key()::text));
                    card.filter(_ -> !archive.isDryRun()).ifPresent(listener::imported);
                }
            });
            return List.copyOf(changed);
        }
    }
}
