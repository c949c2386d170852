package dev.throughline.memory.project;

import dev.throughline.model.ChatOrigin;
import dev.throughline.model.Hash;
import dev.throughline.model.ProxyException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Maps the folders that agents work in to projects.
 *
 * <pre>
 *   home/workspace  home/index                       the shared memory: of agents that work in no project
 *   home/projects/parser-1a2b3c4d/workspace …        of the git repository …/parser and all its worktrees
 *   home/projects/peer-a2b3c4d5e6f7g2h3/workspace …  of one of several people who talk to an agent
 *   home/projects/agent-a2b3c4d5e6f7g2h3/workspace … of an agent that a chat gateway named, outside of any project
 *   home/owner-only/index                            only an index: of sessions that no other session may find
 * </pre>
 *
 * <p>A folder that does not exist on this machine, because its agent runs on another, is a project of its own.
 *
 * @param isByProject whether each project has a memory of its own
 * @param sharedFolder the workspace of the shared memory, if it is not the default one
 */
public record Projects(Path home, boolean isByProject, Optional<Path> sharedFolder) {
    /** The error code for an unknown project. */
    public static final String NO_SUCH_PROJECT = "no_such_project";

    private static final int HASH_LENGTH = 8;
    private static final int MAX_NAME_LENGTH = 40;
    private static final String PEER = "peer-";
    private static final String AGENT = "agent-";
    private static final int OWNER_HASH_LENGTH = 16;

    static final String OWNER_ONLY = "owner-only";

    /** The names of projects of people and agents. The hash in other names is shorter. */
    static final Pattern OF_OTHERS = Pattern.compile("(?:" + PEER + "|" + AGENT + ")[a-z2-7]{16}");

    private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}-]{1,60}");
    private static final String WORKTREE = "gitdir: ";

    public Project shared() {
        return new Project("", sharedFolder.orElseGet(() -> home.resolve("workspace")), home.resolve("index"));
    }

    /**
     * The index of the sessions that no other session may find, such as groups. No folder, name, session or request
     * leads to it: only the search of the home's owner over all sessions reads it.
     */
    public Project ownerOnly() {
        Path folder = home.resolve(OWNER_ONLY);
        return new Project(OWNER_ONLY, folder.resolve("workspace"), folder.resolve("index"));
    }

    /** The project of a working folder. */
    public Project of(Path folder) {
        if (!isByProject) {
            return shared();
        }
        Path absolute = folder.toAbsolutePath().normalize();
        if (!Files.isDirectory(absolute)) {
            return project(absolute);
        }
        return root(absolute).map(this::project).orElseGet(this::shared);
    }

    /** The project of one of several people who talk to an agent, by the key of their sessions. */
    public Project ofPeer(Project project, String key) {
        return owned(PEER, project.workspace() + "\n" + key);
    }

    /** The project of an agent that works in no other project; that of the default agent is the shared memory. */
    public Project ofAgent(String agent) {
        return agent.equals(ChatOrigin.DEFAULT_AGENT) ? shared() : owned(AGENT, agent);
    }

    private Project owned(String prefix, String owner) {
        String whole = Hash.of(owner).text();
        int start = whole.indexOf(':') + 1;
        return named(prefix + whole.substring(start, start + OWNER_HASH_LENGTH));
    }

    /**
     * The project with a name: the absolute path of a folder, the name of a project, or empty for the shared memory. A
     * folder that does not exist is accepted only if its project is known; otherwise it is treated as a typing error.
     */
    public Project find(String word) {
        if (word.isBlank()) {
            return shared();
        }
        Optional<Project> project = word.startsWith("/")
                ? Optional.of(of(Path.of(word)))
                        .filter(found -> Files.isDirectory(Path.of(word)) || (!found.isShared() && isKnown(found)))
                : Optional.of(word)
                        .filter(NAME.asMatchPredicate())
                        .map(this::named)
                        .filter(Projects::isKnown);
        return project.orElseThrow(() -> new ProxyException(
                ProxyException.Kind.CALLER,
                NO_SUCH_PROJECT,
                "expected the absolute path of a folder or the name of a project, found '" + word
                        + "'; 'throughline memory projects' lists those that are known"));
    }

    private static boolean isKnown(Project project) {
        return Files.isDirectory(project.workspace()) || Files.isDirectory(project.index());
    }

    /** The shared memory and all known projects. */
    public List<Project> all() {
        List<Project> all = new ArrayList<>(List.of(shared()));
        Path folder = home.resolve("projects");
        if (Files.isDirectory(folder)) {
            try (Stream<Path> folders = Files.list(folder)) {
                folders.filter(Files::isDirectory)
                        .filter(each -> isByProject
                                || OF_OTHERS
                                        .matcher(each.getFileName().toString())
                                        .matches())
                        .sorted()
                        .forEach(each -> all.add(named(each.getFileName().toString())));
            } catch (IOException e) {
                throw new UncheckedIOException(folder + " cannot be listed", e);
            }
        }
        return all;
    }

    /** All projects, and the index of the sessions that no other session may find: what sessions are indexed in. */
    public List<Project> indexed() {
        return Stream.concat(all().stream(), Stream.of(ownerOnly())).toList();
    }

    /** The git repository that a folder is in. */
    static Optional<Path> root(Path folder) {
        for (Path at = folder; at != null; at = at.getParent()) {
            Path git = at.resolve(".git");
            if (Files.isDirectory(git)) {
                return Optional.of(at);
            }
            if (Files.isRegularFile(git)) {
                return Optional.of(main(git).orElse(at));
            }
        }
        return Optional.empty();
    }

    /** The main repository of a worktree, whose {@code .git} is a file with the path. */
    private static Optional<Path> main(Path git) {
        try {
            String line = Files.readString(git).strip();
            int worktrees = line.indexOf("/.git/worktrees/");
            return line.startsWith(WORKTREE) && worktrees > 0
                    ? Optional.of(git.resolveSibling(line.substring(WORKTREE.length(), worktrees))
                            .normalize())
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty(); // The worktree is treated as a repository.
        }
    }

    private Project project(Path root) {
        String last = String.valueOf(root.getFileName());
        String plain = last.toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N}]+", "-")
                .replaceAll("^-|-$", "");
        String name = plain.substring(0, Math.min(plain.length(), MAX_NAME_LENGTH));
        String handle = Hash.of(root.toString()).handle();
        return named((name.isEmpty() ? "project" : name) + "-" + handle.substring(0, HASH_LENGTH));
    }

    private Project named(String name) {
        Path folder = home.resolve("projects").resolve(name);
        return new Project(name, folder.resolve("workspace"), folder.resolve("index"));
    }
}
