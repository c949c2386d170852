package dev.throughline.memory.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.ProxyException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProjectsTest {
    @TempDir
    private Path user = Path.of("");

    private Projects projects() {
        return new Projects(user.resolve("home"), /* isByProject= */ true, Optional.empty());
    }

    private Path repository(String name) throws IOException {
        Path folder = user.resolve(name);
        Files.createDirectories(folder.resolve(".git"));
        Files.createDirectories(folder.resolve("src/main"));
        return folder;
    }

    @Test
    void a_folder_belongs_to_its_repository() throws IOException {
        Path parser = repository("The Parser!");
        Project project = projects().of(parser.resolve("src/main"));
        assertEquals(projects().of(parser), project);
        assertTrue(project.name().matches("the-parser-[0-9a-z]{8}"), project.name());
        assertEquals(user.resolve("home/projects").resolve(project.name()).resolve("workspace"), project.workspace());
        assertNotEquals(projects().of(repository("other/The Parser!")), project, "the same name, another place");
    }

    @Test
    void a_folder_without_a_repository_shares_its_memory() throws IOException {
        Path plain = Files.createDirectories(user.resolve("plain"));
        assertEquals(projects().shared(), projects().of(plain));
        assertTrue(projects().shared().isShared());
    }

    @Test
    void worktrees_share_the_memory_of_their_repository() throws IOException {
        Path parser = repository("parser");
        Path tree = Files.createDirectories(user.resolve("parser-fix"));
        Files.writeString(tree.resolve(".git"), "gitdir: " + parser + "/.git/worktrees/parser-fix\n");
        assertEquals(projects().of(parser), projects().of(tree));
        Path module = Files.createDirectories(parser.resolve("lib"));
        Files.writeString(module.resolve(".git"), "gitdir: ../.git/modules/lib\n");
        assertNotEquals(projects().of(parser), projects().of(module), "a submodule is a project of its own");
    }

    @Test
    void a_folder_of_another_machine_is_a_project() {
        assertTrue(projects().of(Path.of("/not/here/parser")).name().startsWith("parser-"));
    }

    @Test
    void a_named_folder_or_no_projects_is_one_memory_for_all() throws IOException {
        Path parser = repository("parser");
        Projects named = new Projects(user, /* isByProject= */ false, Optional.of(user.resolve("notes")));
        assertEquals(user.resolve("notes"), named.of(parser).workspace());
        Projects shared = new Projects(user, /* isByProject= */ false, Optional.empty());
        assertEquals(user.resolve("workspace"), shared.of(parser).workspace());
    }

    @Test
    void projects_are_found_by_path_and_by_name_and_no_name_leaves_the_home() throws IOException {
        Project parser = projects().of(repository("parser"));
        assertEquals(parser, projects().find(user.resolve("parser").toString()));
        assertEquals(projects().shared(), projects().find(""));
        Path file = Files.writeString(user.resolve("file"), "");
        for (String bad : List.of("../x", "a/b", "..", "a.b", "a\0b", parser.name(), "/not/here", file.toString())) {
            assertThrows(ProxyException.class, () -> projects().find(bad), bad);
        }
        Files.createDirectories(parser.workspace());
        assertEquals(parser, projects().find(parser.name()));
        Project away = projects().of(Path.of("/not/here"));
        Files.createDirectories(away.index());
        assertEquals(away, projects().find("/not/here"), "an agent elsewhere has spoken of it");
        Files.delete(away.index());
        Files.delete(away.index().getParent());
        assertEquals(List.of(projects().shared(), parser), projects().all());
        assertEquals(
                List.of(projects().shared(), parser, projects().ownerOnly()),
                projects().indexed());
        Files.createDirectories(projects().ownerOnly().index());
        assertThrows(ProxyException.class, () -> projects().find("owner-only"));
        assertEquals(
                projects().shared(),
                projects().find(projects().ownerOnly().index().toString()));
    }

    @Test
    void the_memories_of_other_people_and_agents_are_listed_also_if_projects_share_one() throws IOException {
        Projects one = new Projects(user.resolve("home"), /* isByProject= */ false, Optional.empty());
        Project eves = one.ofPeer(one.shared(), "agent:main:dm:eve");
        Project agents = one.ofAgent("other");
        for (Project each : List.of(eves, agents, projects().of(repository("parser")))) {
            Files.createDirectories(each.workspace());
        }
        assertEquals(Set.of(one.shared(), eves, agents), Set.copyOf(one.all()));
        assertFalse(eves.isOwners() || agents.isOwners());
        assertTrue(one.shared().isOwners());
        assertTrue(projects().of(repository("peer")).isOwners());
    }
}
