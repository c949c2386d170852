package dev.throughline.memory.consolidate;

import dev.throughline.memory.admission.Admission;
import dev.throughline.memory.admission.LineSource;
import dev.throughline.memory.topic.FrontMatter;
import dev.throughline.memory.topic.Slug;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.Page;
import dev.throughline.model.Hash;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The extract of one finished session, on a page {@code rollouts/TIME_HASH_SLUG.md}:
 *
 * <pre>
 *   ---
 *   session: 0198c5a0-7b2e-7000-8000-000000000001
 *   updated: 2026-04-05T10:15:00Z       the time of its last turn
 *   ---
 *   Moved the parser to the new lexer.  the summary
 *
 *   ## Memories
 *   - Releases are cut on Thursdays. (2026-04-05, 0198c5a0-…/ab12cd34)
 * </pre>
 *
 * @param memories whole lines with list mark and source
 */
record Rollout(MemoryPath path, String session, Instant updated, String summary, List<String> memories) {
    static final String FOLDER = "rollouts";

    private static final String MEMORIES = "## Memories";
    private static final Pattern OTHER_MEMORIES = Pattern.compile("(?mi)^\\h*#+\\h*Memories\\b");

    Rollout {
        memories = List.copyOf(memories);
        // A summary must not contain the heading of the section after it.
        summary = OTHER_MEMORIES.matcher(summary).replaceAll("Memories");
    }

    /** The part of the page's name by which the page of a session is found. */
    static String hash(String session) {
        return Hash.of(session).handle();
    }

    static MemoryPath path(String session, Instant updated, String slug) {
        String time = updated.truncatedTo(ChronoUnit.MINUTES)
                .toString()
                .replace(":", "-")
                .replaceAll("-00Z$|Z$", "");
        return new MemoryPath(FOLDER + "/" + time + "_" + hash(session) + "_" + Slug.of(slug) + ".md");
    }

    /** The day of its last turn. */
    LocalDate day() {
        return day(updated);
    }

    private static LocalDate day(Instant time) {
        return LocalDate.ofInstant(time, ZoneOffset.UTC);
    }

    String format() {
        String lines = memories.isEmpty() ? "" : "\n" + MEMORIES + "\n" + String.join("\n", memories) + "\n";
        return FrontMatter.ofBody(summary.strip() + "\n" + lines)
                .with("session", session)
                .with("updated", updated.toString())
                .format();
    }

    /** The rollout on a page; empty if a person edited the page and it is no longer a rollout. */
    static Optional<Rollout> of(Page page) {
        FrontMatter matter = FrontMatter.of(page.text());
        int at = matter.body().indexOf(MEMORIES);
        String summary = at < 0 ? matter.body() : matter.body().substring(0, at);
        Stream<String> lines =
                at < 0 ? Stream.of() : matter.body().substring(at).lines();
        try {
            Instant updated = Instant.parse(matter.field("updated"));
            LineSource source = new LineSource(day(updated), matter.field("session"), "");
            // A person may have added lines, with secrets or without a source.
            List<String> memories = lines.filter(line -> line.startsWith("- "))
                    .flatMap(line -> Admission.line(line, LineSource.of(line).orElse(source)).stream())
                    .toList();
            return Optional.of(new Rollout(
                    page.path(),
                    matter.field("session"),
                    updated,
                    Admission.text(summary).strip(),
                    memories));
        } catch (DateTimeException e) {
            return Optional.empty(); // Without its time it cannot be sorted.
        }
    }
}
