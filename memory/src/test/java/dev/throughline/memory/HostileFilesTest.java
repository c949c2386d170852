package dev.throughline.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.helper.HelperModel;
import dev.throughline.memory.consolidate.RolloutMerger;
import dev.throughline.memory.consolidate.RolloutWriter;
import dev.throughline.memory.inject.RelevantTopics;
import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.memory.project.WorkspaceMemory;
import dev.throughline.memory.topic.Topics;
import dev.throughline.memory.workspace.FastFiles;
import dev.throughline.memory.workspace.HookedFiles;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.PageExcerpt;
import dev.throughline.memory.workspace.PageUses;
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.memory.writer.Extraction;
import dev.throughline.memory.writer.WriteResult;
import dev.throughline.model.ProxyException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A folder full of things that are no memory, paths that lead away, and a disk that takes nothing. */
final class HostileFilesTest {
    private static final RelevantTopics.TopicRequest MOMENT =
            new RelevantTopics.TopicRequest(Stage.SESSION, "what about the role", List.of(), Set.of(), List.of());

    @TempDir
    Path folder;

    @TempDir
    Path outside;

    private final Stage.Time time = new Stage.Time();

    private Workspace workspace() {
        return new Workspace(folder, time, new FastFiles());
    }

    private final List<WorkspaceMemory> opened = new ArrayList<>();

    private WorkspaceMemory memory() {
        WorkspaceMemory memory = Stage.memory(new Workspace(folder, time), HelperModel.NONE);
        opened.add(memory);
        return memory;
    }

    @AfterEach
    void settle() {
        opened.forEach(WorkspaceMemory::settle);
    }

    private static Map<String, Integer> bytes(Path root) throws IOException {
        Map<String, Integer> all = new TreeMap<>();
        try (Stream<Path> tree = Files.walk(root)) {
            for (Path file : tree.filter(Files::isRegularFile).toList()) {
                all.put(root.relativize(file).toString(), Arrays.hashCode(Files.readAllBytes(file)));
            }
        }
        return all;
    }

    /** Beside the pages there are: a huge one, a binary, other encodings, a folder and a pipe of text. */
    private void litter() throws IOException {
        byte[] huge = "word ".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
        for (String at : List.of("topics", "memory", "rollouts", "skills")) {
            Files.createDirectories(folder.resolve(at));
            Files.write(folder.resolve(at + "/huge.md"), huge);
            Files.write(folder.resolve(at + "/binary.md"), new byte[] {0x7f, 'E', 'L', 'F', 0, 1, (byte) 0xff});
            Files.write(folder.resolve(at + "/latin.md"), "grün\nrole\n".getBytes(StandardCharsets.ISO_8859_1));
            Files.write(folder.resolve(at + "/wide.md"), "role\n".getBytes(StandardCharsets.UTF_16));
            Files.createDirectories(folder.resolve(at + "/folder.md"));
            Files.createSymbolicLink(folder.resolve(at + "/link.md"), outside.resolve("secret.md"));
            Files.createSymbolicLink(folder.resolve(at + "/deep"), outside);
            Files.createSymbolicLink(folder.resolve(at + "/round"), folder);
        }
        Files.writeString(outside.resolve("secret.md"), "---\nname: role\n---\nThe secret role.\n");
    }

    @ParameterizedTest
    @EnumSource
    void whoever_writes_works_beside_them_and_leaves_them_alone(Writers writer) throws IOException {
        Writers.prepare(workspace());
        litter();
        Map<String, Integer> before = bytes(folder);
        Map<String, Integer> there = bytes(outside);
        writer.write(workspace());
        Map<String, Integer> after = bytes(folder);
        before.keySet().removeIf(path -> !path.matches("[a-z]+/(?:huge|binary|latin|wide)\\.md"));
        assertEquals(16, before.size());
        assertTrue(after.entrySet().containsAll(before.entrySet()), "what is no page is as it was");
        assertEquals(there, bytes(outside), "nothing outside is touched");
    }

