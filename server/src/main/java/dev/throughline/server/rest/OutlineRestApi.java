package dev.throughline.server.rest;

import static dev.throughline.server.rest.RouteContract.DeclaredParameter.text;
import static dev.throughline.server.rest.RouteContract.answers;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.gateway.PlainHandler.PlainAnswer;
import dev.throughline.model.ProxyException;
import dev.throughline.server.rest.RestApi.RestRequest;
import dev.throughline.server.sessions.OutlineQuery;
import dev.throughline.server.sessions.RemoteSessionCatalog;
import dev.throughline.server.sessions.SessionCatalog;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/**
 * The routes that list sessions with the values that a list shows, and that find one by what names it:
 *
 * <pre>
 *   GET outlines?limit=…&amp;since=…&amp;project=…&amp;agent=…
 *   GET find?session=parser-work
 * </pre>
 */
final class OutlineRestApi {
    private final SessionCatalog sessions;

    OutlineRestApi(SessionCatalog sessions) {
        this.sessions = sessions;
    }

    void addTo(RestApi api) {
        api.add(
                "GET",
                "outlines",
                answers("Sessions, each with what a list shows of it.", RemoteSessionCatalog.OutlinesPage.class)
                        .with(
                                RestApi.LIMIT,
                                text("since", "Only those to which a person wrote after this time."),
                                text("project", "Only those in a folder of this name."),
                                text("agent", "Only those of an agent or a program.")),
                this::outlines);
        api.add(
                "GET",
                "find",
                answers("The session that a text names.", SessionCard.class)
                        .with(text("session", "An id or a part of it, a key, or a name.")
                                .required()),
                this::find);
    }

    private PlainAnswer outlines(RestRequest request) {
        OutlineQuery query = new OutlineQuery(
                RestApi.limit(request),
                request.query().optional("since").map(OutlineRestApi::time),
                request.query().optional("project"),
                request.query().optional("agent"));
        return RestReply.json(
                new RemoteSessionCatalog.OutlinesPage(sessions.outlines(query, request::canRead), Optional.empty()));
    }

    private static Instant time(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no time such as 2026-04-05T10:00:00Z; correct 'since'.", e);
        }
    }

    private PlainAnswer find(RestRequest request) {
        try {
            return RestReply.json(sessions.named(request.query().required("session"), request::canRead));
        } catch (ProxyException e) {
            return RestReply.error(e.code().equals(SessionCatalog.NO_SUCH_SESSION) ? 404 : 503, e.code(), e.sentence());
        }
    }
}
