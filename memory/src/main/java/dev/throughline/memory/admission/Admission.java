package dev.throughline.memory.admission;

import dev.throughline.memory.secret.Redaction;
import dev.throughline.memory.workspace.Page;
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.model.text.TextCut;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Checks the lines that programs want to write into the memory of one workspace. Safe for use by many threads. */
public final class Admission {
    /** The most characters of a line of memory. A longer text belongs into a topic. */
    public static final int MAX_CHARACTERS = 1_000;

    /** A line with fewer letters is refused. */
    public static final int MIN_LETTERS = 3;

    private static final Pattern LIST_MARK = Pattern.compile("^(?:[-*+•]|[0-9]{1,3}[.)])\\s+(?:\\[[ xX]] )?");

    private final MemoryLines memoryLines;
    private boolean isLoaded;

    public Admission(Workspace workspace) {
        this.memoryLines = new MemoryLines(workspace, MemoryLines.MAX_LINES);
    }

    /**
     * Reads the memory if nothing was read yet. A caller that will hold the workspace's lock calls this before it takes
     * the lock, so that nobody waits while a large memory is read for the first time.
     */
    public synchronized void load() {
        if (!isLoaded) {
            memoryLines.refresh();
            isLoaded = true;
        }
    }

    /**
     * Decides which lines may be written.
     *
     * @param shown lines of memory that were in the session's prompt
     */
    public synchronized AdmissionResult admit(List<ProposedLine> proposed, Collection<String> shown) {
        if (proposed.isEmpty()) {
            return new AdmissionResult(List.of(), List.of(), 0);
        }
        memoryLines.refresh();
        SimilarLines echoes = SimilarLines.of(shown);
        SimilarLines admitted = new SimilarLines();
        List<String> lines = new ArrayList<>();
        List<AdmissionResult.Refused> refused = new ArrayList<>();
        int redactions = 0;
        for (ProposedLine line : proposed) {
            Redaction redaction = Redaction.of(SafeText.visible(line.text()));
            String text = shortened(redaction.text());
            if (isTooShort(text)) {
                boolean isBlank = text.codePoints().noneMatch(Character::isLetterOrDigit);
                refused.add(new AdmissionResult.Refused(
                        line, isBlank ? AdmissionResult.RefusalReason.EMPTY : AdmissionResult.RefusalReason.SHORT));
            } else if (echoes.contains(text) && !replacesCurated(text, echoes)) {
                refused.add(new AdmissionResult.Refused(line, AdmissionResult.RefusalReason.ECHO));
            } else if ((memoryLines.contains(text) && !replacesCurated(text, echoes))
                    || repeats(text, admitted, lines)) {
                refused.add(new AdmissionResult.Refused(line, AdmissionResult.RefusalReason.KNOWN));
            } else {
                admitted.add(text);
                redactions += redaction.secrets().size();
                lines.add(line.source().line(text));
            }
        }
        return new AdmissionResult(lines, refused, redactions);
    }

    /** Whether an admitted line is similar and is not contradicted by this one. */
    private static boolean repeats(String text, SimilarLines admitted, List<String> lines) {
        return admitted.contains(text)
                && (admitted.containsWords(text)
                        || lines.stream().noneMatch(line -> Supersession.replaces(text, line)));
    }

    /** Whether a line that is similar to a known one replaces it: the same sentence with another name at its end. */
    private boolean replacesCurated(String text, SimilarLines echoes) {
        return !echoes.containsWords(text)
                && !memoryLines.containsWords(text)
                && curated().stream()
                        .flatMap(page -> page.text().lines())
                        .anyMatch(line -> !SupersededLine.isMarked(line) && Supersession.replaces(text, line));
    }

    /** The curated facts and the newest topics, as they are now. */
    synchronized List<Page> curated() {
        return memoryLines.curated();
    }

    /** The texts whose lines are all known or were all shown to the session. */
    public synchronized Set<String> echoes(Collection<String> texts, Collection<String> shown) {
        memoryLines.refresh();
        SimilarLines echoes = SimilarLines.of(shown);
        return texts.stream()
                .filter(text -> text.lines()
                        .map(Admission::line)
                        .allMatch(line -> isTooShort(line) || echoes.contains(line) || memoryLines.contains(line)))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Removes secrets and tags from a longer text, such as the body of a topic. It is not compared with memory. */
    public static String text(String text) {
        return SafeText.text(SafeText.withoutSecrets(text));
    }

    /** Removes secrets and tags from a text of one line, such as a name or a description. */
    public static String line(String text) {
        return shortened(SafeText.withoutSecrets(text));
    }

    /** A line of memory without secrets and tags, with list mark and source; empty if nothing is left of the text. */
    public static Optional<String> line(String text, LineSource source) {
        String line = line(text);
        return line.isEmpty() ? Optional.empty() : Optional.of(source.line(line));
    }

    /** The number of characters of a text as one line, before it is cut at {@link #MAX_CHARACTERS}. */
    public static int length(String text) {
        return oneLine(SafeText.withoutSecrets(text)).length();
    }

    private static String shortened(String text) {
        return TextCut.to(oneLine(text), MAX_CHARACTERS);
    }

    private static String oneLine(String text) {
        String line = LIST_MARK.matcher(SafeText.line(text)).replaceFirst("");
        return LineSource.without(" " + line).strip();
    }

    private static boolean isTooShort(String text) {
        return text.codePoints().filter(Character::isLetterOrDigit).count() < MIN_LETTERS
                && text.codePoints().noneMatch(Character::isIdeographic);
    }
}