    @Test
    void what_is_shown_is_shown_without_them() throws IOException {
        Writers.prepare(workspace());
        litter();
        Files.write(folder.resolve("memory_summary.md"), new byte[(5 << 20)]);
        String opening = memory().opening(Stage.LARGE_PROMPT).orElseThrow().text();
        assertTrue(opening.contains("I like tea.") && !opening.contains("memory_summary"), opening);
        String relevant = memory().relevant(MOMENT).orElseThrow().text();
        assertTrue(relevant.contains("A geologist.") && !relevant.contains("secret"), relevant);
        assertFalse(memory().topics().manifest().text().contains("link.md"));
        assertEquals(1, memory().add("cli", "The lamp is green.").lines().size());
        assertTrue(memory().workspace().list().skipped().size() >= 12);
    }

    /** For each way in that takes a path from outside. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "../secret.md",
                "topics/../../secret.md",
                "/etc/passwd",
                "/etc/hostname.md",
                "topics/deep/secret.md",
                "topics/link.md",
                "topics\\..\\..\\secret.md",
                "C:\\secret.md",
                "C:/secret.md",
                "C:secret.md",
                "\\\\host\\share\\secret.md",
                "topics/a\0.md",
                "a\0/../../secret.md",
                "topics/./x.md",
                "topics//x.md",
                "./MEMORY.md",
                "~/x.md",
                ".history/x.md",
                ".state/uses.md",
                "topics/.hidden.md",
                "topics/x.md/",
                "file:///etc/x.md",
                "topics/\ufffd.md",
                ""
            })
    void a_path_that_leads_away_is_refused_everywhere(String path) throws IOException {
        Writers.prepare(workspace());
        litter();
        Map<String, Integer> there = bytes(outside);
        assertThrows(ProxyException.class, () -> memory().excerpt(path, new PageExcerpt.Wanted(1, 10)));
        assertThrows(ProxyException.class, () -> workspace().read(new MemoryPath(path)));
        assertThrows(ProxyException.class, () -> Writers.page(workspace(), path, "x\n"));
        assertThrows(ProxyException.class, () -> workspace().head(new MemoryPath(path), 10));
        Map<String, Integer> before = bytes(folder);
        String json = path.replace("\\", "\\\\").replace("\0", "\\u0000");
        Stage.Prompter helper = new Stage.Prompter("{\"operations\":[{\"action\":\"update\",\"path\":\"" + json
                + "\",\"body\":\"x\"},{\"action\":\"delete\",\"path\":\"" + json + "\"}]}");
        Extraction extraction = new Extraction(helper, 1);
        assertEquals(WriteResult.NOTHING, extraction.run(Stage.memory(workspace(), helper), Stage.day(), List.of()));
        RelevantTopics relevant = new RelevantTopics(
                new Topics(workspace(), MemoryLimits.DEFAULT.manifest()),
                5,
                new Stage.Prompter("{\"paths\":[\"" + json + "\"]}"),
                (_, _, _) -> List.of());
        assertEquals(Optional.empty(), relevant.block(MOMENT));
        before.keySet().removeIf(name -> name.startsWith("."));
        Map<String, Integer> after = bytes(folder);
        after.keySet().removeIf(name -> name.startsWith("."));
        assertEquals(before, after);
        assertEquals(there, bytes(outside));
    }

    /** Nothing decodes a path: what looks encoded is a strange name inside. */
    @ParameterizedTest
    @ValueSource(strings = {"%2e%2e/secret.md", "..%2fsecret.md", "topics/%2e%2e%2f%2e%2e%2fsecret.md", "‥／secret.md"})
    void an_encoded_path_is_no_way_out(String path) throws IOException {
        Files.writeString(outside.resolve("secret.md"), "secret");
        if (MemoryPath.isPath(path)) {
            Writers.page(workspace(), path, "inside\n");
            assertTrue(Files.isRegularFile(folder.resolve(path)));
        } else {
            assertThrows(ProxyException.class, () -> Writers.page(workspace(), path, "x\n"));
        }
        assertEquals(Set.of("secret.md"), bytes(outside).keySet());
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", "../..", "/etc", "topics/..", ".history", "", "topics/deep", "a\0b"})
    void a_folder_that_leads_away_is_not_listed(String name) throws IOException {
        litter();
        assertThrows(ProxyException.class, () -> workspace().list(name).pages());
    }

    @ParameterizedTest
    @ValueSource(strings = {".state", ".history", ".state/uses", ".history/lock", ".history/00000"})
    void records_of_ours_that_lead_away_are_not_followed(String name) throws IOException {
        Path link = folder.resolve(name);
        Files.createDirectories(link.resolveSibling(""));
        Files.createSymbolicLink(link, outside.resolve("target"));
        Files.createDirectories(outside.resolve("target"));
        assertThrows(ProxyException.class, () -> {
            new PageUses(workspace()).count(List.of(MemoryPath.MEMORY));
            memory().add("cli", "The lamp is green.");
        });
        assertEquals(Map.of(), bytes(outside));
    }

    @Test
    void where_nothing_can_be_written_everybody_says_so_and_reading_goes_on() throws IOException {
        Path place = Files.writeString(folder.resolve("file"), "no folder can be below this")
                .resolve("memory");
        Workspace workspace = new Workspace(place, time);
        WorkspaceMemory memory = Stage.memory(new Workspace(place, time), HelperModel.NONE);
        assertEquals(WriteResult.READ_ONLY, Stage.flush(HelperModel.NONE).run(memory, Stage.day(), 1, List.of()));
        assertEquals(WriteResult.READ_ONLY, new Extraction(HelperModel.NONE, 1).run(memory, Stage.day(), List.of()));
        assertEquals(
                0,
                new RolloutWriter(workspace, MemoryLimits.DEFAULT.consolidation(), HelperModel.NONE)
                        .run(Writers.sessions(1), Writers::conversation, 1));
        assertEquals(
                WriteResult.RESTING,
                new RolloutMerger(workspace, MemoryLimits.DEFAULT.consolidation(), HelperModel.NONE)
                        .runNow(Stage.SESSION));
        memory.used(List.of(MemoryPath.MEMORY));
        assertEquals(Optional.empty(), memory.opening(Stage.LARGE_PROMPT));
        assertEquals(Optional.empty(), memory.relevant(MOMENT));
        ProxyException refusal = assertThrows(ProxyException.class, () -> memory.add("cli", "The lamp is green."));
        assertEquals("memory_not_written", refusal.code());
    }

    /** A disk that became read-only under us, which no mode of the folder tells. */
    @Test
    void a_disk_that_takes_nothing_is_said_and_nothing_is_half_done() {
        Writers.prepare(workspace());
        Map<String, String> before = Writers.state(workspace());
        Workspace refusing = new Workspace(folder, time, new HookedFiles() {
            @Override
            public void beforeStep() throws IOException {
                throw new AccessDeniedException("read-only");
            }
        });
        for (Writers writer : Writers.values()) {
            ProxyException refusal = assertThrows(ProxyException.class, () -> writer.write(refusing));
            assertEquals("memory_not_written", refusal.code(), writer.toString());
        }
        assertEquals(before, Writers.state(workspace()));
        assertTrue(new Topics(refusing, MemoryLimits.DEFAULT.manifest())
                .read(new MemoryPath("topics/user_role.md"))
                .isPresent());
    }

    /** Somebody took the right to write away from one folder: what is to be written elsewhere still is. */
    @Test
    void one_folder_that_takes_nothing_does_not_stop_the_others() {
        Writers.prepare(workspace());
        boolean[] isShut = {true};
        Workspace workspace = new Workspace(folder, time, new HookedFiles() {
            @Override
            public void beforeStep() {}

            @Override
            public void write(Path file, byte[] bytes) throws IOException {
                if (isShut[0] && file.startsWith(folder.resolve("topics"))) {
                    throw new AccessDeniedException(file.toString());
                }
                super.write(file, bytes);
            }
        });
        assertThrows(ProxyException.class, () -> Writers.EXTRACTION.write(workspace));
        Writers.FLUSH.write(workspace);
        assertTrue(Writers.state(workspace)
                .getOrDefault("memory/2026-04-05.md", "")
                .contains("linter"));
    }
}
