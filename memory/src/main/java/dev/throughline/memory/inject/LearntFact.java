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
 * One line that was learnt from a session.
 *
 * @param page where it stands
 * @param text without list mark and source
 */
record LearntFact(MemoryPath page, String text, LineSource source) {
    /** The newest day first; of one day, the order stays. */
    static final Comparator<LearntFact> NEWEST_FIRST =
            Comparator.comparing((LearntFact fact) -> fact.source().date()).reversed();

    /** A line is to know of; who wants the whole reads the page. */
    private static final int MAX_CHARACTERS = 240;

    /** Of a line in a log that tells what was worked on. */
    private static final int MAX_WORK_CHARACTERS = 120;

    private static final Pattern LIST_MARK = Pattern.compile("^\\s*[-*] ");

    /** What rules put before the words of a person; those words are the same without. */
    private static final Pattern LABEL = Pattern.compile("^User(?: corrected)?: ");

    /** The fact in a line, if it is one that was learnt; a line that somebody wrote or asked for is not. */
    static Optional<LearntFact> of(MemoryPath page, String written) {
        if (SupersededLine.isMarked(written)) {
            return Optional.empty();
        }
        return LineSource.of(written).filter(LineSource::isSession).map(source -> {
            String text = LIST_MARK.matcher(LineSource.without(written)).replaceFirst("");
            return new LearntFact(page, LABEL.matcher(text).replaceFirst(""), source);
        });
    }

    /** All facts of a page, the last one first, which is the newest. */
    static List<LearntFact> all(MemoryPath page, String text) {
        return text.lines().toList().reversed().stream()
                .flatMap(line -> of(page, line).stream())
                .toList();
    }

    /** Whether it was said in this session. */
    boolean isOf(SessionRef session) {
        return session.id().toString().endsWith(source.session());
    }

    /** Whether lines that were said later replace it. */
    boolean isOutdated(Supersession lines) {
        return lines.isOutdated(text + " " + source.written(), source.date());
    }

    /** Whether it tells what a session worked on, and nothing that lasts. */
    boolean isAboutWork() {
        return page.isUnder("memory") && text.startsWith(DailyLog.WORKED_ON);
    }

    /** Its text, cut if it is long. */
    String cut() {
        return TextCut.to(text, isAboutWork() ? MAX_WORK_CHARACTERS : MAX_CHARACTERS);
    }

    /** As a model is shown it. */
    String shown() {
        return "- " + cut() + " " + source.brief();
    }
}
