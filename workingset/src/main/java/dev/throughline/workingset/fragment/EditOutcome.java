package dev.throughline.workingset.fragment;

import dev.throughline.model.text.TextCut;
import dev.throughline.workingset.Piece;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Determines from the text of a result whether an edit of a file succeeded, because only one dialect marks failures.
 *
 * <pre>
 *   The file /repo/error.rs has been updated. Here's the result …     succeeded
 *   No replacement was performed, old_str `x.updated` did not …       failed
 *   The file was updated but the import was not added.                (nothing)
 * </pre>
 *
 * <p>An edit failed if the first statement about it says so. It succeeded if it is said to be done and no later
 * sentence says that something failed or was not done; errors after that may come from a compiler. File names,
 * quotations and everything after the first lines of prose are ignored. In doubt the outcome is unknown.
 */
final class EditOutcome {
    private static final String SUCCEEDED = "succeeded";
    private static final String FAILED = "failed";

    /** Replaces file names and quotations. */
    private static final String NAME = "X";

    private static final int HEAD_CHARACTERS = 600;
    private static final int HEAD_LINES = 3;

    private static final Pattern ERROR_TAG = Pattern.compile("\\A\\s*<(?:tool_use_)?error>");

    /** A quotation; an open one ends with the text. A quote within a word is an apostrophe. */
    private static final Pattern QUOTED =
            Pattern.compile("`[^`]*(?:`|\\z)|\"[^\"]*(?:\"|\\z)|“[^”]*(?:”|\\z)|(?<!\\w)'[^']*(?:'|\\z)");

    private static final Pattern PATH =
            Pattern.compile("\\S*[/\\\\]\\S*?(?=[.:;,!?]*(?:\\s|\\z))|[\\w@~-][\\w.@~-]*\\.\\w+");

    private static final Pattern NO_FAILURE = Pattern.compile("(?i)\\b(?:no|0|zero|any|without)(?: \\w+){0,2}?"
            + " (?:errors?|failures?|warnings?|problems?|issues?|conflicts?)\\b");

    private static final Pattern SENTENCE_END = Pattern.compile("[.!?:;]+(?:\\s|\\z)|\\n");

    private static final String DONE_WORDS = "success(?:ful(?:ly)?)?|succeeded|updated|created|written|wrote"
            + "|overwritten|applied|edited|replaced|inserted|saved|patched|modified|deleted|removed|added"
            + "|moved|renamed|completed|done|ok|okay";
    private static final Pattern DONE = Pattern.compile("(?i)\\b(?:" + DONE_WORDS + ")\\b");

    /** A statement about something that is still to be done. */
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

    private static final Pattern FAILURE = Pattern.compile("(?i)\\b(?:error(?:s|ed)?|fail(?:ed|s|ing|ures?)?|invalid"
            + "|rejected|denied|refused|aborted|cancell?ed|conflicts?|mismatch(?:ed)?|missing|ambiguous|exception"
            + "|timed out)\\b|\\A\\W*(?:found )?(?:multiple|\\d+) (?:occurrences|matches)\\b");

    private static final Pattern FAILED_PART =
            Pattern.compile("(?i)\\b(?:fail(?:ed|s)?|rejected|reverted|refused|aborted|conflicts?)\\b");

    private static final Pattern DOUBT = Pattern.compile("(?i)\\b(?:partial(?:ly)?|partly|but|except|only|although"
            + "|however|0|zero|none|nothing|since|unexpectedly|unchanged|already|dry|preview|proposed|pending"
            + "|skipped|draft)\\b|\\b\\d+ ?(?:of|out of|/) ?\\d+\\b");

    private EditOutcome() {}

    /** {@code succeeded}, {@code failed}, or an empty string. */
    static String of(Piece piece, String text) {
        if (piece.isError() || ERROR_TAG.matcher(text).lookingAt()) {
            return FAILED;
        }
        return ExitStatus.before(text)
                .map(status -> status.equals("0") ? SUCCEEDED : FAILED)
                .orElseGet(() -> judged(sentences(text, piece.subject().path().orElse(""))));
    }

    private static String judged(List<String> sentences) {
        boolean wasDone = false;
        boolean isDoubtful = false;
        for (String sentence : sentences) {
            String positive = NEGATED.matcher(sentence).replaceAll(" ");
            boolean isDone =
                    DONE.matcher(TO_DO.matcher(positive).replaceAll(" ")).find();
            boolean isNegated = positive.length() < sentence.length();
            boolean isFailure = isNegated
                    || FAILURE.matcher(positive).find()
                    || NOTHING_DONE.matcher(sentence).find();
            if (isFailure && !isDone && !wasDone) {
                return FAILED;
            }
            // After an edit that was done, errors may come from a compiler.
            boolean isUndone =
                    wasDone ? isNegated || FAILED_PART.matcher(positive).find() : isFailure;
            isDoubtful |= isUndone || DOUBT.matcher(sentence).find();
            wasDone |= isDone;
        }
        return wasDone && !isDoubtful ? SUCCEEDED : "";
    }

    /** The sentences at the beginning of the result. */
    private static List<String> sentences(String text, String path) {
        String plain = text.substring(0, TextCut.before(text, Math.min(text.length(), HEAD_CHARACTERS)));
        for (String own : List.of(path, path.substring(path.lastIndexOf('/') + 1))) {
            plain = own.isBlank() ? plain : named(own).matcher(plain).replaceAll(NAME);
        }
        for (Pattern name : List.of(QUOTED, PATH)) {
            plain = name.matcher(plain).replaceAll(NAME);
        }
        plain = NO_FAILURE.matcher(plain).replaceAll(" ");
        return prose(plain).stream().flatMap(SENTENCE_END::splitAsStream).toList();
    }

    private static Pattern named(String name) {
        return Pattern.compile("(?<![\\w.])" + Pattern.quote(name) + "(?!\\w)");
    }

    /** The first lines, up to a line that looks like code, a diff or data. */
    private static List<String> prose(String text) {
        List<String> lines =
                text.lines().filter(line -> !line.isBlank()).limit(HEAD_LINES).toList();
        return lines.stream().takeWhile(line -> isProse(line.charAt(0))).toList();
    }

    private static boolean isProse(char first) {
        return Character.isLetter(first) || "[<✓✔✅❌✗✘".indexOf(first) >= 0;
    }
}
