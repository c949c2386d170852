package dev.throughline.memory.admission;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Finds out whether one line of memory replaces another, and which of many lines are outdated. A line replaces an
 * earlier one if
 *
 * <ul>
 *   <li>it states another value of the same kind for the same thing: another weekday, number, tool or owner;
 *   <li>one of them negates the other: always and never, use and no longer use;
 *   <li>it rejects what the earlier one says, if the earlier one says nothing else: pnpm instead of npm.
 * </ul>
 *
 * <p>Lines that are only similar are both true: the port of staging is not the port of production. Not safe for use by
 * many threads.
 */
public final class Supersession {
    /** The share of a line's words that may be missing from the line that rejects it. */
    private static final int MAX_MISSING_PERCENT = 33;

    /** Lines that state nothing: headings, and entries of the topic index. */
    private static final Pattern NO_STATEMENT = Pattern.compile("\\s*|#.*|\\s*[-*] \\[[^\\]]*]\\([^)\\s]+\\).*|---");

    private record DatedLine(String line, ParsedLine parsed, LocalDate date) {}

    private final Map<String, List<DatedLine>> byWord = new HashMap<>();
    private final Set<String> superseded = new HashSet<>();

    public static boolean replaces(String newer, String older) {
        return isShort(newer) && isShort(older) && replaces(ParsedLine.of(newer), ParsedLine.of(older));
    }

    /** Adds a line that is true since a day. A line that is marked as superseded makes copies of it outdated. */
    public void add(String line, LocalDate date) {
        if (SupersededLine.isMarked(line)) {
            SupersededLine.original(line).ifPresent(superseded::add);
        } else if (isShort(line)) {
            DatedLine dated = new DatedLine(line, ParsedLine.of(line), date);
            for (String key : keys(dated.parsed())) {
                byWord.computeIfAbsent(key, _ -> new ArrayList<>()).add(dated);
            }
        }
    }

    /** Adds the lines of a text, each with the day of its source. A line without source, by a person, is the newest. */
    public void addAll(String text) {
        for (String line : text.lines().toList()) {
            if (!NO_STATEMENT.matcher(line).matches()) {
                add(line, LineSource.of(line).map(LineSource::date).orElse(LocalDate.MAX));
            }
        }
    }

    /** Whether a line of a later day replaces this one, or a copy of it is marked as superseded. */
    public boolean isOutdated(String line, LocalDate date) {
        String text = line.replaceFirst("^\\s*(?:[-*+] )?", "").stripTrailing();
        return superseded.contains(text) || replacement(line, date).isPresent();
    }

    /** A line of a later day that replaces this one. */
    private Optional<String> replacement(String line, LocalDate date) {
        if (byWord.isEmpty() || !isShort(line)) {
            return Optional.empty();
        }
        ParsedLine older = ParsedLine.of(line);
        return keys(older).stream()
                .flatMap(key -> byWord.getOrDefault(key, List.of()).stream())
                .distinct()
                .filter(newer -> newer.date().isAfter(date) && replaces(newer.parsed(), older))
                .map(DatedLine::line)
                .findFirst();
    }

    /**
     * Marks every line of a text that one of the new lines replaces.
     *
     * @param by the source that is used for a new line without one
     */
    public static String marked(String text, Collection<String> newLines, LineSource by) {
        Supersession lines = new Supersession();
        newLines.forEach(line -> lines.add(line, LocalDate.MAX));
        StringBuilder marked = new StringBuilder();
        for (String line : text.lines().toList()) {
            boolean isStatement = !NO_STATEMENT.matcher(line).matches() && !SupersededLine.isMarked(line);
            Optional<String> newer = isStatement ? lines.replacement(line, LocalDate.MIN) : Optional.empty();
            marked.append(newer.map(each -> SupersededLine.mark(
                                    line, LineSource.of(each).orElse(by)))
                            .orElse(line))
                    .append('\n');
        }
        return text.isEmpty() || text.endsWith("\n") ? marked.toString() : marked.substring(0, marked.length() - 1);
    }

    private static boolean isShort(String line) {
        return line.length() <= ParsedLine.MAX_CHARACTERS + 100
                && LineSource.without(line).length() <= ParsedLine.MAX_CHARACTERS;
    }

    private static Set<String> keys(ParsedLine line) {
        Set<String> keys = new HashSet<>(line.content());
        keys.addAll(line.values().keySet());
        keys.addAll(line.rejected());
        return keys;
    }

    private static boolean replaces(ParsedLine newer, ParsedLine older) {
        return !newer.isAdded()
                && (isRejected(newer, older)
                        || isDenied(newer, older)
                        || hasOtherValue(newer, older)
                        || hasOtherName(newer, older));
    }

    /** The newer line names what is no longer true, and the older one says only that. */
    private static boolean isRejected(ParsedLine newer, ParsedLine older) {
        Set<String> rest = new HashSet<>(older.content());
        if (newer.rejected().isEmpty() || older.isDenied() || !rest.containsAll(newer.rejected())) {
            return false;
        }
        rest.removeAll(newer.rejected());
        int all = rest.size();
        rest.removeAll(newer.content());
        int limit = Math.max(newer.isReplaced() ? 1 : 0, all * MAX_MISSING_PERCENT / 100);
        return rest.size() <= limit;
    }

    /** One line negates the other. */
    private static boolean isDenied(ParsedLine newer, ParsedLine older) {
        if (newer.isDenied() == older.isDenied() || newer.content().isEmpty()) {
            return false;
        }
        boolean isPart =
                newer.isEnded() && newer.content().size() > 1 && older.content().containsAll(newer.content());
        return isPart || newer.content().equals(older.content());
    }

    /** The same words, and another value of one kind. */
    private static boolean hasOtherValue(ParsedLine newer, ParsedLine older) {
        if (newer.isDenied()
                || older.isDenied()
                || !newer.words().equals(older.words())
                || !newer.values().keySet().equals(older.values().keySet())) {
            return false;
        }
        List<String> differing = newer.values().keySet().stream()
                .filter(kind -> !newer.valuesOf(kind).equals(older.valuesOf(kind)))
                .toList();
        if (differing.size() != 1) {
            return false;
        }
        String kind = differing.getFirst();
        boolean isOne = newer.valuesOf(kind).size() == 1 && older.valuesOf(kind).size() == 1;
        boolean isMeasure = StatedValue.isMeasure(kind);
        boolean isOnlyScope = newer.scoped().contains(kind) && newer.values().size() > 1;
        return isOne && !isOnlyScope && !(isMeasure && newer.words().isEmpty());
    }

    /** Another name for a thing that has one name at a time. */
    private static boolean hasOtherName(ParsedLine newer, ParsedLine older) {
        if (newer.naming().isEmpty() || older.naming().isEmpty()) {
            return false;
        }
        ParsedLine.Naming next = newer.naming().get();
        ParsedLine.Naming last = older.naming().get();
        return next.subject().equals(last.subject())
                && next.link().equals(last.link())
                && !next.name().equals(last.name());
    }
}
