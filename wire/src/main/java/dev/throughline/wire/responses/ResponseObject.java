package dev.throughline.wire.responses;

import dev.throughline.model.Bytes;
import dev.throughline.model.Usage;
import dev.throughline.wire.Members;
import dev.throughline.wire.Reply.Ending;
import dev.throughline.wire.ReplyDraft;
import java.util.List;
import java.util.Optional;

/**
 * The response object, which is a whole reply by itself and stands in the first and the last events of a streamed one.
 */
record ResponseObject(Members members) {
    /** What the object says of itself when it is done: its name, how it ended and what was billed. */
    void describe(ReplyDraft draft) {
        draft.name(members);
        draft.end(ending());
        draft.stopReason(members.object("incomplete_details")
                .flatMap(details -> details.text("reason"))
                .or(() -> members.object("error").flatMap(error -> error.text("code"))));
        draft.usage(members.object("usage").map(ResponseObject::usage));
    }

    Optional<List<Bytes>> output() {
        return members.array("output");
    }

    private Ending ending() {
        if (members.raw("error").isPresent()) {
            return Ending.FAILED;
        }
        return switch (members.text("status").orElse("completed")) {
            case "completed" -> Ending.COMPLETE;
            case "failed" -> Ending.FAILED;
            default -> Ending.INCOMPLETE;
        };
    }

    /** The provider counts what it read from its cache and wrote to it as input; here the classes do not overlap. */
    private static Usage usage(Members said) {
        Optional<Members> details = said.object("input_tokens_details");
        long cached = details.map(found -> found.tokens("cached_tokens")).orElse(0L);
        long written = details.map(found -> found.tokens("cache_write_tokens")).orElse(0L);
        long input = Math.max(0, said.tokens("input_tokens") - cached - written);
        return new Usage(input, cached, written, said.tokens("output_tokens"));
    }
}
