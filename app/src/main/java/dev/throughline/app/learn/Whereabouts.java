package dev.throughline.app.learn;

import dev.throughline.app.room.Project;
import dev.throughline.app.room.Projects;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Kept;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.Recorded;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Span;
import dev.throughline.wire.Item;
import dev.throughline.wire.Request;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds out in which project a session is: the folder of its newest turn. Agents tell their model the folder that they
 * work in, at the beginning of a session and when it changes, each in its own words:
 *
 * <pre>
 *   Codex        &lt;cwd&gt;/home/ada/parser&lt;/cwd&gt;
 *   Claude Code  Primary working directory: /home/ada/parser
 *   pi           Current working directory: /home/ada/parser
 * </pre>
 *
 * Of a session that had no turn since this process began, only the beginning is read.
 *
 * <p>Safe for use by many threads.
 */
public final class Whereabouts {
    /** What was kept first of a session; the folder is told there first, or not at all. */
    private static final int FIRST_ENTRIES = 512;

    private static final int MOST_REMEMBERED = 4_096;

    /** In the JSON of the wire, where a backslash begins the escape that ends the line. */
    private static final Pattern FOLDER = Pattern.compile("(?:<cwd>|[Ww]orking directory: |[Cc]wd: )(/[^<\"\\\\\n]+)");

    /** Agents that work for the one person who started them, wherever they are. */
    private static final Set<String> PERSONAL = Set.of("claude", "codex", "pi", "droid", "warp");

