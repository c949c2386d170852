package dev.throughline.memory;

import dev.throughline.engine.helper.HelperModel;
import dev.throughline.memory.consolidate.FinishedSession;
import dev.throughline.memory.consolidate.RolloutMerger;
import dev.throughline.memory.consolidate.RolloutWriter;
import dev.throughline.memory.conversation.Conversation;
import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.Page;
import dev.throughline.memory.workspace.PageChange;
import dev.throughline.memory.workspace.PageListing;
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.memory.writer.Extraction;
import dev.throughline.model.SessionRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Everybody who writes memory, each on a workspace of the test's choice. */
enum Writers {
    FLUSH {
        @Override
        void write(Workspace workspace) {
            Stage.flush(HelperModel.NONE).run(Stage.memory(workspace, HelperModel.NONE), Stage.day(), 1, List.of());
        }
    },
    EXTRACTION {
        @Override
        void write(Workspace workspace) {
            HelperModel helper = new Stage.Prompter("{\"operations\":[{\"action\":\"create\",\"type\":\"feedback\","
                    + "\"name\":\"linter\",\"description\":\"lint first\",\"body\":\"Run the linter.\"},"
                    + "{\"action\":\"update\",\"path\":\"topics/user_role.md\",\"body\":\"A geologist.\\nIn Oslo.\"},"
                    + "{\"action\":\"delete\",\"path\":\"topics/project_old.md\"}]}");
            new Extraction(helper, 1).run(Stage.memory(workspace, helper), Stage.day(), List.of());
        }
    },
    STAGE_ONE {
        @Override
        void write(Workspace workspace) {
            new RolloutWriter(workspace, MemoryLimits.DEFAULT.consolidation(), HelperModel.NONE)
                    .run(sessions(1), Writers::conversation, 5);
        }
    },
    STAGE_TWO {
        @Override
        void write(Workspace workspace) {
            new RolloutMerger(workspace, MemoryLimits.DEFAULT.consolidation(), HelperModel.NONE).run(Stage.SESSION);
        }
    };

    abstract void write(Workspace workspace);

    /** A memory that all of them find something to do in. */
    static void prepare(Workspace workspace) {
        String matter = "---\nname: role\ndescription: what they do\ntype: user\n---\nA geologist.\n";
        page(workspace, "topics/user_role.md", matter);
        page(workspace, "topics/project_old.md", "---\nname: old\ntype: project\n---\nGone soon.\n");
        page(workspace, "MEMORY.md", "# Mine\nI like tea.\n\n## Topics\n- [role](topics/user_role.md): what they do\n");
        page(workspace, "memory/2026-04-05.md", "# 2026-04-05\n\n- The day began.\n");
        page(workspace, "memory_summary.md", "An old summary.\n");
        new RolloutWriter(workspace, MemoryLimits.DEFAULT.consolidation(), HelperModel.NONE)
                .run(sessions(7), Writers::conversation, 5);
    }

    /** Copies a prepared memory, which takes less time than to prepare another one; gives the copy. */
    static Path copy(Path prepared, Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(prepared)) {
            for (Path file : files.toList()) {
                Files.copy(file, folder.resolve(prepared.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        return folder;
    }

    static void page(Workspace workspace, String path, String text) {
        MemoryPath place = new MemoryPath(path);
        workspace.change("prepare", w -> List.of(new PageChange.Write(place, w.read(place), text)));
    }

    /** One session that has been idle for long enough. */
    static List<FinishedSession> sessions(int number) {
        return List.of(new FinishedSession(Stage.session(number), Stage.NOON.minus(Duration.ofHours(8))));
    }

    static Conversation conversation(SessionRef session) {
        return new Conversation(session, Stage.day().items());
    }

    /** Every page and what it says. */
    static Map<String, String> state(Workspace workspace) {
        Map<String, String> all = new TreeMap<>();
        for (PageListing.ListedPage entry : workspace.list().pages()) {
            all.put(
                    entry.path().text(),
                    workspace.read(entry.path()).map(Page::text).orElseThrow());
        }
        return all;
    }
}
