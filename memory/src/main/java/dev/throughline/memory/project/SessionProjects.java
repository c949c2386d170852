package dev.throughline.memory.project;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.archive.StorePage;
import dev.throughline.engine.recall.Transcript;
import dev.throughline.engine.session.ChatKeys;
import dev.throughline.engine.session.IdentityLinks;
import dev.throughline.memory.project.SessionAudience.AudienceKind;
import dev.throughline.model.ChatOrigin;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.OriginField;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Span;
import dev.throughline.model.Tenant;
import dev.throughline.model.TurnId;
import dev.throughline.wire.Item;
import dev.throughline.wire.Request;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Determines the project of a session, which is that of the working folder of its newest turn, and the projects that it
 * was in before. What was said while the agent worked in one project is not shown in another. Safe for use by many
 * threads.
 */
public final class SessionProjects {
    private static final int CACHE_SIZE = 4_096;
    private static final int PAGE_SIZE = 200;

    private final Store store;
    private final Projects projects;
    private final SessionFolders folders;
    private final ChatKeys chatKeys;
    private final Cache<String, Project> byFolder =
            Caffeine.newBuilder().maximumSize(CACHE_SIZE).build();
    private final Cache<SessionRef, NewestTurn> newestTurns =
            Caffeine.newBuilder().maximumSize(CACHE_SIZE).build();

    /**
     * The newest turn of a session in this process. It counts before the store has it on the disk.
     *
     * @param leaf the last node of its request
     * @param systemFolder the folder in its system text, if any
     * @param project empty as long as no request named the folder
     * @param isLookedUp whether the archive was searched for a folder that an earlier request named
     */
    private record NewestTurn(Hash leaf, Optional<Path> systemFolder, Optional<Project> project, boolean isLookedUp) {
        NewestTurn lookedUp(Optional<Project> found) {
            return new NewestTurn(leaf, systemFolder, project.or(() -> found), /* isLookedUp= */ true);
        }
    }

    public SessionProjects(Store store, Projects projects, SessionFolders folders, ChatKeys chatKeys) {
        this.store = store;
        this.projects = projects;
        this.folders = folders;
        this.chatKeys = chatKeys;
    }

    /** Identifies the settings by which sessions belong to people; empty for the default settings. */
    public String peopleSettings() {
        if (chatKeys.equals(ChatKeys.DEFAULT)) {
            return "";
        }
        IdentityLinks links = chatKeys.links();
        return Hash.of(chatKeys.scope() + "\n" + chatKeys.mainKey() + "\n" + new TreeMap<>(links.byId()) + "\n"
                        + new TreeSet<>(links.owners()))
                .handle();
    }

    /** All sessions, the most recently changed first. */
    public Stream<SessionCard> sessions() {
        StorePage<SessionCard> first = store.sessions(Tenant.LOCAL, Optional.empty(), PAGE_SIZE);
        return Stream.iterate(
                        Optional.of(first),
                        Optional::isPresent,
                        page -> page.flatMap(StorePage::next)
                                .map(after -> store.sessions(Tenant.LOCAL, Optional.of(after), PAGE_SIZE)))
                .flatMap(page -> page.orElseThrow().items().stream());
    }

    /** Moves a session to the project of the working folder that the request of its newest turn names, if any. */
    public void observe(RecordedTurn recorded) {
        if (recorded.turn().purpose() != Purpose.CONVERSATION) {
            return;
        }
        SessionRef session = recorded.card().ref();
        Optional<NewestTurn> before = Optional.ofNullable(newestTurns.getIfPresent(session));
        Request request = recorded.turn().request();
        Optional<Path> systemFolder = request.system().stream()
                .flatMap(block -> WorkingFolder.of(request.raw(block).utf8()).stream())
                .findFirst();
        // A request that continues the newest turn names a new folder only in what was added to it.
        Optional<Path> folder = before.filter(newest ->
                        recorded.path().stream().anyMatch(step -> step.node().equals(newest.leaf())))
                .map(newest -> newestFolder(recorded, recorded.freshElements())
                        .or(() -> systemFolder.filter(_ -> !systemFolder.equals(newest.systemFolder()))))
                .orElseGet(
                        () -> newestFolder(recorded, request.history().size()).or(() -> systemFolder));
        Optional<Project> project =
                folder.map(each -> project(each.toString())).or(() -> before.flatMap(NewestTurn::project));
        boolean isLookedUp = before.filter(NewestTurn::isLookedUp).isPresent();
        newestTurns.put(session, new NewestTurn(recorded.leaf(), systemFolder, project, isLookedUp));
    }

