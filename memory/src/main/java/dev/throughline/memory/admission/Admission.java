package dev.throughline.memory.admission;

import dev.throughline.memory.secret.Redaction;
import dev.throughline.memory.workspace.Listing;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.Page;
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.model.ProxyException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The gate of one workspace. It reads what is there when it is asked, and reads a page again only if its size or time
 * has changed. Safe for use by many threads, one at a time.
 */
public final class Admission {
    /** The most characters a line of memory may have; what is longer belongs into a topic. */
    public static final int MOST_CHARACTERS = 1_000;

    /** Below this many letters a line says nothing. */
    private static final int FEWEST_LETTERS = 3;

    private static final Pattern LIST_MARK = Pattern.compile("^(?:[-*+•]|[0-9]{1,3}[.)])\\s+(?:\\[[ xX]] )?");
    private static final Logger LOG = LoggerFactory.getLogger(Admission.class);

    private record Read(Listing.Entry entry, List<String> lines) {}

    private final Workspace workspace;
    private final Map<MemoryPath, Read> pages = new HashMap<>();

    public Admission(Workspace workspace) {
        this.workspace = workspace;
    }

    /**
     * Lets wishes through, or not.
     *
     * @param shown lines of memory that the session had before its eyes when it said this
     */
    public synchronized Admitted admit(List<Wish> wishes, Collection<String> shown) {
        Likeness echoes = new Likeness();
        shown.stream().flatMap(String::lines).forEach(echoes::add);
        Likeness known = known();
        List<String> lines = new ArrayList<>();
        List<Admitted.Refused> refused = new ArrayList<>();
        int redactions = 0;
        for (Wish wish : wishes) {
            Redaction redaction = Redaction.of(wish.text());
            String text = plain(redaction.text());
            if (isEmpty(text)) {
                refused.add(new Admitted.Refused(wish, Admitted.Reason.EMPTY));
            } else if (echoes.same(text).isPresent()) {
                refused.add(new Admitted.Refused(wish, Admitted.Reason.ECHO));
            } else if (known.same(text).isPresent()) {
                refused.add(new Admitted.Refused(wish, Admitted.Reason.KNOWN));
            } else {
                known.add(text);
                redactions += redaction.places().size();
                lines.add("- " + text + " " + wish.source().written());
            }
        }
        return new Admitted(lines, refused, redactions);
    }

    /** A longer text, such as the body of a topic: without secrets, and inert; what it says is not compared. */
    public static String text(String text) {
        return Inert.text(Redaction.of(text).text());
    }

    /** A text of one line, such as a name or a description. */
    public static String line(String text) {
        return plain(Redaction.of(text).text());
    }

    private static String plain(String text) {
        String line = LIST_MARK.matcher(Inert.line(text)).replaceFirst("");
        String bare = Source.without(" " + line).strip();
        if (bare.length() <= MOST_CHARACTERS) {
            return bare;
        }
        int end =
                Character.isLowSurrogate(bare.charAt(MOST_CHARACTERS - 1)) ? MOST_CHARACTERS - 2 : MOST_CHARACTERS - 1;
        return bare.substring(0, end) + "…";
    }

    private static boolean isEmpty(String text) {
        return text.codePoints()
                                .filter(Character::isLetterOrDigit)
                                .limit(FEWEST_LETTERS)
                                .count()
                        < FEWEST_LETTERS
                && text.codePoints().noneMatch(Character::isIdeographic);
    }

    /** Every line of memory, those of the newest pages first. Notes of single sessions are no memory yet. */
    private Likeness known() {
        Likeness known = new Likeness();
        List<Listing.Entry> entries = new ArrayList<>(workspace.list().pages());
        entries.removeIf(entry -> entry.path().isUnder("rollouts")
                || entry.path().isUnder("notes")
                || entry.path().equals(MemoryPath.RAW));
        pages.keySet().retainAll(entries.stream().map(Listing.Entry::path).collect(Collectors.toSet()));
        entries.sort(Comparator.comparing(Listing.Entry::modified).reversed());
        entries.forEach(entry -> lines(entry).forEach(known::add));
        return known;
    }

    private List<String> lines(Listing.Entry entry) {
        Read read = pages.get(entry.path());
        if (read == null || !read.entry().equals(entry)) {
            read = new Read(entry, read(entry.path()));
            pages.put(entry.path(), read);
        }
        return read.lines();
    }

    /** A page that cannot be read has nothing to compare with; the gate must not close for it. */
    private List<String> read(MemoryPath path) {
        try {
            return workspace.read(path).map(Page::lines).orElse(List.of()).stream()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        } catch (ProxyException e) {
            LOG.debug("{} is not compared with: {}", path, e.getMessage());
            return List.of();
        }
    }
}
