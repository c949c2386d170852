package dev.throughline.memory.consolidate;

import dev.throughline.memory.admission.LineSource;
import dev.throughline.memory.conversation.ApproximateTokens;
import dev.throughline.model.Hash;
import dev.throughline.model.text.TextCut;
import java.util.List;
import java.util.Set;

/**
 * What a merge of rollouts comes to, before it is checked and written.
 *
 * @param added new lines for {@code MEMORY.md}, with list mark and source
 * @param removed lines of {@code MEMORY.md} that are no longer true, word for word
 * @param summary the whole of {@code memory_summary.md}
 */
record Merger(List<String> added, List<String> removed, String summary, List<Skill> skills) {
    static final int MOST_ADDED = 60;
    static final int MOST_SKILLS = 5;

    /** How a correction begins that rules found. Most are about the moment, so they stay with their session. */
    static final String CORRECTED = "User corrected: ";

    private static final int MOST_WORK = 10;
    private static final int MOST_LINE = 140;

    Merger {
        added = List.copyOf(added);
        removed = List.copyOf(removed);
        skills = List.copyOf(skills);
    }

    /** A procedure that proved stable. */
    record Skill(String name, String description, String body) {}

    /** Without a helper: every memory that may last, and a summary that says of the newest sessions what they did. */
    static Merger byRules(List<Rollout> rollouts, int summaryTokens) {
        StringBuilder work = new StringBuilder();
        List<Rollout> newest = rollouts.stream()
                .sorted((one, other) -> other.updated().compareTo(one.updated()))
                .toList();
        List<String> added = newest.stream()
                .flatMap(rollout -> rollout.memories().stream())
                .filter(line -> !line.startsWith("- " + CORRECTED))
                .toList();
        newest.stream().limit(MOST_WORK).forEach(rollout -> {
            String date = rollout.updated().toString().substring(0, 10);
            String task = rollout.summary().lines().findFirst().orElse("");
            work.append("- ")
                    .append(date)
                    .append(": ")
                    .append(TextCut.to(task, MOST_LINE))
                    .append('\n');
        });
        String summary = work.isEmpty() ? "" : "# Recent work\n" + work;
        return new Merger(added, List.of(), ApproximateTokens.first(summary, summaryTokens), List.of());
    }

    /** The same without lines that were put there before: if one is there no longer, it was taken away. */
    Merger without(Set<String> given) {
        List<String> fresh =
                added.stream().filter(line -> !given.contains(key(line))).toList();
        return new Merger(fresh, removed, summary, skills);
    }

    /** By which a line is known: its words and the session they come from. Said again elsewhere, it is another. */
    static String key(String line) {
        String session = LineSource.of(line).map(LineSource::session).orElse("");
        return Hash.of(LineSource.without(line).strip() + "\n" + session).text();
    }

    /** Whether it may replace what is there: something to show, and no more taken away than a small change does. */
    boolean isSound(long learnt, int summaryTokens) {
        return !summary.isBlank()
                && ApproximateTokens.tokens(summary) <= summaryTokens
                && added.size() <= MOST_ADDED
                && removed.size() <= 5 + learnt / 4
                && skills.size() <= MOST_SKILLS
                && skills.stream()
                        .allMatch(skill ->
                                !skill.name().isBlank() && skill.body().lines().count() > 1);
    }
}
