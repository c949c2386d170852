package dev.throughline.memory.project;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.recall.Transcript;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Span;
import dev.throughline.model.TurnId;
import dev.throughline.wire.Item;
import dev.throughline.wire.Request;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Finds out in which project a session is, which is the folder of its newest turn, and in which it was before: what was
 * said while its agent worked in one project is not for another.
 *
 * <p>Safe for use by many threads.
 */
public final class SessionProjects {
    private static final int MOST_REMEMBERED = 4_096;

    private final Store store;
    private final Projects projects;
    private final SessionFolders folders;
    private final Map<String, Project> byFolder = new ConcurrentHashMap<>();
    private final Map<SessionRef, Newest> seen = new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<SessionRef, Newest> eldest) {
            return size() > MOST_REMEMBERED;
        }
    };

    /**
     * The newest turn of a session in this process. It counts before the store has it on the disk.
     *
     * @param leaf the last node of its request
     * @param head the folder in its system text, if that tells one
     * @param project empty as long as nobody told the folder
     * @param isLookedUp whether the archive was asked too, for what was told before this process began
     */
    private record Newest(Hash leaf, Optional<Path> head, Optional<Project> project, boolean isLookedUp) {
        Newest lookedUp(Optional<Project> found) {
            return new Newest(leaf, head, project.or(() -> found), /* isLookedUp= */ true);
        }
    }

    public SessionProjects(Store store, Projects projects, SessionFolders folders) {
        this.store = store;
        this.projects = projects;
        this.folders = folders;
    }

    /** A turn was kept: where its request says that the agent works, the session is from now on. */
    public void note(RecordedTurn recorded) {
        if (recorded.turn().purpose() != Purpose.CONVERSATION) {
            return;
        }
        SessionRef session = recorded.card().ref();
        Optional<Newest> before;
        synchronized (seen) {
            before = Optional.ofNullable(seen.get(session));
        }
        Request request = recorded.turn().request();
        Optional<Path> head = request.system().stream()
                .flatMap(block -> WorkingFolder.of(request.raw(block).utf8()).stream())
                .findFirst();
        Optional<Path> news = before.filter(newest ->
                        recorded.path().stream().anyMatch(step -> step.node().equals(newest.leaf())))
                .map(newest -> newestFolder(recorded, recorded.freshElements())
                        .or(() -> head.filter(_ -> !head.equals(newest.head()))))
                .orElseGet(
                        () -> newestFolder(recorded, request.history().size()).or(() -> head));
        Optional<Project> project =
                news.map(folder -> project(folder.toString())).or(() -> before.flatMap(Newest::project));
        synchronized (seen) {
            boolean isLookedUp = before.filter(Newest::isLookedUp).isPresent();
            seen.put(session, new Newest(recorded.leaf(), head, project, isLookedUp));
        }
    }

    /** The folder that the newest of the last elements of a history tells. */
    private static Optional<Path> newestFolder(RecordedTurn recorded, int elements) {
        List<Span> history = recorded.turn().request().history();
        return history.subList(history.size() - elements, history.size()).reversed().stream()
                .flatMap(element -> folder(recorded, element).stream())
                .findFirst();
    }

    private static Optional<Path> folder(RecordedTurn recorded, Span element) {
        Request request = recorded.turn().request();
        String raw = request.raw(element).utf8();
        if (WorkingFolder.of(raw).isEmpty()) {
            return Optional.empty(); // Most are not taken apart.
        }
        boolean isPersonal = WorkingFolder.isPersonal(recorded.card().client());
        return recorded.turn().wire().itemise(request.body(), element).stream()
                .map(Item::kind)
                .flatMap(kind -> kind == ItemKind.SYSTEM
                        ? WorkingFolder.of(raw).stream()
                        : WorkingFolder.ofBlock(kind == ItemKind.USER && isPersonal ? raw : "").stream())
                .findFirst();
    }

    /**
     * The project of a session; the shared one where no folder is known. What one of several people says is for nobody
     * else, so that each has a memory of their own, and an index of their own.
     */
    public Project of(SessionCard card) {
        return ofPerson(card, told(card).orElseGet(projects::shared));
    }

    private Project ofPerson(SessionCard card, Project project) {
        String key = key(card);
        return SessionOrigin.of(key) == SessionOrigin.PEER ? projects.ofPeer(project, key) : project;
    }

    /** All projects that a session was in, and when it was last there: now, for the one that it is in. */
    public Map<Project, Instant> all(SessionCard card) {
        List<SessionFolders.Move> moves = folders.moves(card);
        Map<Project, Instant> all = new LinkedHashMap<>();
        for (int i = 0; i < moves.size(); i++) {
            Instant until = i + 1 < moves.size() ? moves.get(i + 1).at() : card.updated();
            all.put(ofPerson(card, project(moves.get(i).folder())), until);
        }
        return all.isEmpty() ? Map.of(of(card), card.updated()) : all;
    }

    /** Tells the pieces of a session that were said in a project. */
    public Predicate<Entry.Node> saidIn(Project project, SessionCard card, Transcript transcript) {
        List<SessionFolders.Move> moves = folders.moves(card);
        if (moves.size() < 2) {
            boolean isThere = all(card).containsKey(project);
            return _ -> isThere;
        }
        Map<TurnId, String> byTurn =
                moves.stream().collect(Collectors.toMap(SessionFolders.Move::turn, SessionFolders.Move::folder));
        Set<TurnId> there = new HashSet<>();
        // What was said before anybody told a folder belongs to the first.
        Project at = ofPerson(card, project(moves.getFirst().folder()));
        for (Entry.TurnOpened turn : transcript.turns()) {
            String folder = byTurn.get(turn.id());
            at = folder == null ? at : ofPerson(card, project(folder));
            if (at.equals(project)) {
                there.add(turn.id());
            }
        }
        return node -> there.contains(node.turn());
    }

    private Project project(String folder) {
        if (byFolder.size() > MOST_REMEMBERED) {
            byFolder.clear();
        }
        return byFolder.computeIfAbsent(folder, each -> projects.of(Path.of(each)));
    }

    /** The key of a session, or of the one that sent its agent out. */
    private String key(SessionCard card) {
        return card.parent()
                .flatMap(parent -> store.find(new SessionRef(card.ref().tenant(), parent)))
                .map(this::key)
                .orElse(card.key().text());
    }

    /** The project of a session that was looked at before, or can be found. */
    public Project of(SessionRef session) {
        return store.find(session).map(this::of).orElseGet(projects::shared);
    }

    /**
     * Whether a session has to do with memory: it is one person's alone, speaks for itself and not for an agent that
     * sent it out, and belongs to a project or to an agent of one person. A program that serves many people, and says
     * nothing of a folder, must not tell one what another said; whoever wants that sets a workspace for all.
     */
    public boolean hasMemory(SessionCard card) {
        return card.parent().isEmpty() && isHeard(card);
    }

    /** Whether what is said in a session may be found from others of its project. */
    public boolean isHeard(SessionCard card) {
        SessionOrigin origin = SessionOrigin.of(key(card));
        return origin != SessionOrigin.GROUP
                && origin != SessionOrigin.SUBAGENT
                && (!projects.isByProject()
                        || WorkingFolder.isPersonal(card.client())
                        || told(card).isPresent());
    }

    private Optional<Project> told(SessionCard card) {
        Optional<Newest> newest;
        synchronized (seen) {
            newest = Optional.ofNullable(seen.get(card.ref()));
        }
        Optional<Project> told = newest.flatMap(Newest::project);
        if (told.isPresent() || newest.filter(Newest::isLookedUp).isPresent()) {
            return told;
        }
        Optional<Project> found = folders.folder(card).map(this::project);
        synchronized (seen) {
            seen.computeIfPresent(card.ref(), (_, now) -> now.lookedUp(found));
        }
        return found;
    }
}
