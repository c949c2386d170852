package dev.throughline.server.sessions;

import dev.throughline.engine.archive.ArchivedEntry;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store.PastSession;
import dev.throughline.engine.archive.StorePage;
import dev.throughline.engine.edit.CompactionRequests.PlannedCompaction;
import dev.throughline.engine.state.NoteKind;
import dev.throughline.memory.metadata.MetadataCodec;
import dev.throughline.memory.metadata.SessionMetadata;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads through a running gateway, because only the process that has the home open can read its files. */
public final class RemoteSessionCatalog implements SessionCatalog {
    private final GatewayClient gateway;

    public RemoteSessionCatalog(URI gateway) {
        this.gateway = new GatewayClient(gateway);
    }

    /** A page of sessions. */
    public record SessionsPage(List<SessionCard> sessions, Optional<String> next) {}

    /** A page of outlines. */
    public record OutlinesPage(List<SessionOutline> sessions, Optional<String> next) {}

    /** A page of entries. */
    public record EntriesPage(List<ArchivedEntry> entries, Optional<String> next) {}

    /**
     * The body of a request for a compaction.
     *
     * @param keep what the summary should keep
     */
    public record CompactionRequest(@Nullable String keep) {}

    /** A note of a session. */
    public record NoteText(SessionId session, String note, String text) {}

    @Override
    public StorePage<SessionCard> sessions(Optional<String> after, int limit) {
        String query = "?beside=true&limit=" + limit
                + after.map(next -> "&after=" + encoded(next)).orElse("");
        SessionsPage page = gateway.require("sessions" + query, SessionsPage.class);
        return new StorePage<>(page.sessions(), page.next());
    }

    @Override
    public List<SessionOutline> outlines(OutlineQuery query, Predicate<SessionCard> isVisible) {
        StringBuilder path = new StringBuilder("outlines?limit=" + query.limit());
        query.since().ifPresent(since -> path.append("&since=").append(since));
        query.project().ifPresent(project -> path.append("&project=").append(encoded(project)));
        query.agent().ifPresent(agent -> path.append("&agent=").append(encoded(agent)));
        return gateway.require(path.toString(), OutlinesPage.class).sessions().stream()
                .filter(outline -> isVisible.test(outline.card()))
                .toList();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Override
    public SessionCard named(String text, Predicate<SessionCard> isVisible) {
        return gateway.fetch("find?session=" + encoded(text), SessionCard.class)
                .filter(isVisible)
                .orElseThrow(() -> SessionCatalog.noneNamed(text));
    }

    @Override
    public Optional<SessionCard> session(SessionId id) {
        return gateway.fetch("sessions/" + id, SessionCard.class);
    }

    @Override
    public StorePage<ArchivedEntry> entries(SessionId id, long after, int limit) {
        EntriesPage page =
                gateway.require("sessions/" + id + "/entries?after=" + after + "&limit=" + limit, EntriesPage.class);
        return new StorePage<>(page.entries(), page.next());
    }

    @Override
    public Optional<Bytes> source(SessionId id, Hash source) {
        return gateway.fetch("sessions/" + id + "/sources/" + source.text()).map(Bytes::of);
    }

    @Override
    public Optional<WorkingSetView> workingSet(SessionId id) {
        return gateway.fetch("sessions/" + id + "/context", WorkingSetView.class);
    }

    @Override
    public Decisions decisions(SessionId id) {
        return gateway.require("sessions/" + id + "/edits", Decisions.class);
    }

    @Override
    public Optional<SessionMetadata> metadata(SessionId id) {
        return gateway.fetch("sessions/" + id + "/metadata")
                .map(json -> MetadataCodec.read(new String(json, StandardCharsets.UTF_8)));
    }

    /** Gives a session the name that a person chose, and returns its metadata. */
    public SessionMetadata rename(SessionId id, String name) {
        gateway.put("sessions/" + id + "/name", name);
        return metadata(id).orElseThrow();
    }

    @Override
    public Optional<String> note(SessionId id, NoteKind note) {
        return gateway.fetch("sessions/" + id + "/" + note.word(), NoteText.class)
                .map(NoteText::text)
                .filter(text -> !text.isEmpty());
    }

    @Override
    public void replaceNote(SessionId id, NoteKind note, String text) {
        gateway.put("sessions/" + id + "/" + note.word(), text);
    }

    @Override
    public PlannedCompaction compact(SessionCard card, String keep) {
        String path = "sessions/" + card.ref().id() + "/compact";
        return gateway.post(path, new CompactionRequest(keep), PlannedCompaction.class);
    }

    @Override
    public Optional<SessionCard> withKey(SessionKey key) {
        return gateway.fetch("keys?key=" + encoded(key.text()), KeyedSession.class)
                .map(KeyedSession::session);
    }

    /**
     * A key, its session, and the sessions that it had before.
     *
     * @param past oldest first
     */
    public record KeyedSession(SessionKey key, SessionCard session, List<PastSession> past) {}

    /** A list of sessions. */
    public record SessionList(List<SessionCard> sessions) {}

    /** Whether a session was deleted. */
    public record DeletedSession(SessionId id, boolean deleted) {}

    @Override
    public SessionCard reset(SessionCard card) {
        return gateway.post("sessions/" + card.ref().id() + "/reset", SessionCard.class);
    }

    @Override
    public SessionCard undoReset(SessionCard card) {
        return gateway.post("sessions/" + card.ref().id() + "/undo-reset", SessionCard.class);
    }

    @Override
    public boolean delete(SessionCard card) {
        return gateway.delete("sessions/" + card.ref().id(), DeletedSession.class)
                .deleted();
    }

    @Override
    public List<SessionCard> prune(PruneRequest request) {
        StringBuilder path = new StringBuilder("sessions/prune?dry_run=" + request.isDryRun());
        request.olderThanDays()
                .ifPresent(days -> path.append("&older_than_days=").append(days));
        request.keep().ifPresent(keep -> path.append("&keep=").append(keep));
        return gateway.post(path.toString(), SessionList.class).sessions();
    }

    @Override
    public RunSummary run(UUID run) {
        return gateway.require("runs/" + run, RunSummary.class);
    }

    @Override
    public void close() {
        gateway.close();
    }
}
