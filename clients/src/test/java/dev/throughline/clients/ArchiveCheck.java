package dev.throughline.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.Headers;
import dev.throughline.model.Span;
import dev.throughline.model.TurnId;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.server.ReceivedRequest;
import dev.throughline.wire.Reply;
import dev.throughline.wire.Request;
import dev.throughline.workingset.edit.Edit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Checks that the archive equals what was sent.
 *
 * <ul>
 *   <li>Each request reached the model byte for byte as the client sent it, with all its headers.
 *   <li>Each request has its turn, and its path in the archive is its history, item by item in the same order.
 *   <li>Each item is recalled with the exact bytes of its first occurrence.
 *   <li>A reply has the same nodes when the client resends it: nothing is stored twice.
 * </ul>
 */
final class ArchiveCheck {
    /** Headers that the gateway writes itself for each connection. */
    private static final List<String> OF_ONE_CONNECTION =
            List.of("host:", "connection:", "content-length:", "transfer-encoding:", "accept-encoding:");

    private final List<SentRequest> sent;
    private final List<ReceivedRequest> received;
    private final List<ArchivedSession> sessions;

    /** What a client sent, what the model received, and what was archived. */
    ArchiveCheck(List<SentRequest> sent, List<ReceivedRequest> received, List<ArchivedSession> sessions) {
        this.sent = sent;
        this.received = received;
        this.sessions = sessions;
    }

    List<ArchivedSession> sessions() {
        return sessions;
    }

    /** Checks the properties that hold for every client. */
    ArchiveCheck checkUnchanged() {
        checkRequestsArrivedUnchanged();
        return checkArchived();
    }

    /** Checks the same for a gateway that edits but had no reason to do so: only local tools may have been added. */
    ArchiveCheck checkOnlyToolsAdded() {
        assertEquals(
                asked().stream().map(ArchiveCheck::parts).sorted().toList(),
                received.stream()
                        .map(SentRequest::of)
                        .map(ArchiveCheck::parts)
                        .sorted()
                        .toList());
        return checkAccepted().checkArchived();
    }

    private static String parts(SentRequest request) {
        Optional<SimulatedDialect> dialect = dialect(request);
        if (dialect.isEmpty()) {
            return request.target();
        }
        Request read = SentHistory.of(dialect.get(), request).request();
        List<Span> spans = new ArrayList<>(read.system());
        spans.addAll(read.tools());
        spans.addAll(read.history());
        return spans.stream()
                .map(read::raw)
                .filter(raw -> !raw.utf8().contains("\"name\":\"recall\""))
                .map(raw -> raw.hash().toString())
                .collect(Collectors.joining(" ", request.target() + " ", ""));
    }

    /** The same without the client's own bytes, for a client without a tee. */
    ArchiveCheck checkArchived() {
        checkRequestsArchived();
        checkRepliesHaveTheSameNodes();
        return this;
    }

    private void checkRequestsArrivedUnchanged() {
        List<String> before = sent.stream()
                .filter(request -> request.method().equals("POST"))
                .map(request -> shown(request.target(), request.headers(), request.body()))
                .sorted()
                .toList();
        List<String> after = received.stream()
                .filter(request -> request.method().equals("POST"))
                .map(request -> shown(request.target(), request.headers(), request.body()))
                .sorted()
                .toList();
        assertEquals(before, after);
        checkAccepted();
    }

    private static String shown(String target, Headers headers, Bytes body) {
        String lines = headers.all().stream()
                .map(header -> header.name().toLowerCase(Locale.ROOT) + ": " + header.value())
                .filter(line -> OF_ONE_CONNECTION.stream().noneMatch(line::startsWith))
                .sorted()
                .collect(Collectors.joining("\n  "));
        return target + "\n  " + lines + "\n  " + body.hash() + "\n";
    }

    /** Checks that the model refused nothing. */
    ArchiveCheck checkAccepted() {
        received.forEach(request -> assertEquals(Optional.of(200), request.status(), request::toString));
        return this;
    }

    /** Checks that edits removed something. */
    ArchiveCheck checkEdited() {
        assertTrue(
                sessions.stream()
                        .flatMap(session -> session.edits().stream())
                        .flatMap(edited -> edited.edits().stream())
                        .anyMatch(edit -> edit instanceof Edit.Replace || edit instanceof Edit.Reword),
                () -> "nothing was removed in " + sessionSummaries());
        return this;
    }

    /** The requests that clients sent through a tee; without a tee, the requests that arrived. */
    private List<SentRequest> asked() {
        return sent.isEmpty() ? received.stream().map(SentRequest::of).toList() : sent;
    }

    private void checkRequestsArchived() {
        Set<TurnId> claimed = new HashSet<>();
        for (SentRequest request : asked()) {
            Optional<SimulatedDialect> dialect = dialect(request);
            if (dialect.isPresent()) {
                SentHistory history = SentHistory.of(dialect.get(), request);
                ArchivedSession session = sessionOf(history, claimed);
                history.checkArchivedIn(session);
            }
        }
        long turns = sessions.stream()
                .mapToLong(session -> session.transcript().turns().size())
                .sum();
        assertEquals(claimed.size(), turns, "turns in the archive without a request");
    }

