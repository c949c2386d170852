package dev.throughline.search.text;

import java.util.List;
import java.util.Set;

/** Recognises a reply that only says that something was understood or done, and so answers no query. */
public final class Acknowledgement {
    private static final int MAX_WORDS = 8;

    /** Words of which an acknowledgement has at least one; its others are stop words. */
    private static final Set<String> WORDS = Set.of(
            ("acknowledged agreed alright awesome cheers cool done excellent fine glad good got great lgtm nice noted"
                + " ok okay perfect ready right roger sounds sure thank thanks thx understood welcome well yep danke"
                + " erledigt fertig gern gerne gut klar notiert prima verstanden")
                    .split(" ", -1));

    private Acknowledgement() {}

    public static boolean is(String text) {
        if (text.length() > MAX_WORDS * 12) {
            return false;
        }
        List<String> words = SearchTerms.of(text).exact();
        return !words.isEmpty()
                && words.size() <= MAX_WORDS
                && words.stream().anyMatch(WORDS::contains)
                && words.stream().allMatch(word -> WORDS.contains(word) || SearchTerms.isCommon(word));
    }
}
