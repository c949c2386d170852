package dev.throughline.server.wiring;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.session.PurposeDetector;
import dev.throughline.importer.HistoryImporter;
import dev.throughline.importer.ImportListener;
import dev.throughline.importer.MemoryPages;
import dev.throughline.importer.SessionImporter;
import dev.throughline.memory.MemoryService;
import dev.throughline.memory.admission.AdmissionResult;
import dev.throughline.memory.admission.DailyLog;
import dev.throughline.memory.admission.LineSource;
import dev.throughline.memory.admission.MarkdownLines;
import dev.throughline.memory.admission.ProposedLine;
import dev.throughline.model.Ids;
import dev.throughline.server.config.Config;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** Connects the importer with the archive and with memory. */
final class ImportWiring {
    private ImportWiring() {}

    /** The importer of a gateway. */
    static HistoryImporter importer(Config config, Store store, Ids ids, Optional<MemoryService> memory, Clock clock) {
        PurposeDetector purposes = new PurposeDetector(config.markers());
        SessionImporter sessions = new SessionImporter(store, ids, purposes::isScaffold, listener(memory));
        return new HistoryImporter(sessions, memory.map(ImportWiring::pages), clock.getZone());
    }

    private static ImportListener listener(Optional<MemoryService> memory) {
        return new ImportListener() {
            @Override
            public void starting() {
                memory.ifPresent(MemoryService::importing);
            }

            @Override
            public void imported(SessionCard session) {
                memory.ifPresent(service -> service.imported(session));
            }
        };
    }

    private static MemoryPages pages(MemoryService memory) {
        return (file, isDryRun) -> memory.with(
                file.agent()
                        .map(memory.projects()::ofAgent)
                        .orElseGet(() -> memory.projects().of(file.workspace())),
                project -> (long)
                        added(project.memory().log(), file, isDryRun).lines().size());
    }

    private static AdmissionResult added(DailyLog log, MemoryPages.MemoryFile file, boolean isDryRun) {
        List<ProposedLine> lines = MarkdownLines.of(file.text(), new LineSource(file.date(), file.program(), ""));
        return isDryRun ? log.admissible(lines) : log.addTo(file.date(), file.program(), lines);
    }
}
