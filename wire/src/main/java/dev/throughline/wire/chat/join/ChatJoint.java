package dev.throughline.wire.chat.join;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Members;
import dev.throughline.wire.RawJson;
import dev.throughline.wire.join.Overflow;
import dev.throughline.wire.join.parts.Patch;
import dev.throughline.wire.join.parts.Tally;
import dev.throughline.wire.join.parts.WholeBraid;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Joins whole Chat replies: the last one, with the name of the first, the texts of all one behind the other and the
 * bill of all. Of several choices the first one is joined.
 */
final class ChatJoint implements WholeBraid.Joint {
    private static final List<String> NAMES = List.of("id", "created", "model");
    private static final List<String> TEXTS = List.of("reasoning_content", "reasoning", "content", "refusal");

    private final Set<String> localNames;

    ChatJoint(Set<String> localNames) {
        this.localNames = localNames;
    }

    @Override
    public Bytes join(List<Bytes> documents) {
        Bytes last = documents.getLast();
        Patch patch = new Patch(last);
        Tally tally = new Tally();
        for (Bytes document : documents) {
            tally.note(Members.of(document).flatMap(found -> found.raw("usage")));
            tally.endRound();
        }
        tally.told().ifPresent(usage -> patch.put(last, "usage", usage));
        for (String name : NAMES) {
            Members.of(documents.getFirst())
                    .flatMap(first -> first.raw(name))
                    .ifPresent(value -> patch.put(last, name, value));
        }
        choice(last).ifPresent(choice -> join(documents, choice, patch));
        return patch.toBytes();
    }

    @Override
    public Optional<Overflow> overflow(Bytes document) {
        return ChatOverflow.of(document);
    }

    private void join(List<Bytes> documents, Bytes choice, Patch patch) {
        List<Bytes> calls = new ArrayList<>();
        for (Bytes document : documents) {
            ChatCalls.list(message(document)).stream()
                    .filter(call -> !ChatCalls.isLocal(call, localNames))
                    .forEach(calls::add);
        }
        Optional<Members> found = Members.of(choice);
        found.flatMap(members -> members.raw("message"))
                .ifPresent(raw -> patch.replace(raw, message(documents, raw, calls)));
        boolean isForTools = found.flatMap(members -> members.text("finish_reason"))
                .orElse("")
                .equals("tool_calls");
        if (isForTools && calls.isEmpty()) {
            patch.put(choice, "finish_reason", Bytes.of("\"stop\""));
        }
    }

    private static Bytes message(List<Bytes> documents, Bytes last, List<Bytes> calls) {
        Patch patch = new Patch(last);
        for (String name : TEXTS) {
            text(documents, name).ifPresent(text -> patch.put(last, name, text));
        }
        Bytes joined = patch.toBytes();
        RawJson message = new RawJson().add("{");
        Members.of(joined).map(Members::all).orElse(List.of()).stream()
                .filter(member -> !member.name().equals("tool_calls"))
                .forEach(member -> message.member(member.name(), member.raw()));
        if (!calls.isEmpty()) {
            message.member("tool_calls", ChatWords.array(calls));
        }
        return message.add("}").toBytes();
    }

    /** The texts of this name one behind the other; nothing if no message has any. */
    private static Optional<Bytes> text(List<Bytes> documents, String name) {
        List<Bytes> texts = documents.stream()
                .flatMap(document -> message(document).stream())
                .flatMap(message -> message.inner(name).stream())
                .toList();
        RawJson text = new RawJson();
        texts.forEach(text::add);
        return texts.isEmpty() ? Optional.empty() : Optional.of(text.asString());
    }

    private static Optional<Members> message(Bytes document) {
        return choice(document).flatMap(Members::of).flatMap(choice -> choice.object("message"));
    }

    private static Optional<Bytes> choice(Bytes document) {
        return Members.of(document)
                .flatMap(found -> found.array("choices"))
                .filter(choices -> !choices.isEmpty())
                .map(List::getFirst);
    }
}
