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
 * Whether one line of memory takes the place of another, and which of many lines no longer hold. A line replaces an
 * earlier one if
 *
 * <ul>
 *   <li>it gives another value of the same kind for the same thing: another weekday, number, tool of a kind, owner;
 *   <li>it denies what the earlier one says, or the other way round: always and never, use and no longer use;
 *   <li>it names what it rejects, the earlier one says that, and is about nothing else: pnpm instead of npm.
 * </ul>
 *
 * <p>Lines that are merely alike stand beside each other: the port of staging says nothing of the port of production.
 * Not safe for use by many threads.
 */
public final class Supersession {
    /** Of a longer line, so many words in a hundred may be missing from the line that rejects it. */
    private static final int MAX_MISSING_PERCENT = 33;

    /** Lines that say nothing by themselves: headings, and those of the index of topics. */
    private static final Pattern PASSED_OVER = Pattern.compile("\\s*|#.*|\\s*[-*] \\[[^\\]]*]\\([^)\\s]+\\).*|---");

    private record Dated(String line, ParsedLine claim, LocalDate date) {}

    private final Map<String, List<Dated>> byWord = new HashMap<>();
    private final Set<String> gone = new HashSet<>();

    /** Whether a line takes the place of an earlier one. */
    public static boolean replaces(String newer, String older) {
        return isShort(newer) && isShort(older) && replaces(ParsedLine.of(newer), ParsedLine.of(older));
    }

    /** Adds a line that holds since a day. A line that was marked as superseded tells that its words hold no longer. */
    public void add(String line, LocalDate date) {
        if (SupersededLine.isMarked(line)) {
            SupersededLine.original(line).ifPresent(gone::add);
        } else if (isShort(line)) {
            Dated dated = new Dated(line, ParsedLine.of(line), date);
            keys(dated.claim())
                    .forEach(key ->
                            byWord.computeIfAbsent(key, _ -> new ArrayList<>()).add(dated));
        }
    }

    /** Adds the lines of a text, each since the day that its source names; what a person wrote holds in any case. */
    public void addAll(String text) {
        for (String line : text.lines().toList()) {
            if (!PASSED_OVER.matcher(line).matches()) {
                add(line, LineSource.of(line).map(LineSource::date).orElse(LocalDate.MAX));
            }
        }
    }

    /** Whether a line of a day holds no longer: a later day's line replaces it, or a copy of it was marked. */
    public boolean isOutdated(String line, LocalDate date) {
        String text = line.replaceFirst("^\\s*(?:[-*+] )?", "").stripTrailing();
        return gone.contains(text) || replacement(line, date).isPresent();
    }

    /** The line of a later day that replaces one, if there is any. */
    private Optional<String> replacement(String line, LocalDate date) {
        if (byWord.isEmpty() || !isShort(line)) {
            return Optional.empty();
        }
        ParsedLine older = ParsedLine.of(line);
        return keys(older).stream()
                .flatMap(key -> byWord.getOrDefault(key, List.of()).stream())
                .distinct()
                .filter(newer -> newer.date().isAfter(date) && replaces(newer.claim(), older))
                .map(Dated::line)
                .findFirst();
    }

    /**
     * A text in which every line is marked that one of these lines replaces.
     *
     * @param by where a line comes from that names no source
     */
    public static String marked(String text, Collection<String> fresh, LineSource by) {
        Supersession lines = new Supersession();
        fresh.forEach(line -> lines.add(line, LocalDate.MAX));
        StringBuilder marked = new StringBuilder();
        for (String line : text.lines().toList()) {
            boolean isSaid = !PASSED_OVER.matcher(line).matches() && !SupersededLine.isMarked(line);
            Optional<String> newer = isSaid ? lines.replacement(line, LocalDate.MIN) : Optional.empty();
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

    private static Set<String> keys(ParsedLine claim) {
        Set<String> keys = new HashSet<>(claim.content());
        keys.addAll(claim.values().keySet());
        keys.addAll(claim.rejected());
        return keys;
    }

    private static boolean replaces(ParsedLine newer, ParsedLine older) {
        return !newer.isAdded()
                && (isRejected(newer, older)
                        || isDenied(newer, older)
                        || hasOtherValue(newer, older)
                        || hasOtherName(newer, older));
    }

    /** The newer one says by name what holds no longer, and the older one is about that. */
    private static boolean isRejected(ParsedLine newer, ParsedLine older) {
        Set<String> rest = new HashSet<>(older.content());
        if (newer.rejected().isEmpty() || older.isDenied() || !rest.containsAll(newer.rejected())) {
            return false;
        }
        rest.removeAll(newer.rejected());
        int all = rest.size();
        rest.removeAll(newer.content());
        int most = newer.isReplaced() ? Math.max(1, all * MAX_MISSING_PERCENT / 100) : all * MAX_MISSING_PERCENT / 100;
        return rest.size() <= most;
    }

    /** One says that it is so, the other that it is not. */
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
        boolean isMeasure = new ValueKinds.Value(kind, "").isMeasure();
        boolean isOnlyScope = newer.isScoped().contains(kind) && newer.values().size() > 1;
        return isOne && !isOnlyScope && !(isMeasure && newer.words().isEmpty());
    }

    /** Another name for what has one name at a time. */
    private static boolean hasOtherName(ParsedLine newer, ParsedLine older) {
        return newer.slot().isPresent()
                && older.slot().isPresent()
                && newer.slot().get().of().equals(older.slot().get().of())
                && newer.slot().get().link().equals(older.slot().get().link())
                && !newer.slot().get().name().equals(older.slot().get().name());
    }
}
