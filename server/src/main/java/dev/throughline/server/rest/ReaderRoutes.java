package dev.throughline.server.rest;

import dev.throughline.gateway.PlainHandler.PlainAnswer;
import dev.throughline.model.SessionId;
import dev.throughline.server.rest.RestApi.RestRequest;
import dev.throughline.server.sessions.SessionCatalog;
import java.util.Optional;
import java.util.Set;

/**
 * Which routes a request may use whose headers name a session or an origin. Such a request comes from that session and
 * not from the owner of the machine, so it may use only the routes that restrict what they show; a new route is not one
 * of them unless it is added here.
 */
final class ReaderRoutes {
    private static final Set<String> OPEN = Set.of(
            "GET status",
            "GET sessions",
            "GET outlines",
            "GET search",
            "GET memory",
            "POST memory",
            "DELETE memory",
            "GET memory/index");

    /** Routes of one session, which the request must be able to read. */
    private static final Set<String> OF_SESSION = Set.of(
            "GET sessions/*",
            "GET sessions/*/entries",
            "GET sessions/*/sources/*",
            "GET sessions/*/context",
            "GET sessions/*/edits",
            "GET sessions/*/todo",
            "GET sessions/*/pinned");

    private ReaderRoutes() {}

    /** The answer to a request that is not permitted; empty if it is. */
    static Optional<PlainAnswer> refusal(String method, RestRequest request, SessionCatalog sessions) {
        String route = method + " " + String.join("/", request.path());
        if (request.reader().isEmpty()
                || (OPEN.contains(route) && !request.query().text("all", "").equals("true"))) {
            return Optional.empty();
        }
        String pattern = method + " " + RestApi.pattern(request.path());
        if (!OF_SESSION.contains(pattern)) {
            return Optional.of(RestReply.error(
                    403,
                    "not_permitted",
                    "A session may not use this route. Leave out the headers that name a session or an origin."));
        }
        SessionId id = request.session();
        return sessions.session(id).filter(request::canRead).isPresent()
                ? Optional.empty()
                : Optional.of(RestReply.error(404, "not_found", "There is no session " + id + "."));
    }
}
