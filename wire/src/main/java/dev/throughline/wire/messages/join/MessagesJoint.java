package dev.throughline.wire.messages.join;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Members;
import dev.throughline.wire.RawJson;
import dev.throughline.wire.join.Overflow;
import dev.throughline.wire.join.parts.Patch;
import dev.throughline.wire.join.parts.Tally;
import dev.throughline.wire.join.parts.WholeBraid;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Joins whole Messages replies: the last one, with the name of the first, the blocks of all and the words of all on the
 * bill. A call that the client never saw is no reason to stop.
 */
final class MessagesJoint implements WholeBraid.Joint {
    private final Set<String> localNames;

    MessagesJoint(Set<String> localNames) {
        this.localNames = localNames;
    }

    @Override
    public Bytes join(List<Bytes> documents) {
        Bytes last = documents.getLast();
        Patch patch = new Patch(last);
        RawJson content = new RawJson().add("[");
        Tally tally = new Tally();
        for (Bytes document : documents) {
            Optional<Members> message = Members.of(document);
            message.flatMap(found -> found.array("content")).orElse(List.of()).stream()
                    .filter(block -> !isLocal(block))
                    .forEach(content::element);
            tally.note(message.flatMap(found -> found.raw("usage")));
            tally.endRound();
        }
        patch.put(last, "content", content.add("]").toBytes());
        tally.told().ifPresent(usage -> patch.put(last, "usage", usage));
        Members.of(documents.getFirst()).ifPresent(first -> {
            first.raw("id").ifPresent(id -> patch.put(last, "id", id));
            first.raw("model").ifPresent(model -> patch.put(last, "model", model));
        });
        if (stopsForHiddenCall(last)) {
            patch.put(last, "stop_reason", Bytes.of("\"end_turn\""));
        }
        return patch.toBytes();
    }

    @Override
    public Optional<Overflow> overflow(Bytes document) {
        return MessagesOverflow.of(document);
    }

    private boolean isLocal(Bytes block) {
        return Members.of(block)
                .filter(found -> MessagesCalls.isLocal(found, localNames))
                .isPresent();
    }

    private boolean stopsForHiddenCall(Bytes document) {
        Optional<Members> message = Members.of(document);
        boolean isForTools =
                message.flatMap(found -> found.text("stop_reason")).orElse("").equals("tool_use");
        return isForTools
                && message.flatMap(found -> found.array("content")).orElse(List.of()).stream()
                        .filter(block -> !isLocal(block))
                        .flatMap(block -> Members.of(block).stream())
                        .noneMatch(MessagesCalls::isCall);
    }
}
