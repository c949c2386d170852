package dev.throughline.wire.responses.join;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Members;
import dev.throughline.wire.join.Overflow;
import dev.throughline.wire.join.parts.Patch;
import dev.throughline.wire.join.parts.WholeBraid;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Joins whole Responses replies: the last one, with the name of the first, the items and the words of all. */
final class ResponsesJoint implements WholeBraid.Joint {
    private final Set<String> localNames;

    ResponsesJoint(Set<String> localNames) {
        this.localNames = localNames;
    }

    @Override
    public Bytes join(List<Bytes> documents) {
        ClientResponse response = new ClientResponse();
        for (Bytes document : documents) {
            Optional<Members> found = Members.of(document);
            found.ifPresent(response::name);
            found.flatMap(members -> members.array("output")).orElse(List.of()).stream()
                    .filter(item -> !isLocal(item))
                    .forEach(response::show);
            response.bill(found.flatMap(members -> members.raw("usage")));
            response.endRound();
        }
        Patch patch = new Patch(documents.getLast());
        response.complete(patch, documents.getLast());
        return patch.toBytes();
    }

    @Override
    public Optional<Overflow> overflow(Bytes document) {
        return ResponsesOverflow.of(document);
    }

    private boolean isLocal(Bytes item) {
        return Members.of(item)
                .filter(found -> ResponsesCalls.isLocal(found, localNames))
                .isPresent();
    }
}
