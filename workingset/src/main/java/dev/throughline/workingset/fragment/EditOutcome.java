package dev.throughline.workingset.fragment;

import dev.throughline.model.text.TextCut;
import dev.throughline.workingset.Piece;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Whether an edit succeeded, as far as its answer says so: only one dialect marks failures.
 *
 * <pre>
 *   The file /repo/error.rs has been updated. Here's the result …     succeeded
 *   No replacement was performed, old_str `x.updated` did not …       failed
 *   The file was updated but the import was not added.                (nothing)
 * </pre>
 *
 * <p>An edit that is first said to have failed has failed; one that is said to be done has succeeded if no later
 * sentence says that something failed or was not done: errors behind it may be a compiler's. Names of files and what is
 * quoted are no part of it, nor is what follows a few lines of prose: that is code. In doubt it says nothing.
 */
final class EditOutcome {
    private static final String SUCCEEDED = "succeeded";
    private static final String FAILED = "failed";

    /** What stands for names of files and for what is quoted. */
    private static final String NAME = "X";

    private static final int HEAD_CHARACTERS = 600;
    private static final int HEAD_LINES = 3;

    private static final Pattern ERROR_TAG = Pattern.compile("\\A\\s*<(?:tool_use_)?error>");

    /** What is quoted; what is not closed goes to the end. A quote within a word is an apostrophe. */
    private static final Pattern QUOTED =
            Pattern.compile("`[^`]*(?:`|\\z)|\"[^\"]*(?:\"|\\z)|“[^”]*(?:”|\\z)|(?<!\\w)'[^']*(?:'|\\z)");

    private static final Pattern PATH =
            Pattern.compile("\\S*[/\\\\]\\S*?(?=[.:;,!?]*(?:\\s|\\z))|[\\w@~-][\\w.@~-]*\\.\\w+");

    private static final Pattern NO_TROUBLE = Pattern.compile("(?i)\\b(?:no|0|zero|any|without)(?: \\w+){0,2}?"
            + " (?:errors?|failures?|warnings?|problems?|issues?|conflicts?)\\b");

    private static final Pattern SENTENCE_END = Pattern.compile("[.!?:;]+(?:\\s|\\z)|\\n");

    private static final String DONE_WORDS = "success(?:ful(?:ly)?)?|succeeded|updated|created|written|wrote"
            + "|overwritten|applied|edited|replaced|inserted|saved|patched|modified|deleted|removed|added"
            + "|moved|renamed|completed|done|ok|okay";
    private static final Pattern DONE = Pattern.compile("(?i)\\b(?:" + DONE_WORDS + ")\\b");

    /** What is to be done yet. */
    private static final Pattern TO_DO = Pattern.compile("(?i)\\b(?:will|would|should|must|to|can|may|might|could"
            + "|needs?|if|when|unless|until|once|before|after)"
            + "(?: \\w+){0,2}? (?:" + DONE_WORDS + ")\\b");

    private static final Pattern NEGATED = Pattern.compile("(?i)(?:\\b(?:not|never|cannot|unable to|fail(?:ed|s)? to"
            + "|refuse[ds]? to)|n['’]t)"
            + "(?: \\w+){0,2}? (?:" + DONE_WORDS + "|update|create|write|apply|edit|replace"
            + "|insert|save|patch|modify|delete|remove|add|move|rename|complete|succeed|found|find|locate|match(?:ed)?"
            + "|appear|exist|exists|read|parse|open|unique|performed?|made|make|changed?|allowed|permitted)\\b");

    private static final Pattern NOTHING_DONE = Pattern.compile("(?i)\\A\\W*(?:"
            + "no (?!other|further|more|additional)(?:\\w+ ){0,2}(?:replacements?|changes?|match(?:es)?|edits?"
            + "|modifications?|occurrences?|updates?|files?|such|hunks?|lines?|text)\\b"
            + "|fail(?:ed|ure)?(?: (?:to|on|at|while|when|because)\\b|\\W*\\z)"
            + "|(?:\\w+ )?error\\W*\\z)");