    static Optional<SimulatedDialect> dialect(SentRequest request) {
        return switch (request.method() + " " + request.path()) {
            case "POST /v1/responses" -> Optional.of(SimulatedDialect.RESPONSES);
            case "POST /v1/chat/completions" -> Optional.of(SimulatedDialect.CHAT);
            case "POST /v1/messages" -> Optional.of(SimulatedDialect.MESSAGES);
            default -> Optional.empty();
        };
    }

    private ArchivedSession sessionOf(SentHistory history, Set<TurnId> claimed) {
        for (ArchivedSession session : sessions) {
            for (Entry.TurnOpened turn : session.transcript().turns()) {
                if (turn.leaf().equals(history.leaf()) && claimed.add(turn.id())) {
                    history.checkFrameIn(session, turn);
                    return session;
                }
            }
        }
        throw new AssertionError("no turn in the archive ends where " + history + " ends; there are\n"
                + String.join("\n", sessionSummaries()));
    }

    private void checkRepliesHaveTheSameNodes() {
        for (ArchivedSession session : sessions) {
            assertEquals(
                    List.of(),
                    breaks(session),
                    () -> "replies that were resent as other nodes in "
                            + session.card().key());
        }
    }

    /** The turns of a conversation that neither continue from the previous reply nor have a link. */
    private static List<String> breaks(ArchivedSession session) {
        List<Entry.TurnOpened> turns = session.turns(Purpose.CONVERSATION);
        List<String> breaks = new ArrayList<>();
        for (int i = 1; i < turns.size(); i++) {
            Entry.TurnOpened turn = turns.get(i);
            Entry.TurnClosed before =
                    session.transcript().reply(turns.get(i - 1).id()).orElseThrow();
            assertEquals(Reply.Ending.COMPLETE, before.ending());
            boolean continues = session.transcript().path(turn.leaf()).stream()
                    .anyMatch(node -> node.id().equals(before.leaf()));
            boolean isLinked =
                    session.links().stream().anyMatch(link -> link.turn().equals(turn.id()));
            if (!continues && !isLinked) {
                breaks.add(difference(session, before.leaf(), turn.leaf()));
            }
        }
        return breaks;
    }

    private static String difference(ArchivedSession session, Hash answered, Hash asked) {
        Set<Hash> ours = new HashSet<>();
        session.transcript().path(asked).forEach(node -> ours.add(node.id()));
        StringBuilder text = new StringBuilder("\nanswered:");
        session.transcript().path(answered).stream()
                .filter(node -> !ours.contains(node.id()))
                .forEach(node -> text.append("\n  ").append(shown(session, node)));
        text.append("\nsent back:");
        Set<Hash> theirs = new HashSet<>();
        session.transcript().path(answered).forEach(node -> theirs.add(node.id()));
        session.transcript().path(asked).stream()
                .filter(node -> !theirs.contains(node.id()))
                .forEach(node -> text.append("\n  ").append(shown(session, node)));
        return text.toString();
    }

    private static String shown(ArchivedSession session, Entry.Node node) {
        String exact = session.source(node.source()).slice(node.piece()).utf8();
        return node.kind() + " " + (exact.length() > 400 ? exact.substring(0, 400) + " …" : exact);
    }

    /** One line per session: its agent, its parent, and the number of turns of each purpose. */
    List<String> sessionSummaries() {
        List<String> lines = new ArrayList<>();
        for (ArchivedSession session : sessions) {
            Map<Purpose, Integer> turns = new EnumMap<>(Purpose.class);
            session.transcript().turns().forEach(turn -> turns.merge(turn.purpose(), 1, Integer::sum));
            StringBuilder line = new StringBuilder(session.card().client());
            session.card()
                    .parent()
                    .ifPresent(parent -> line.append(", child of ").append(clientOf(parent)));
            line.append(": ");
            List<String> parts = new ArrayList<>();
            turns.forEach((purpose, count) -> parts.add(count + " " + purpose.word()));
            if (!session.links().isEmpty()) {
                parts.add(session.links().size() + " linked");
            }
            lines.add(line.append(String.join(", ", parts)).toString());
        }
        return lines;
    }

    private String clientOf(Object id) {
        return sessions.stream()
                .map(ArchivedSession::card)
                .filter(card -> card.ref().id().equals(id))
                .map(card -> card.client())
                .findFirst()
                .orElse("unknown");
    }

    /** Checks that the newest link leads from the newest path to the previous end of the conversation. */
    void checkLinked(ArchivedSession session) {
        Entry.Link link = session.links().getLast();
        assertTrue(
                session.transcript().path(session.transcript().leaf()).stream()
                        .anyMatch(node -> node.id().equals(link.newer())),
                "the link begins on the path of the conversation");
        List<Hash> whole =
                session.transcript().conversation().stream().map(Entry.Node::id).toList();
        session.transcript()
                .path(link.older())
                .forEach(node -> assertTrue(whole.contains(node.id()), "the compacted history is still archived"));
    }
}