    private final Store store;
    private final Projects projects;
    private final Map<SessionRef, Seen> seen = new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<SessionRef, Seen> eldest) {
            return size() > MOST_REMEMBERED;
        }
    };

    /**
     * What is known of a session.
     *
     * @param project empty as long as nobody told the folder
     * @param until the last entry that was looked at
     * @param newest its newest turn, if that was noted
     */
    private record Seen(Optional<Project> project, long until, Optional<Newest> newest) {
        private static final Seen NOTHING = new Seen(Optional.empty(), 0, Optional.empty());
    }

    /**
     * The newest turn of a session.
     *
     * @param leaf the last node of its request
     * @param head the folder in its system text, if that tells one
     */
    private record Newest(Hash leaf, Optional<Path> head) {}

    Whereabouts(Store store, Projects projects) {
        this.store = store;
        this.projects = projects;
    }

    /** A turn was kept: where its request says that the agent works, the session is from now on. */
    void note(Recorded recorded) {
        if (recorded.turn().purpose() != Purpose.CONVERSATION) {
            return;
        }
        SessionRef session = recorded.card().ref();
        Seen before;
        synchronized (seen) {
            before = seen.getOrDefault(session, Seen.NOTHING);
        }
        Request request = recorded.turn().request();
        Optional<Path> head = request.system().stream()
                .flatMap(block -> folder(request.raw(block).utf8()).stream())
                .findFirst();
        Optional<Path> news = before.newest()
                .filter(newest ->
                        recorded.path().stream().anyMatch(step -> step.node().equals(newest.leaf())))
                .map(newest -> newestFolder(recorded, recorded.freshElements())
                        .or(() -> head.filter(_ -> !head.equals(newest.head()))))
                .orElseGet(
                        () -> newestFolder(recorded, request.history().size()).or(() -> head));
        Optional<Project> project = news.map(projects::of).or(before::project);
        synchronized (seen) {
            seen.put(session, new Seen(project, before.until(), Optional.of(new Newest(recorded.leaf(), head))));
        }
    }

    /** The folder that the newest of the last elements of a history tells. */
    private static Optional<Path> newestFolder(Recorded recorded, int elements) {
        List<Span> history = recorded.turn().request().history();
        return history.subList(history.size() - elements, history.size()).reversed().stream()
                .flatMap(element -> folder(recorded, element).stream())
                .findFirst();
    }

    private static Optional<Path> folder(Recorded recorded, Span element) {
        Request request = recorded.turn().request();
        String raw = request.raw(element).utf8();
        if (!FOLDER.matcher(raw).find()) {
            return Optional.empty(); // Most are not taken apart.
        }
        boolean isPersonal = PERSONAL.contains(recorded.card().client());
        return recorded.turn().wire().itemise(request.body(), element).stream()
                .map(Item::kind)
                .flatMap(kind -> kind == ItemKind.SYSTEM
                        ? folder(raw).stream()
                        : ofBlock(kind == ItemKind.USER && isPersonal ? raw : "").stream())
                .findFirst();
    }

    /**
     * The project of a session; the shared one where no folder is known. What one of several people says is for nobody
     * else, so that each has a memory of their own, and an index of their own.
     */
    Project of(SessionCard card) {
        Project project = told(card).orElseGet(projects::shared);
        String key = key(card);
        return Origin.of(key) == Origin.PEER ? projects.ofPeer(project, key) : project;
    }

    /** The key of a session, or of the one that sent its agent out. */
    private String key(SessionCard card) {
        return card.parent()
                .flatMap(parent -> store.find(new SessionRef(card.ref().tenant(), parent)))
                .map(this::key)
                .orElse(card.key().text());
    }

    /** The project of a session that was looked at before, or can be found. */
    Project of(SessionRef session) {
        return store.find(session).map(this::of).orElseGet(projects::shared);
    }

    /**
     * Whether a session has to do with memory: it is one person's alone, speaks for itself and not for an agent that
     * sent it out, and belongs to a project or to an agent of one person. A program that serves many people, and says
     * nothing of a folder, must not tell one what another said; whoever wants that sets a workspace for all.
     */
    boolean hasMemory(SessionCard card) {
        return card.parent().isEmpty() && isHeard(card);
    }

    /** Whether what is said in a session may be found from others of its project. */
    boolean isHeard(SessionCard card) {
        Origin origin = Origin.of(key(card));
        return origin != Origin.GROUP
                && origin != Origin.SUBAGENT
                && (!projects.isByProject()
                        || PERSONAL.contains(card.client())
                        || told(card).isPresent());
    }

    private Optional<Project> told(SessionCard card) {
        SessionRef session = card.ref();
        Seen before;
        synchronized (seen) {
            before = seen.getOrDefault(session, Seen.NOTHING);
        }
        if (before.project().isPresent() || before.until() >= FIRST_ENTRIES) {
            return before.project();
        }
        Seen now = look(session, before, PERSONAL.contains(card.client()));
        synchronized (seen) {
            seen.put(session, now);
        }
        return now.project();
    }

    /**
     * Looks where the folder may be told: in what the system says. Of messages only the block is believed that Codex
     * puts there, and only if it is such an agent: what else stands in them, anybody may have written.
     */
    private Seen look(SessionRef session, Seen before, boolean isPersonal) {
        Map<Hash, Bytes> sources = new HashMap<>();
        List<Hash> system = new ArrayList<>();
        List<Hash> messages = new ArrayList<>();
        long until = before.until();
        for (Kept kept : store.entries(session, before.until(), FIRST_ENTRIES).items()) {
            until = kept.sequence();
            switch (kept.entry()) {
                case Entry.Source source -> sources.put(source.id(), source.bytes());
                case Entry.Head head -> system.addAll(head.system());
                case Entry.Node node when node.kind() == ItemKind.SYSTEM -> system.add(node.source());
                case Entry.Node node when node.kind() == ItemKind.USER -> messages.add(node.source());
                case Entry.Node _,
                        Entry.TurnOpened _,
                        Entry.TurnClosed _,
                        Entry.Link _,
                        Entry.Edited _,
                        Entry.Helped _ -> {}
            }
        }
        Optional<Project> project = Stream.concat(
                        said(system, sources).flatMap(text -> folder(text).stream()),
                        said(isPersonal ? messages : List.of(), sources).flatMap(text -> ofBlock(text).stream()))
                .findFirst()
                .map(projects::of);
        return new Seen(project, until, before.newest());
    }

    private static Stream<String> said(List<Hash> ids, Map<Hash, Bytes> sources) {
        return ids.stream().map(sources::get).filter(Objects::nonNull).map(Bytes::utf8);
    }

    /** The folder in the block that begins a message of Codex. */
    public static Optional<Path> ofBlock(String json) {
        return json.contains("\"<environment_context>") ? folder(json) : Optional.empty();
    }

    /** The folder that a text tells. */
    public static Optional<Path> folder(String json) {
        Matcher said = FOLDER.matcher(json);
        try {
            return said.find() ? Optional.of(Path.of(said.group(1).strip())) : Optional.empty();
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }
}
