package dev.throughline.search.embed;

import dev.throughline.model.json.JsonFormat;
import java.io.InputStream;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Splits a text into the word pieces of a BERT model, and returns their numbers.
 *
 * <p>This is the uncased BERT tokenizer [1]: control characters are removed, words end at white space, every CJK
 * character and every punctuation mark is a word, and case and accents are removed. Then each word is covered from the
 * left by the longest pieces of the vocabulary; pieces after the first are marked with {@code ##}. A word that cannot
 * be covered, or has more than {@value #MAX_WORD_LENGTH} characters, is unknown. Safe for use by many threads.
 *
 * <p>[1] Devlin et al., "BERT: Pre-training of Deep Bidirectional Transformers", 2018; the rules are those that the
 * vocabulary file names in its {@code normalizer} and {@code pre_tokenizer}.
 */
public final class WordPieceTokenizer {
    private static final int MAX_WORD_LENGTH = 100;

    private final Map<String, Integer> pieces;
    private final int start;
    private final int end;
    private final int unknown;

    private WordPieceTokenizer(Map<String, Integer> pieces) {
        this.pieces = pieces;
        this.start = number("[CLS]");
        this.end = number("[SEP]");
        this.unknown = number("[UNK]");
    }

    /** Reads the vocabulary of a {@code tokenizer.json}: the object {@code model.vocab}, piece to number. */
    public static WordPieceTokenizer read(InputStream tokenizerJson) {
        JsonNode vocabulary = JsonFormat.mapper().readTree(tokenizerJson).at("/model/vocab");
        Map<String, Integer> pieces = HashMap.newHashMap(vocabulary.size());
        vocabulary
                .properties()
                .forEach(piece -> pieces.put(piece.getKey(), piece.getValue().intValue()));
        return new WordPieceTokenizer(pieces);
    }

    private int number(String special) {
        Integer number = pieces.get(special);
        if (number == null) {
            throw new IllegalStateException("expected '" + special + "' in the vocabulary, found none");
        }
        return number;
    }

    /** The numbers of a text between the start and end marks, at most {@code most} of them with the marks. */
    public long[] encode(String text, int most) {
        Encoding encoding = new Encoding(new ArrayList<>(), most - 1);
        encoding.add(start);
        eachWord(text, encoding);
        encoding.numbers.add((long) end);
        return encoding.numbers.stream().mapToLong(Long::longValue).toArray();
    }

    private void eachWord(String text, Encoding encoding) {
        StringBuilder word = new StringBuilder();
        String clean = withoutAccents(text);
        for (int i = 0; i < clean.length() && !encoding.isFull(); ) {
            int c = clean.codePointAt(i);
            i += Character.charCount(c);
            if (isSpace(c)) {
                flush(word, encoding);
            } else if (isPunctuation(c) || isHan(c)) {
                flush(word, encoding);
                word.appendCodePoint(c);
                flush(word, encoding);
            } else if (!isDropped(c)) {
                word.appendCodePoint(Character.toLowerCase(c));
            }
        }
        flush(word, encoding);
    }

    private void flush(StringBuilder letters, Encoding encoding) {
        if (letters.isEmpty()) {
            return;
        }
        String word = letters.toString();
        letters.setLength(0);
        int before = encoding.numbers.size();
        if (word.codePointCount(0, word.length()) > MAX_WORD_LENGTH || !cover(word, encoding)) {
            encoding.numbers.subList(before, encoding.numbers.size()).clear();
            encoding.add(unknown);
        }
    }

    private boolean cover(String word, Encoding encoding) {
        for (int from = 0; from < word.length() && !encoding.isFull(); ) {
            int to = word.length();
            Integer number = null;
            while (to > from) {
                String piece = word.substring(from, to);
                number = pieces.get(from == 0 ? piece : "##" + piece);
                if (number != null) {
                    break;
                }
                to--;
            }
            if (number == null) {
                return false;
            }
            encoding.add(number);
            from = to;
        }
        return true;
    }

    /** Lower case comes first, because some capital letters lose their dot only that way. */
    private static String withoutAccents(String text) {
        String apart = Normalizer.normalize(text.toLowerCase(Locale.ROOT), Normalizer.Form.NFD);
        StringBuilder plain = new StringBuilder(apart.length());
        apart.codePoints()
                .filter(c -> Character.getType(c) != Character.NON_SPACING_MARK)
                .forEach(plain::appendCodePoint);
        return plain.toString();
    }

    private static boolean isSpace(int c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c);
    }

    private static boolean isDropped(int c) {
        int type = Character.getType(c);
        return c == 0
                || c == 0xfffd
                || type == Character.CONTROL
                || type == Character.FORMAT
                || type == Character.PRIVATE_USE
                || type == Character.SURROGATE
                || type == Character.UNASSIGNED;
    }

    /** ASCII symbols count as punctuation, as in the training of the model. */
    private static boolean isPunctuation(int c) {
        if (c < 0x80) {
            return c > ' ' && c < 0x7f && !Character.isLetterOrDigit(c);
        }
        return switch (Character.getType(c)) {
            case Character.CONNECTOR_PUNCTUATION,
                    Character.DASH_PUNCTUATION,
                    Character.START_PUNCTUATION,
                    Character.END_PUNCTUATION,
                    Character.INITIAL_QUOTE_PUNCTUATION,
                    Character.FINAL_QUOTE_PUNCTUATION,
                    Character.OTHER_PUNCTUATION -> true;
            default -> false;
        };
    }

    private static boolean isHan(int c) {
        return isWithin(c, 0x4e00, 0x9fff)
                || isWithin(c, 0x3400, 0x4dbf)
                || isWithin(c, 0x20000, 0x2a6df)
                || isWithin(c, 0x2a700, 0x2ceaf)
                || isWithin(c, 0xf900, 0xfaff)
                || isWithin(c, 0x2f800, 0x2fa1f);
    }

    private static boolean isWithin(int c, int first, int last) {
        return c >= first && c <= last;
    }

    /** The numbers of a text so far, up to a limit. */
    private record Encoding(List<Long> numbers, int most) {
        boolean isFull() {
            return numbers.size() >= most;
        }

        void add(int number) {
            if (!isFull()) {
                numbers.add((long) number);
            }
        }
    }
}
