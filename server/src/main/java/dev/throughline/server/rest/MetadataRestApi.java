package dev.throughline.server.rest;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.gateway.PlainHandler.PlainAnswer;
import dev.throughline.memory.metadata.MetadataCodec;
import dev.throughline.memory.metadata.MetadataWriter;
import dev.throughline.memory.metadata.SessionMetadata;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionId;
import dev.throughline.server.sessions.SessionCatalog;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The routes that write the names and the summaries of sessions. Each answers with the new metadata.
 *
 * <pre>
 *   POST sessions/ID/index            describes the session now, with the helper model if there is one
 *   POST sessions/ID/index?by=rules   describes it by rules
 *   PUT  sessions/ID/name             gives it the name in the body
 * </pre>
 */
final class MetadataRestApi {
    private final MetadataWriter writer;
    private final SessionCatalog sessions;

    MetadataRestApi(MetadataWriter writer, SessionCatalog sessions) {
        this.writer = writer;
        this.sessions = sessions;
    }

    void addTo(RestApi api) {
        api.add(
                "POST",
                "sessions/*/index",
                RouteContract.answers("Describes a session now.", MetadataCodec.MetadataMembers.class)
                        .with(RouteContract.DeclaredParameter.word(
                                "by", "Without the helper model.", List.of("rules"))),
                this::index);
        api.add(
                "PUT",
                "sessions/*/name",
                RouteContract.answers("Gives a session a name.", MetadataCodec.MetadataMembers.class)
                        .takes(RouteContract.DeclaredBody.TEXT),
                request -> answer(request, card -> Optional.of(writer.rename(card, request.text()))));
    }

    private PlainAnswer index(RestApi.RestRequest request) {
        boolean isByRules = request.query().optional("by").isPresent();
        MetadataWriter.Describer describer =
                isByRules ? MetadataWriter.Describer.RULES : MetadataWriter.Describer.HELPER_MODEL;
        return answer(request, card -> writer.index(card, describer));
    }

    private PlainAnswer answer(RestApi.RestRequest request, Function<SessionCard, Optional<SessionMetadata>> work) {
        SessionId id = request.session();
        Optional<SessionCard> card = sessions.session(id);
        if (card.isEmpty()) {
            return RestReply.error(404, "not_found", "There is no session " + id + ".");
        }
        try {
            return work.apply(card.get())
                    .map(metadata -> RestReply.json(MetadataCodec.members(metadata)))
                    .orElseGet(() -> RestReply.error(
                            409, "nothing_to_index", "Session " + id + " contains no message of a person."));
        } catch (ProxyException e) {
            int status = e.kind() == ProxyException.Kind.CALLER ? 400 : 503;
            return RestReply.error(status, e.code(), e.sentence());
        }
    }
}
