package dev.throughline.memory.consolidate;

import dev.throughline.memory.admission.Admission;
import dev.throughline.memory.admission.LineSource;
import dev.throughline.memory.conversation.ApproximateTokens;
import dev.throughline.model.Hash;
import dev.throughline.model.text.TextCut;
import dev.throughline.wire.json.Json;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A proposed merge of rollouts, by the helper model or by rules, before it is checked and written.
 *
 * @param added new lines for {@code MEMORY.md}, with list mark and source
 * @param removed whole lines of {@code MEMORY.md} that are no longer true
 * @param summary the new text of {@code memory_summary.md}
 */
record MergeProposal(List<String> added, List<String> removed, String summary, List<Skill> skills) {
    static final int MAX_ADDED = 60;
    static final int MAX_SKILLS = 5;

    /** The prefix of a correction that rules found. Most apply only at the moment, so they stay in their rollout. */
    static final String CORRECTED = "User corrected: ";

    private static final int MAX_SESSIONS_IN_SUMMARY = 10;
    private static final int MAX_TASK_LENGTH = 140;

    MergeProposal {
        added = List.copyOf(added);
        removed = List.copyOf(removed);
        skills = List.copyOf(skills);
    }

    /** A procedure that worked in several sessions. */
    record Skill(String name, String description, String body) {}

    /** The proposal of the rules: all memories except corrections, and one line for each of the newest sessions. */
    static MergeProposal byRules(List<Rollout> rollouts, int summaryTokens) {
        List<Rollout> newest = rollouts.stream()
                .sorted(Comparator.comparing(Rollout::updated).reversed())
                .toList();
        List<String> added = newest.stream()
                .flatMap(rollout -> rollout.memories().stream())
                .filter(line -> !line.startsWith("- " + CORRECTED))
                .toList();
        String work = newest.stream()
                .limit(MAX_SESSIONS_IN_SUMMARY)
                .map(rollout -> "- " + rollout.day() + ": "
                        + TextCut.to(rollout.summary().lines().findFirst().orElse(""), MAX_TASK_LENGTH) + "\n")
                .collect(Collectors.joining());
        String summary = work.isEmpty() ? "" : "# Recent work\n" + work;
        return new MergeProposal(added, List.of(), ApproximateTokens.first(summary, summaryTokens), List.of());
    }

    /** Reads the helper model's answer. Lines that name no rollout of the input have no source and are left out. */
    static MergeProposal of(Json answer, List<Rollout> rollouts) {
        if (!(answer instanceof Json.Obj object)) {
            throw new IllegalArgumentException("expected an object");
        }
        return new MergeProposal(
                objects(object, "add")
                        .flatMap(line -> line(line, rollouts).stream())
                        .toList(),
                object.list("remove").stream()
                        .filter(Json.Text.class::isInstance)
                        .map(line -> ((Json.Text) line).value().strip())
                        .toList(),
                object.text("summary").orElse(""),
                objects(object, "skills")
                        .map(skill -> new Skill(
                                skill.text("name").orElse(""),
                                skill.text("description").orElse(""),
                                skill.text("body").orElse("")))
                        .toList());
    }

    private static Stream<Json.Obj> objects(Json.Obj answer, String name) {
        return answer.list(name).stream().filter(Json.Obj.class::isInstance).map(Json.Obj.class::cast);
    }

    private static Optional<String> line(Json.Obj line, List<Rollout> rollouts) {
        String from = line.text("from").orElse("");
        int number = from.matches("r[0-9]{1,4}") ? Integer.parseInt(from.substring(1)) : 0;
        if (number < 1 || number > rollouts.size()) {
            return Optional.empty();
        }
        Rollout rollout = rollouts.get(number - 1);
        LineSource source = new LineSource(
                rollout.day(), rollout.session(), line.text("handle").orElse(""));
        return Admission.line(line.text("text").orElse(""), source);
    }

    /** The proposal without lines that were added once before; if one is missing now, somebody removed it. */
    MergeProposal without(Set<String> keys) {
        List<String> fresh =
                added.stream().filter(line -> !keys.contains(key(line))).toList();
        return new MergeProposal(fresh, removed, summary, skills);
    }

    /** Identifies a line by its words and its session. The same words in another session are a new line. */
    static String key(String line) {
        String session = LineSource.of(line).map(LineSource::session).orElse("");
        return Hash.of(LineSource.without(line).strip() + "\n" + session).text();
    }

    /**
     * Whether it may be written: it has a summary, and it is a small change.
     *
     * @param learnt the number of lines that were learnt so far
     */
    boolean isSound(long learnt, int summaryTokens) {
        return !summary.isBlank()
                && ApproximateTokens.tokens(summary) <= summaryTokens
                && added.size() <= MAX_ADDED
                && removed.size() <= 5 + learnt / 4
                && skills.size() <= MAX_SKILLS
                && skills.stream()
                        .allMatch(skill ->
                                !skill.name().isBlank() && skill.body().lines().count() > 1);
    }
}
