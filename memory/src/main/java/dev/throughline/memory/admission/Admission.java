package dev.throughline.memory.admission;

import dev.throughline.memory.secret.Redaction;
import dev.throughline.memory.workspace.Page;
import dev.throughline.memory.workspace.Workspace;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The gate of one workspace. Safe for use by many threads, one at a time. */
public final class Admission {
    /** The most characters a line of memory may have; what is longer belongs into a topic. */
    public static final int MAX_CHARACTERS = 1_000;

    /** Below this many letters a line says nothing. */
    public static final int MIN_LETTERS = 3;

    private static final Pattern LIST_MARK = Pattern.compile("^(?:[-*+•]|[0-9]{1,3}[.)])\\s+(?:\\[[ xX]] )?");

    private final MemoryLines known;
    private boolean isAwake;

    public Admission(Workspace workspace) {
        this.known = new MemoryLines(workspace, MemoryLines.MAX_LINES);
    }

    /**
     * Reads what is there, if nothing was read yet. Who is about to ask under the workspace's lock does this before, so
     * that nobody waits for the lock while a large memory is read for the first time.
     */
    public synchronized void wake() {
        if (!isAwake) {
            known.look();
            isAwake = true;
        }
    }

    /**
     * Lets wishes through, or not.
     *
     * @param shown lines of memory that the session had before its eyes when it said this
     */
    public synchronized AdmissionResult admit(List<ProposedLine> wishes, Collection<String> shown) {
        if (wishes.isEmpty()) {
            return new AdmissionResult(List.of(), List.of(), 0);
        }
        known.look();
        SimilarLines echoes = likeness(shown);
        SimilarLines fresh = new SimilarLines();
        List<String> lines = new ArrayList<>();
        List<AdmissionResult.Refused> refused = new ArrayList<>();
        int redactions = 0;
        for (ProposedLine wish : wishes) {
            Redaction redaction = Redaction.of(SafeText.visible(wish.text()));
            String text = plain(redaction.text());
            if (isEmpty(text)) {
                boolean isBlank = text.codePoints().noneMatch(Character::isLetterOrDigit);
                refused.add(new AdmissionResult.Refused(
                        wish, isBlank ? AdmissionResult.Reason.EMPTY : AdmissionResult.Reason.SHORT));
            } else if (echoes.knows(text) && !isNews(text, echoes)) {
                refused.add(new AdmissionResult.Refused(wish, AdmissionResult.Reason.ECHO));
            } else if ((known.knows(text) && !isNews(text, echoes)) || isTold(text, fresh, lines)) {
                refused.add(new AdmissionResult.Refused(wish, AdmissionResult.Reason.KNOWN));
            } else {
                fresh.add(text);
                redactions += redaction.places().size();
                lines.add("- " + text + " " + wish.source().written());
            }
        }
        return new AdmissionResult(lines, refused, redactions);
    }

    /** Whether one of the lines before says the same; one that it contradicts does not. */
    private static boolean isTold(String text, SimilarLines fresh, List<String> lines) {
        return fresh.knows(text)
                && (fresh.knowsWords(text) || lines.stream().noneMatch(line -> Supersession.replaces(text, line)));
    }

    /** Whether a line that is like a known one replaces it: the same sentence with another name at its end. */
    private boolean isNews(String text, SimilarLines echoes) {
        return !echoes.knowsWords(text)
                && !known.knowsWords(text)
                && curated().stream()
                        .flatMap(page -> page.text().lines())
                        .anyMatch(line -> !SupersededLine.isMarked(line) && Supersession.replaces(text, line));
    }

    /** The curated facts and the newest topics, as they are now. */
    synchronized List<Page> curated() {
        return known.curated();
    }

    /** Those texts, of several lines each, that say nothing new: every line is known, or was shown to the session. */
    public synchronized Set<String> echoes(Collection<String> texts, Collection<String> shown) {
        known.look();
        SimilarLines echoes = likeness(shown);
        return texts.stream()
                .filter(text -> text.lines()
                        .map(Admission::line)
                        .allMatch(line -> isEmpty(line) || echoes.knows(line) || known.knows(line)))
                .collect(Collectors.toUnmodifiableSet());
    }

    private static SimilarLines likeness(Collection<String> texts) {
        SimilarLines likeness = new SimilarLines();
        texts.stream().flatMap(String::lines).forEach(likeness::add);
        return likeness;
    }

    /** A longer text, such as the body of a topic: without secrets, and inert; what it says is not compared. */
    public static String text(String text) {
        return SafeText.text(Redaction.of(SafeText.visible(text)).text());
    }

    /** A text of one line, such as a name or a description. */
    public static String line(String text) {
        return plain(Redaction.of(SafeText.visible(text)).text());
    }

    /** How many characters of {@link #MAX_CHARACTERS} a text takes as a line. */
    public static int length(String text) {
        return whole(Redaction.of(SafeText.visible(text)).text()).length();
    }

    private static String plain(String text) {
        return SafeText.cut(whole(text), MAX_CHARACTERS);
    }

    private static String whole(String text) {
        String line = LIST_MARK.matcher(SafeText.line(text)).replaceFirst("");
        return LineSource.without(" " + line).strip();
    }

    private static boolean isEmpty(String text) {
        return text.codePoints()
                                .filter(Character::isLetterOrDigit)
                                .limit(MIN_LETTERS)
                                .count()
                        < MIN_LETTERS
                && text.codePoints().noneMatch(Character::isIdeographic);
    }
}
