package dev.throughline.server.sessions;

import dev.throughline.engine.archive.ArchivedEntry;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.StorePage;
import dev.throughline.engine.state.NoteKind;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.SessionId;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

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

    /** A note of a session. */
    public record NoteText(SessionId session, String note, String text) {}

    @Override
    public StorePage<SessionCard> sessions(Optional<String> after, int limit) {
        String query = "?beside=true&limit=" + limit
                + after.map(next -> "&after=" + URLEncoder.encode(next, StandardCharsets.UTF_8))
                        .orElse("");
        SessionsPage page = gateway.require("sessions" + query, SessionsPage.class);
        return new StorePage<>(page.sessions(), page.next());
    }

    @Override
    public List<SessionOutline> outlines(int limit) {
        return gateway.require("outlines?limit=" + limit, OutlinesPage.class).sessions();
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
    public RunSummary run(UUID run) {
        return gateway.require("runs/" + run, RunSummary.class);
    }

    @Override
    public void close() {
        gateway.close();
    }
}
