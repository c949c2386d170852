package dev.throughline.memory.inject;

import dev.throughline.memory.admission.DailyLog;
import dev.throughline.memory.admission.LineSource;
import dev.throughline.memory.admission.SupersededLine;
import dev.throughline.memory.admission.Supersession;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.model.SessionRef;
import dev.throughline.model.text.TextCut;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One line that a program wrote from what was said in a session.
 *
 * @param page the page that contains it
 * @param text without list mark and source
 */
record LearntFact(MemoryPath page, String text, LineSource source) {
    /** The newest day first; the order within a day is unchanged. */
    static final Comparator<LearntFact> NEWEST_FIRST =
            Comparator.comparing((LearntFact fact) -> fact.source().date()).reversed();

    /** The maximum length of a shown line. The page contains the whole line. */
    private static final int MAX_CHARACTERS = 240;

    /** The maximum length of a shown line about what a session worked on. */
    private static final int MAX_WORK_CHARACTERS = 120;

    private static final Pattern LIST_MARK = Pattern.compile("^\\s*[-*] ");

    /** The label that rules put before the message of a person. */
    private static final Pattern LABEL = Pattern.compile("^User(?: corrected)?: ");

    /** The fact in a line; empty for a line that a person wrote or asked for. */
    static Optional<LearntFact> of(MemoryPath page, String line) {
        if (SupersededLine.isMarked(line)) {
            return Optional.empty();
        }
        return LineSource.of(line).filter(LineSource::isSession).map(source -> {
            String text = LIST_MARK.matcher(LineSource.without(line)).replaceFirst("");
            return new LearntFact(page, LABEL.matcher(text).replaceFirst(""), source);
        });
    }

    /** All facts of a page, newest (last) first. */
    static List<LearntFact> all(MemoryPath page, String text) {
        return text.lines().toList().reversed().stream()
                .flatMap(each -> of(page, each).stream())
                .toList();
    }

    /** Whether it was learnt from this session. */
    boolean isOf(SessionRef session) {
        return session.id().toString().endsWith(source.session());
    }

    /** Whether a later line supersedes it. */
    boolean isOutdated(Supersession lines) {
        return lines.isOutdated(text + " " + source.format(), source.date());
    }

    /** Whether it describes what a session worked on, which is not a lasting fact. */
    boolean isAboutWork() {
        return page.isUnder("memory") && text.startsWith(DailyLog.WORKED_ON);
    }

    /** Its text, shortened if it is long. */
    String cut() {
        return TextCut.to(text, isAboutWork() ? MAX_WORK_CHARACTERS : MAX_CHARACTERS);
    }

    /** The line that a model is shown. */
    String shown() {
        return "- " + cut() + " " + source.shortFormat();
    }
}
