package dev.throughline.memory.metadata;

import dev.throughline.model.text.TextCut;
import java.util.List;

/**
 * What metadata says about a session. Longer texts are cut.
 *
 * @param name in kebab case, such as {@code move-parser-to-new-lexer}
 * @param description one sentence: the goal of the session
 * @param summary what was done and decided, and what is open
 * @param tags a few words for what the session is about
 */
public record MetadataTexts(String name, String description, String summary, List<String> tags) {
    static final int MAX_DESCRIPTION_LENGTH = 200;
    static final int MAX_SUMMARY_LENGTH = 4_000;
    static final int MAX_TAGS = 8;
    static final int MAX_TAG_LENGTH = 40;

    public MetadataTexts {
        name = SessionName.of(name);
        description = TextCut.to(description.strip(), MAX_DESCRIPTION_LENGTH);
        summary = TextCut.to(summary.strip(), MAX_SUMMARY_LENGTH);
        tags = tags.stream()
                .map(tag -> TextCut.to(tag.strip(), MAX_TAG_LENGTH))
                .filter(tag -> !tag.isEmpty())
                .distinct()
                .limit(MAX_TAGS)
                .toList();
    }

    MetadataTexts named(String other) {
        return new MetadataTexts(other, description, summary, tags);
    }
}