    private static final Pattern TROUBLE = Pattern.compile("(?i)\\b(?:error(?:s|ed)?|fail(?:ed|s|ing|ures?)?|invalid"
            + "|rejected|denied|refused|aborted|cancell?ed|conflicts?|mismatch(?:ed)?|missing|ambiguous|exception"
            + "|timed out)\\b|\\A\\W*(?:found )?(?:multiple|\\d+) (?:occurrences|matches)\\b");

    private static final Pattern FAILED_PART =
            Pattern.compile("(?i)\\b(?:fail(?:ed|s)?|rejected|reverted|refused|aborted|conflicts?)\\b");

    private static final Pattern DOUBT = Pattern.compile("(?i)\\b(?:partial(?:ly)?|partly|but|except|only|although"
            + "|however|0|zero|none|nothing|since|unexpectedly|unchanged|already|dry|preview|proposed|pending"
            + "|skipped|draft)\\b|\\b\\d+ ?(?:of|out of|/) ?\\d+\\b");

    private EditOutcome() {}

    /** {@code succeeded}, {@code failed}, or nothing. */
    static String of(Piece piece, String text) {
        if (piece.isError() || ERROR_TAG.matcher(text).lookingAt()) {
            return FAILED;
        }
        return ExitStatus.before(text)
                .map(status -> status.equals("0") ? SUCCEEDED : FAILED)
                .orElseGet(() -> judged(sentences(text, piece.subject().path().orElse(""))));
    }

    private static String judged(List<String> sentences) {
        boolean isSaidDone = false;
        boolean isDoubtful = false;
        for (String sentence : sentences) {
            String meant = NEGATED.matcher(sentence).replaceAll(" ");
            boolean isDone = DONE.matcher(TO_DO.matcher(meant).replaceAll(" ")).find();
            boolean isNegated = meant.length() < sentence.length();
            boolean isTrouble = isNegated
                    || TROUBLE.matcher(meant).find()
                    || NOTHING_DONE.matcher(sentence).find();
            if (isTrouble && !isDone && !isSaidDone) {
                return FAILED;
            }
            // Behind an edit that is done, errors may be what a compiler found.
            boolean isUndone =
                    isSaidDone ? isNegated || FAILED_PART.matcher(meant).find() : isTrouble;
            isDoubtful |= isUndone || DOUBT.matcher(sentence).find();
            isSaidDone |= isDone;
        }
        return isSaidDone && !isDoubtful ? SUCCEEDED : "";
    }

    /** What the answer says in prose before anything else. */
    private static List<String> sentences(String text, String path) {
        String plain = text.substring(0, TextCut.before(text, Math.min(text.length(), HEAD_CHARACTERS)));
        for (String own : List.of(path, path.substring(path.lastIndexOf('/') + 1))) {
            plain = own.isBlank() ? plain : named(own).matcher(plain).replaceAll(NAME);
        }
        for (Pattern name : List.of(QUOTED, PATH)) {
            plain = name.matcher(plain).replaceAll(NAME);
        }
        plain = NO_TROUBLE.matcher(plain).replaceAll(" ");
        return prose(plain).stream().flatMap(SENTENCE_END::splitAsStream).toList();
    }

    private static Pattern named(String name) {
        return Pattern.compile("(?<![\\w.])" + Pattern.quote(name) + "(?!\\w)");
    }

    /** The first lines, up to one that looks like code, a diff or data. */
    private static List<String> prose(String text) {
        List<String> lines =
                text.lines().filter(line -> !line.isBlank()).limit(HEAD_LINES).toList();
        return lines.stream().takeWhile(line -> isProse(line.charAt(0))).toList();
    }

    private static boolean isProse(char first) {
        return Character.isLetter(first) || "[<✓✔✅❌✗✘".indexOf(first) >= 0;
    }
}
