package dev.throughline.workingset.fragment;

import dev.throughline.workingset.Chain;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;

/**
 * What is left of a file that was read a while ago: the lines around the names that anybody has mentioned since, and
 * the
 * declarations, so that its shape stays.
 *
 * <pre>
 *   before   400 lines; the user and the agent speak of parseHeader, which stands in line 210
 *   after    package a            a declaration
 *            …
 *            line 202 to 218      around parseHeader
 *            …
 *            [rest: handle ab12cd34; names: HeaderBlock maxHeaderBytes]
 * </pre>
 */
public final class Regions {
    private static final int LEAST_LINES = 30;
    private static final int AROUND = 8;
    private static final int SMALL_GAP = 4;
    private static final int NAMES_CHARACTERS = 400;

    /** Below this part of its length it is not worth another rewrite. */
    private static final double WORTH = 0.85;

    private static final Pattern DECLARATION = Pattern.compile(
            "^\\s{0,6}\\d*[→:|\\t]?(?:export |public |private |protected |static |final |async |abstract |default |pub"
                + " ){0,8}+(?:func|def|class|interface|type|struct|enum|fn|function|record|const|var|impl|trait|package"
                + "|module|import)\\b");

    private Regions() {}

    /** Whether a result of so many lines is long enough to have regions. */
    public static boolean isLong(long lines) {
        return lines >= LEAST_LINES;
    }

    /** The regions of a result; nothing if they are nearly all of it. */
    public static Optional<String> of(Chain chain, int index, Vocabulary vocabulary, IntPredicate isReadable) {
        String text = chain.text(index);
        String[] lines = text.split("\n", -1);
        if (!isLong(lines.length)) {
            return Optional.empty();
        }
        boolean[] stays = closed(kept(lines, vocabulary));
        StringBuilder left = new StringBuilder();
        boolean isGap = false;
        for (int i = 0; i < lines.length; i++) {
            if (stays[i]) {
                left.append(lines[i]).append('\n');
            } else if (!isGap) {
                left.append("…\n");
            }
            isGap = !stays[i];
        }
        if (left.length() > WORTH * text.length()) {
            return Optional.empty();
        }
        int room = Math.min(NAMES_CHARACTERS, (text.length() - left.length()) / 4);
        List<String> names = vocabulary.rarest(index, room, isReadable, left);
        left.append("[rest").append(chain.handle(": handle ", index));
        left.append(names.isEmpty() ? "" : "; names: " + String.join(" ", names))
                .append(']');
        return left.length() > WORTH * text.length() ? Optional.empty() : Optional.of(left.toString());
    }

    private static boolean[] kept(String[] lines, Vocabulary vocabulary) {
        boolean[] kept = new boolean[lines.length];
        for (int i = 0; i < lines.length; i++) {
            boolean[] isMentioned = {false};
            Marks.in(lines[i], mark -> isMentioned[0] |= vocabulary.isMentioned(mark));
            if (isMentioned[0]) {
                for (int near = Math.max(0, i - AROUND); near <= Math.min(lines.length - 1, i + AROUND); near++) {
                    kept[near] = true;
                }
            } else if (DECLARATION.matcher(lines[i]).lookingAt()) {
                kept[i] = true;
            }
        }
        return kept;
    }

    /** A gap of a few lines costs more than it saves. */
    private static boolean[] closed(boolean[] kept) {
        int gap = 0;
        for (int i = 0; i < kept.length; i++) {
            if (!kept[i]) {
                gap++;
                continue;
            }
            if (gap <= SMALL_GAP) {
                for (int back = i - gap; back < i; back++) {
                    kept[back] = true;
                }
            }
            gap = 0;
        }
        return kept;
    }
}
