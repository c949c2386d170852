package dev.throughline.importer.format;

import dev.throughline.model.Bytes;
import dev.throughline.wire.json.RawObject;
import dev.throughline.wire.messages.MessagesDialect;
import dev.throughline.wire.responses.ResponsesDialect;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Detects the format of a file by its first lines. A new format is registered here. */
public final class TranscriptFormats {
    private static final Pattern ID_IN_NAME = Pattern.compile("([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\\.jsonl$");

    private static final Set<String> CODEX_LINES =
            Set.of("session_meta", "response_item", "event_msg", "turn_context", "compacted");

    /**
     * A file whose format is not known yet.
     *
     * @param name the name of the file
     * @param head its first lines, enough to find the first answer of a model
     * @param openClaw the names of its sessions if it is a file of OpenClaw
     */
    public record UnknownFile(String name, List<Bytes> head, Optional<Function<String, TranscriptSession>> openClaw) {
        public UnknownFile {
            head = List.copyOf(head);
        }
    }

    private TranscriptFormats() {}

    /**
     * The format of a file; empty if it is none of the known ones.
     *
     * @param isScaffold whether an agent, and not a person, wrote a user text
     */
    public static Optional<TranscriptFormat> of(UnknownFile file, Predicate<String> isScaffold) {
        return objects(file.head())
                .flatMap(line -> of(line, file, isScaffold).stream())
                .findFirst();
    }

    private static Optional<TranscriptFormat> of(RawObject line, UnknownFile file, Predicate<String> isScaffold) {
        String type = line.type();
        boolean isOldCodex = type.isEmpty() && line.has("id") && line.has("timestamp");
        if (isOldCodex || (CODEX_LINES.contains(type) && line.object("payload").isPresent())) {
            return Optional.of(new CodexRolloutLines(ResponsesDialect.WIRE, isScaffold, idInName(file.name())));
        }
        if (type.equals(ExportedSessionLines.TYPE)) {
            return Optional.of(new ExportedSessionLines());
        }
        if (type.equals("session") && line.text("id").isPresent()) {
            // Messages before the first answer have a form that depends on its API, so without an answer their items
            // are not known yet. They are imported as soon as the file has one.
            return Optional.of(firstApi(file.head())
                    .<TranscriptFormat>map(
                            api -> new PiSessionLines(file.openClaw().orElse(PiSessionLines::name), api))
                    .orElse((_, _) -> Optional.empty()));
        }
        return line.text("sessionId").isPresent() && !type.isEmpty()
                ? Optional.of(new ClaudeTranscriptLines(MessagesDialect.WIRE))
                : Optional.empty();
    }

    private static String idInName(String name) {
        Matcher matcher = ID_IN_NAME.matcher(name);
        return matcher.find() ? matcher.group(1) : "";
    }

    /** The API of the first answer; empty if there is no answer. Some versions do not name the API. */
    private static Optional<String> firstApi(List<Bytes> head) {
        return objects(head)
                .flatMap(line -> line.object("message").stream())
                .filter(message -> message.is("role", "assistant"))
                .map(message -> message.text("api").orElse(""))
                .findFirst();
    }

    private static Stream<RawObject> objects(List<Bytes> lines) {
        return lines.stream().flatMap(line -> RawObject.of(line).stream());
    }
}
