package dev.throughline.model.text;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingRegistry;
import com.knuddels.jtokkit.api.EncodingType;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Counts the tokens of a text as a model does, or nearly so.
 *
 * <p>OpenAI's vocabularies are public and counted exactly. Anthropic's and others' are not: their counts are estimated
 * from the number of characters. Either way the usage that the provider reports corrects the sum, see {@code
 * TokenScale}. Counting is slow; callers remember what they counted.
 */
public final class TokenCount {
    /** Models with these prefixes use the vocabulary of 200,000 entries; older ones use the smaller one. */
    private static final List<String> O200K =
            List.of("gpt-5", "gpt-4o", "gpt-4.1", "gpt-4.5", "gpt-oss", "chatgpt-4o", "codex-", "o1", "o3", "o4");

    private static final List<String> CL100K = List.of("gpt-4", "gpt-3.5", "text-embedding-");

    private static final double CLAUDE_CHARACTERS = 2.8;
    private static final double OTHER_CHARACTERS = 4.0;

    /** A picture's tokens, whatever its size: between the smallest and the largest that providers charge. */
    private static final long PICTURE_TOKENS = 1_500;

    /** The role, ids and brackets of an item. */
    private static final long FRAME_TOKENS = 6;

    /** Texts above this are counted in parts: counting one word of a megabyte takes minutes. */
    private static final int PART_CHARACTERS = 32 * 1024;

    private static final class Vocabularies {
        static final EncodingRegistry ALL = Encodings.newLazyEncodingRegistry();
    }

    /** Null for a model whose vocabulary is not public. */
    private final @Nullable EncodingType vocabulary;

    private final double charactersPerToken;

    private TokenCount(@Nullable EncodingType vocabulary, double charactersPerToken) {
        this.vocabulary = vocabulary;
        this.charactersPerToken = charactersPerToken;
    }

    /** The count of this model. */
    public static TokenCount of(String model) {
        String name = model.substring(model.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
        if (O200K.stream().anyMatch(name::startsWith)) {
            return new TokenCount(EncodingType.O200K_BASE, OTHER_CHARACTERS);
        }
        if (CL100K.stream().anyMatch(name::startsWith)) {
            return new TokenCount(EncodingType.CL100K_BASE, OTHER_CHARACTERS);
        }
        return new TokenCount(null, name.startsWith("claude") ? CLAUDE_CHARACTERS : OTHER_CHARACTERS);
    }

    /** The tokens of a text. */
    public long ofText(CharSequence text) {
        return vocabulary == null
                ? guess(text.length())
                : exact(Vocabularies.ALL.getEncoding(vocabulary), text.toString());
    }

    /** An estimate of the tokens of a text with this many characters. */
    public long guess(long characters) {
        return Math.round(characters / charactersPerToken);
    }

    /** An estimate of the characters of a text with this many tokens. */
    public long characters(long tokens) {
        return Math.round(tokens * charactersPerToken);
    }

    /** Whether both count in the same way. */
    public boolean isLike(TokenCount other) {
        return vocabulary == other.vocabulary && charactersPerToken == other.charactersPerToken;
    }

    /** The tokens of an item: its text, its pictures, what only the provider can read, and its frame. */
    public long ofItem(CharSequence text, int pictures, long sealedBytes) {
        return FRAME_TOKENS + ofText(text) + pictures * PICTURE_TOKENS + sealedBytes / 4;
    }

    private static long exact(Encoding vocabulary, String text) {
        long tokens = 0;
        for (int from = 0; from < text.length(); from += PART_CHARACTERS) {
            tokens += vocabulary.countTokensOrdinary(
                    text.substring(from, Math.min(text.length(), from + PART_CHARACTERS)));
        }
        return tokens;
    }
}