    /** The newest folder that one of the last elements of a history names. */
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
            return Optional.empty(); // Avoids decoding most elements.
        }
        boolean isPersonal = WorkingFolder.isPersonal(recorded.card().client());
        return recorded.turn().wire().itemise(request.body(), element).stream()
                .map(Item::kind)
                .flatMap(kind -> kind == ItemKind.SYSTEM
                        ? WorkingFolder.of(raw).stream()
                        : WorkingFolder.ofBlock(kind == ItemKind.USER && isPersonal ? raw : "").stream())
                .findFirst();
    }

    /** Stores the folders of a session, so that the next process need not read its turns for them. */
    public void save(SessionCard card) {
        folders.save(card);
    }

    /** The folder that the agent of a session works in now, if a request named it. */
    public Optional<String> folder(SessionCard card) {
        return folders.folder(card);
    }

    /**
     * The project of a session. If no folder is known, it is that of the agent. If several people talk to an agent,
     * each of them has a project of their own, so that nobody is shown what another person said.
     */
    public Project of(SessionCard card) {
        return of(audience(card), byNewestFolder(card).orElseGet(projects::shared));
    }

    /** The project whose memory a session may read; empty if it may read none. */
    public Optional<Project> readable(SessionRef session) {
        return store.find(session).filter(this::hasMemory).map(this::of);
    }

    /** The project of a new session with this audience, before a folder is known. */
    Project of(SessionAudience audience) {
        return of(audience, projects.shared());
    }

    private Project of(SessionAudience audience, Project folder) {
        Project project = folder.isShared() ? projects.ofAgent(audience.agent()) : folder;
        // Keys contain the agent, so the shared memory distinguishes the people of different agents, too.
        return audience.kind() == AudienceKind.PERSON ? projects.ofPeer(folder, audience.person()) : project;
    }

    /** All projects that a session was in, each with the time when it was last there. */
    public Map<Project, Instant> all(SessionCard card) {
        return all(card, audience(card));
    }

    /** The indexes in which others could find a session, also from the time when fewer people took part in it. */
    public Set<Project> indexes(SessionCard card) {
        SessionCard root = root(card);
        Set<Project> indexes = new LinkedHashSet<>(all(card).keySet());
        root.origins()
                .forEach(origin -> indexes.addAll(
                        all(card, audience(root.key(), List.of(origin))).keySet()));
        return indexes;
    }

    private Map<Project, Instant> all(SessionCard card, SessionAudience audience) {
        List<SessionFolders.Move> moves = folders.moves(card);
        Map<Project, Instant> all = new LinkedHashMap<>();
        for (int i = 0; i < moves.size(); i++) {
            Instant until = i + 1 < moves.size() ? moves.get(i + 1).at() : card.updated();
            all.put(of(audience, project(moves.get(i).folder())), until);
        }
        Project current = of(audience, byNewestFolder(card).orElseGet(projects::shared));
        return all.isEmpty() ? Map.of(current, card.updated()) : all;
    }

    /** The projects whose indexes contain a session. */
    public Set<Project> indexedIn(SessionCard card) {
        return isSearchable(card) ? all(card).keySet() : Set.of(projects.ownerOnly());
    }

    /** Whether the index of a project contains a session as it is now; no index contains a deleted one. */
    public boolean isIndexedIn(SessionRef session, Project project) {
        return store.find(session)
                .filter(newest -> indexedIn(newest).contains(project))
                .isPresent();
    }

    /** The indexes that contain a session, or may contain it from the time when fewer people took part in it. */
    public Set<Project> allIndexes(SessionCard card) {
        Set<Project> all = new HashSet<>(indexes(card));
        all.add(projects.ownerOnly());
        return all;
    }

    /** Selects the nodes of a session that the index of a project contains. */
    public Predicate<Entry.Node> indexedNodes(Project project, SessionCard card, Transcript transcript) {
        return project.equals(projects.ownerOnly()) ? _ -> true : nodesIn(project, card, transcript);
    }

    /** Selects the nodes of a session that were added while its agent worked in a project. */
    public Predicate<Entry.Node> nodesIn(Project project, SessionCard card, Transcript transcript) {
        List<SessionFolders.Move> moves = folders.moves(card);
        if (moves.size() < 2) {
            boolean isInProject = all(card).containsKey(project);
            return _ -> isInProject;
        }
        Map<TurnId, String> byTurn =
                moves.stream().collect(Collectors.toMap(SessionFolders.Move::turn, SessionFolders.Move::folder));
        Set<TurnId> turns = new HashSet<>();
        SessionAudience audience = audience(card);
        // Turns before the first named folder belong to its project.
        Project current = of(audience, project(moves.getFirst().folder()));
        for (Entry.TurnOpened turn : transcript.turns()) {
            String folder = byTurn.get(turn.id());
            current = folder == null ? current : of(audience, project(folder));
            if (current.equals(project)) {
                turns.add(turn.id());
            }
        }
        return node -> turns.contains(node.turn());
    }

    private Project project(String folder) {
        return byFolder.get(folder, each -> projects.of(Path.of(each)));
    }

    /** The newest card of a session; the origins in an older one may not name everybody who takes part. */
    public SessionCard newest(SessionCard card) {
        return store.find(card.ref()).orElse(card);
    }

    public boolean isDeleted(SessionRef session) {
        return store.find(session).isEmpty();
    }

    /**
     * Whether a session still exists and nobody else takes part in it since its card was read. If so, nobody else wrote
     * what was read of the session before this call. Not for sub-agents, whose card does not contain the participants.
     */
    public boolean hasSameParticipants(SessionCard card) {
        return store.find(card.ref())
                .filter(newest -> audience(newest).equals(audience(card)))
                .isPresent();
    }

    /** A session and its sub-agents. */
    public Stream<SessionCard> withSubAgents(SessionCard card) {
        return Stream.concat(
                Stream.of(card),
                sessions()
                        .filter(each -> each.parent().isPresent()
                                && root(each).ref().equals(card.ref())
                                && !each.ref().equals(card.ref())));
    }

    /** The session or, for a sub-agent, the session that started it. */
    SessionCard root(SessionCard card) {
        return card.parent()
                .flatMap(parent -> store.find(new SessionRef(card.ref().tenant(), parent)))
                .map(this::root)
                .orElse(card);
    }

    /** Who takes part in a session or, for a sub-agent, in the session that started it. */
    SessionAudience audience(SessionCard card) {
        SessionCard root = root(card);
        return audience(root.key(), root.origins());
    }

    /** Who takes part in a session with this key, whose messages have these origins. */
    SessionAudience audience(SessionKey key, List<ChatOrigin> origins) {
        return SessionAudience.of(key, origins, chatKeys);
    }

    /**
     * Whether a session is shown memory and memory is written from it: it is not a sub-agent, only one person takes
     * part in it, and it belongs to a project or to an agent that works for one person, or a chat gateway named the
     * person. A program that serves many people and names neither must not show one person what another said, unless
     * the user set one workspace for all.
     */
    public boolean hasMemory(SessionCard card) {
        return card.parent().isEmpty() && isSearchable(card);
    }

    /** Whether other sessions of its project may find what is said in a session. */
    public boolean isSearchable(SessionCard card) {
        SessionAudience audience = audience(card);
        return (audience.kind() == AudienceKind.OWNER || audience.kind() == AudienceKind.PERSON)
                && (audience.isNamed()
                        || !projects.isByProject()
                        || WorkingFolder.isPersonal(card.client())
                        || byNewestFolder(card).isPresent());
    }

    /** The project of the folder that a chat gateway named, or that the newest request with a folder contains. */
    private Optional<Project> byNewestFolder(SessionCard card) {
        Optional<String> named = card.origin().flatMap(origin -> origin.field(OriginField.FOLDER));
        if (named.isPresent()) {
            return named.map(this::project);
        }
        Optional<NewestTurn> newest = Optional.ofNullable(newestTurns.getIfPresent(card.ref()));
        Optional<Project> project = newest.flatMap(NewestTurn::project);
        if (project.isPresent() || newest.filter(NewestTurn::isLookedUp).isPresent()) {
            return project;
        }
        Optional<Project> found = folders.folder(card).map(this::project);
        newestTurns.asMap().computeIfPresent(card.ref(), (_, now) -> now.lookedUp(found));
        return found;
    }
}
