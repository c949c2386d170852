package dev.throughline.wire.chat;

import dev.throughline.wire.Reply.Ending;
import dev.throughline.wire.json.RawObject;
import dev.throughline.wire.reply.DocumentReader;
import dev.throughline.wire.reply.OpenAiUsage;
import dev.throughline.wire.reply.ReplyDraft;
import java.util.List;
import java.util.Optional;

/** Reads a Chat reply that is one JSON document: the {@code message} of each choice is an element of the reply. */
public final class ChatDocumentReader extends DocumentReader {
    @Override
    protected boolean read(RawObject body, ReplyDraft draft) {
        draft.name(body);
        draft.usage(body.object("usage").map(usage -> OpenAiUsage.of(usage, "prompt_tokens", "completion_tokens")));
        Optional<List<RawObject.Member>> listed = body.elements("choices");
        if (body.has("error")) {
            draft.fail(body.object("error"), body.raw());
        } else if (listed.isEmpty()) {
            return false;
        }
        draft.end(Ending.COMPLETE);
        List<RawObject.Member> choices = listed.orElse(List.of());
        // From the last to the first, so that the first choice decides.
        for (RawObject.Member choice : choices.reversed()) {
            Optional<String> reason = choice.object().flatMap(found -> found.text("finish_reason"));
            draft.stopReason(reason);
            reason.ifPresent(text -> draft.end(ChatStreamReader.ending(text)));
        }
        for (RawObject.Member choice : choices) {
            choice.object()
                    .flatMap(found -> found.raw("message"))
                    .ifPresentOrElse(draft::element, () -> draft.unread(choice.raw()));
        }
        return true;
    }
}
