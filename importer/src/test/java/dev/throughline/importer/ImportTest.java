package dev.throughline.importer;

import dev.throughline.engine.archive.ArchivedEntry;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.MemoryStore;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.recall.Recall;
import dev.throughline.engine.recall.Transcript;
import dev.throughline.engine.session.AgentMarkers;
import dev.throughline.engine.session.PurposeDetector;
import dev.throughline.model.Ids;
import dev.throughline.model.SessionKey;
import dev.throughline.model.Tenant;
import dev.throughline.wire.dialects.Dialects;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.io.TempDir;

/** A test that imports files into a store. */
public abstract class ImportTest {
    protected static final String CODEX_KEY = "codex:" + SampleFiles.THREAD;
    protected static final String CLAUDE_KEY = "claude:" + SampleFiles.CLAUDE;
    protected static final String PI_KEY = "client:" + SampleFiles.PI;

    @TempDir
    protected Path folder;

    protected final Store store = new MemoryStore();
    protected final List<SessionCard> changed = new ArrayList<>();
    private final SessionImporter importer = new SessionImporter(
            store,
            new Ids(new SplittableRandom(7)),
            new PurposeDetector(AgentMarkers.builtIn())::isScaffold,
            new ImportListener() {
                @Override
                public void starting() {}

                @Override
                public void imported(SessionCard session) {
                    changed.add(session);
                }
            });

    protected final SessionImporter importer() {
        return importer;
    }

    protected final ImportReport importFile(Path file) {
        return importer.importFile(file, /* isDryRun= */ false);
    }

    protected final SessionCard card(String key) {
        return store.find(Tenant.LOCAL, new SessionKey(key)).orElseThrow();
    }

    protected final Recall recall(SessionCard card) {
        return new Recall(
                Transcript.read(after -> store.entries(card.ref(), after, 1000)),
                source -> store.source(card.ref(), source),
                Dialects::of);
    }

    protected final List<String> conversation(String key) {
        Recall recall = recall(card(key));
        return recall.transcript().conversation().stream()
                .map(node -> node.kind().word() + ": " + recall.text(node))
                .toList();
    }

    protected final List<Entry> entries(String key) {
        return store.entries(card(key).ref(), 0, 10_000).items().stream()
                .map(ArchivedEntry::entry)
                .toList();
    }

    protected final Path codex() throws IOException {
        String name = "rollout-2026-03-01T10-00-00-" + SampleFiles.THREAD + ".jsonl";
        return SampleFiles.write(folder.resolve(".codex/sessions/2026/03/01").resolve(name), SampleFiles.CODEX);
    }

    protected final Path claude() throws IOException {
        return SampleFiles.write(
                folder.resolve(".claude/projects/-home-ada-bugs/" + SampleFiles.CLAUDE + ".jsonl"),
                SampleFiles.CLAUDE_LINES);
    }
}
