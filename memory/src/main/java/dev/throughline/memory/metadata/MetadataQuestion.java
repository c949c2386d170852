package dev.throughline.memory.metadata;

import dev.throughline.engine.helper.HelperAnswer;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.memory.admission.SafeText;
import dev.throughline.memory.conversation.Conversation;
import dev.throughline.memory.conversation.ConversationText;
import dev.throughline.memory.conversation.QuestionTemplate;
import dev.throughline.wire.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Asks the helper model for the name, the description, the summary and the tags of a session. */
final class MetadataQuestion {
    /** The name of the question in logs and counters. */
    static final String NAME = "index";

    /** The longest conversation that the helper model reads. */
    static final int MAX_INPUT_BYTES = 50 << 10;

    private static final int MAX_OUTPUT_TOKENS = 2_000;
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private final QuestionTemplate question;

    MetadataQuestion(HelperModel helper) {
        this.question = QuestionTemplate.of(helper, MetadataQuestion.class, NAME, MAX_OUTPUT_TOKENS, TIMEOUT);
    }

    /** @param name the present name; empty if there is none */
    HelperAnswer<MetadataTexts> ask(Conversation conversation, String name) {
        return question.ask(conversation.session(), () -> input(conversation, name), MetadataQuestion::texts);
    }

    /** The conversation as data: nothing in it can end the tags around it. */
    static String input(Conversation conversation, String name) {
        return "Present name: " + (name.isEmpty() ? "none" : name) + "\n\n<conversation>\n" + text(conversation)
                + "</conversation>\n";
    }

    private static String text(Conversation conversation) {
        int characters = MAX_INPUT_BYTES;
        String text = SafeText.untagged(ConversationText.of(conversation, characters));
        int bytes = bytes(text);
        while (bytes > MAX_INPUT_BYTES) {
            characters = (int) ((long) characters * MAX_INPUT_BYTES / (bytes + bytes / 16));
            text = SafeText.untagged(ConversationText.of(conversation, characters));
            bytes = bytes(text);
        }
        return text;
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /** @throws IllegalArgumentException if the answer contains no name or no description */
    static MetadataTexts texts(Json answer) {
        if (!(answer instanceof Json.Obj object)) {
            throw new IllegalArgumentException("expected an object");
        }
        String name = safe(object.text("name").orElse(""));
        String description = SafeText.line(safe(object.text("description").orElse("")));
        if (SessionName.normalised(name).isEmpty() || description.isEmpty()) {
            throw new IllegalArgumentException("'name' and 'description' must not be empty");
        }
        List<String> tags = object.list("tags").stream()
                .flatMap(tag -> tag instanceof Json.Text text ? Stream.of(text.value()) : Stream.empty())
                .map(tag -> SafeText.line(safe(tag)))
                .toList();
        return new MetadataTexts(
                name, description, SafeText.text(safe(object.text("summary").orElse(""))), tags);
    }

    private static String safe(String text) {
        return SafeText.withoutSecrets(text);
    }
}
