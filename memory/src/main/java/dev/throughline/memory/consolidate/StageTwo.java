package dev.throughline.memory.consolidate;

import dev.throughline.engine.helper.AnswerSchema;
import dev.throughline.engine.helper.HelperAnswer;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.engine.helper.HelperQuestion;
import dev.throughline.engine.helper.TextResources;
import dev.throughline.memory.admission.Admission;
import dev.throughline.memory.admission.LineSource;
import dev.throughline.memory.admission.Supersession;
import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.memory.secret.Redaction;
import dev.throughline.memory.topic.FrontMatter;
import dev.throughline.memory.topic.Slug;
import dev.throughline.memory.topic.Topics;
import dev.throughline.memory.workspace.ChangeResult;
import dev.throughline.memory.workspace.KeyValueFile;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.Page;
import dev.throughline.memory.workspace.PageChange;
import dev.throughline.memory.workspace.PageUses;
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.memory.writer.WriteResult;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionRef;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Merges rollouts into {@code MEMORY.md}, {@code memory_summary.md} and skills, one merge at a time, and only if there
 * is something new. What the helper proposes is checked before it replaces anything; what does not pass, or no helper
 * at all, leaves the merge to rules. All pages change together and can be undone together.
 */
public final class StageTwo {
    private static final Logger LOG = LoggerFactory.getLogger(StageTwo.class);
    private static final Duration LEASE = Duration.ofMinutes(15);
    private static final Duration TIME = Duration.ofMinutes(5);
    /** Stands in the front matter of skills that were written here. */
    private static final String MADE_BY = "consolidation";

    private static final int OUTPUT_TOKENS = 8_000;
    private static final int MOST_CHARACTERS = 200_000;

    /** The page of raw memories is to look things up in; older ones stand in their rollouts. */
    private static final int MOST_RAW = 1 << 20;

    private final Workspace workspace;
    private final MemoryLimits.ConsolidationLimits limits;
    private final HelperModel helper;
    private final KeyValueFile marks;

    /** Every line that was ever put there, by its key: what is there no longer was taken away, and stays away. */
    private final KeyValueFile learntBefore;

    private final String instructions = TextResources.text(StageTwo.class, "stage-two.md");
    private final AnswerSchema schema =
            new AnswerSchema(Bytes.of(TextResources.text(StageTwo.class, "stage-two.schema.json")));

    public StageTwo(Workspace workspace, MemoryLimits.ConsolidationLimits limits, HelperModel helper) {
        this.workspace = workspace;
        this.limits = limits;
        this.helper = helper;
        this.marks = new KeyValueFile(workspace, "stage-two");
        this.learntBefore = new KeyValueFile(workspace, "learnt");
    }

    /**
     * Merges if it is time to.
     *
     * @param asker in whose name the helper model is asked; its answer is about all sessions
     */
    public WriteResult run(SessionRef asker) {
        return run(asker, limits.rest());
    }

    /** Merges now, unless another merge is under way. */
    public WriteResult runNow(SessionRef asker) {
        return run(asker, Duration.ZERO);
    }

    private WriteResult run(SessionRef asker, Duration rest) {
        if (!workspace.isWritable()) {
            return WriteResult.RESTING;
        }
        long now = workspace.clock().millis();
        boolean isFree = marks.update(facts -> {
            boolean isRested =
                    now - number(facts, "last") >= rest.toMillis() && (rest.isZero() || now >= number(facts, "again"));
            boolean isTime = isRested && now >= number(facts, "lease");
            if (isTime) {
                facts.put("lease", Long.toString(now + LEASE.toMillis()));
            }
            return isTime;
        });
        if (!isFree) {
            return WriteResult.RESTING;
        }
        WriteResult result = WriteResult.UNCHANGED;
        try {
            result = merge(asker);
            return result;
        } finally {
            WriteResult done = result;
            marks.update(facts -> {
                if (done == WriteResult.WRITTEN) {
                    facts.put("last", Long.toString(now));
                }
                // What failed is asked again after a while, or when a person asks for it.
                facts.put("again", Long.toString(done == WriteResult.FAILED ? now + Leases.REST.toMillis() : 0));
                return facts.remove("lease");
            });
        }
    }

    /** A number that somebody made a word of counts as none. */
    private static long number(Map<String, String> facts, String key) {
        String text = facts.getOrDefault(key, "");
        return text.matches("[0-9]{1,15}") ? Long.parseLong(text) : 0;
    }

    private WriteResult merge(SessionRef asker) {
        Selection selection = new Selection(workspace, new PageUses(workspace), limits);
        String seen = selection.fingerprint();
        if (seen.equals(marks.read().get("seen"))) {
            return WriteResult.UNCHANGED;
        }
        List<Rollout> rollouts = selection.rollouts();
        String inputs = inputs(rollouts);
        boolean isNew = !rollouts.isEmpty() && !inputs.equals(marks.read().get("inputs"));
        if (isNew && !merge(asker, rollouts)) {
            marks.update(facts -> facts.put("tries", Long.toString(number(facts, "tries") + 1)));
            return WriteResult.FAILED;
        }
        marks.update(facts -> {
            facts.remove("tries");
            facts.put("inputs", isNew ? inputs : facts.getOrDefault("inputs", ""));
            return facts.put("seen", seen);
        });
        return isNew ? WriteResult.WRITTEN : WriteResult.UNCHANGED;
    }

    /** What a merge is made of, in whatever order it was chosen. */
    private static String inputs(List<Rollout> rollouts) {
        StringBuilder all = new StringBuilder();
        rollouts.stream()
                .sorted(Comparator.comparing(Rollout::path))
                .forEach(rollout -> all.append(rollout.path()).append('\n').append(rollout.written()));
        return Hash.of(all.toString()).text();
    }

    /** Says whether it is done; not if the helper failed and may answer later. */
    private boolean merge(SessionRef asker, List<Rollout> rollouts) {
        Learnt learnt = new Learnt(text(MemoryPath.MEMORY));
        Optional<Page> summary = workspace.read(MemoryPath.SUMMARY);
        Optional<Merger> merger = merger(asker, rollouts, learnt);
        if (merger.isEmpty()) {
            return false;
        }
        Set<String> given = learntBefore.read().keySet();
        ChangeResult outcome =
                workspace.change("consolidate", w -> changes(w, merger.get().without(given), rollouts, summary));
        LOG.debug("merged {} rollouts in operation {}", rollouts.size(), outcome.operation());
        String today = workspace.clock().instant().toString();
        List<String> lines = new Learnt(text(MemoryPath.MEMORY)).lines();
        learntBefore.update(facts -> {
            lines.forEach(line -> facts.putIfAbsent(Merger.key(line), today));
            return true;
        });
        return true;
    }

    /** What the helper proposes, or what rules say if it proposes nothing sound, or cannot be asked. */
    private Optional<Merger> merger(SessionRef asker, List<Rollout> rollouts, Learnt learnt) {
        Merger byRules = Merger.byRules(rollouts, limits.summaryTokens());
        if (!helper.isAvailable(asker)) {
            return Optional.of(byRules);
        }
        return switch (asked(asker, rollouts, learnt)) {
            case HelperAnswer.Answer<Merger> answer ->
                Optional.of(answer.content())
                        .filter(each -> each.isSound(learnt.lines().size(), limits.summaryTokens()))
                        .or(() -> Optional.of(byRules));
            case HelperAnswer.None<Merger> none -> {
                boolean isInVain = none.wasNotSent() || number(marks.read(), "tries") >= Leases.MOST_TRIES - 1;
                yield isInVain ? Optional.of(byRules) : Optional.empty();
            }
        };
    }

    private String text(MemoryPath path) {
        return workspace.read(path).map(Page::text).orElse("");
    }

    private HelperAnswer<Merger> asked(SessionRef asker, List<Rollout> rollouts, Learnt learnt) {
        StringBuilder input = new StringBuilder("Learnt so far:\n").append(String.join("\n", learnt.lines()));
        input.append("\n\nSummary so far:\n").append(text(MemoryPath.SUMMARY)).append("\n\nSessions:\n");
        for (int i = 0; i < rollouts.size() && input.length() < MOST_CHARACTERS; i++) {
            Rollout rollout = rollouts.get(i);
            input.append("[r")
                    .append(i + 1)
                    .append(' ')
                    .append(rollout.updated().toString(), 0, 10)
                    .append("]\n");
            input.append(rollout.summary()).append('\n');
            rollout.memories().forEach(line -> input.append(line).append('\n'));
        }
        HelperQuestion<Merger> question = new HelperQuestion<>(
                "stage_two",
                instructions,
                Redaction.of(input.toString()).text(),
                schema,
                json -> Answers.merger(json, rollouts),
                OUTPUT_TOKENS,
                TIME);
        return helper.ask(asker, question);
    }

    /** @param summary as it was before the helper was asked; what a person made of it since stays beside ours */
    private static List<PageChange> changes(
            Workspace workspace, Merger merger, List<Rollout> rollouts, Optional<Page> summary) {
        List<PageChange> changes = new ArrayList<>();
        Optional<Page> memory = workspace.read(MemoryPath.MEMORY);
        Learnt learnt = new Learnt(memory.map(Page::text).orElse(""));
        learnt.remove(merger.removed());
        Supersession lines = new Supersession();
        lines.addAll(learnt.text());
        workspace.list(Topics.FOLDER).pages().stream()
                .flatMap(entry -> readable(workspace, entry.path()).stream())
                .forEach(page -> lines.addAll(FrontMatter.of(page.text()).body()));
        learnt.add(merger.added().stream()
                .filter(line -> !lines.isOutdated(
                        line, LineSource.of(line).map(LineSource::date).orElse(LocalDate.MIN)))
                .toList());
        changes.add(new PageChange.Write(MemoryPath.MEMORY, memory, learnt.text()));
        String text = Admission.text(merger.summary()).strip() + "\n";
        changes.add(new PageChange.Write(MemoryPath.SUMMARY, summary, text));
        changes.add(new PageChange.Write(MemoryPath.RAW, workspace.read(MemoryPath.RAW), raw(rollouts)));
        merger.skills().forEach(skill -> skill(workspace, skill, changes));
        return changes;
    }

    /** A topic that cannot be read has nothing to say. */
    private static Optional<Page> readable(Workspace workspace, MemoryPath path) {
        try {
            return workspace.read(path);
        } catch (ProxyException e) {
            LOG.debug("{} is passed over: {}", path, e.getMessage());
            return Optional.empty();
        }
    }

    /** A procedure under a name that a person has taken is theirs and stays as it is. */
    private static void skill(Workspace workspace, Merger.Skill skill, List<PageChange> changes) {
        MemoryPath path = new MemoryPath("skills/" + Slug.of(skill.name()) + "/SKILL.md");
        Optional<Page> before = workspace.read(path);
        boolean isOurs = before.map(page -> FrontMatter.of(page.text()).field("source"))
                .orElse(MADE_BY)
                .equals(MADE_BY);
        if (isOurs && changes.stream().noneMatch(change -> change.path().equals(path))) {
            FrontMatter matter = new FrontMatter(
                            Map.of(), List.of(), Admission.text(skill.body()).strip() + "\n")
                    .with("name", Admission.line(skill.name()))
                    .with("description", Admission.line(skill.description()))
                    .with("source", MADE_BY);
            changes.add(new PageChange.Write(path, before, matter.written()));
        }
    }

    /** All raw memories in one page, the newest session first. */
    private static String raw(List<Rollout> rollouts) {
        StringBuilder text = new StringBuilder("# Raw memories\n");
        rollouts.stream()
                .filter(rollout -> !rollout.memories().isEmpty())
                .sorted(Comparator.comparing(Rollout::updated).reversed())
                .takeWhile(_ -> text.length() < MOST_RAW)
                .forEach(rollout -> {
                    text.append("\n## ")
                            .append(rollout.updated().toString(), 0, 10)
                            .append(" [")
                            .append(rollout.path().name());
                    text.append("](").append(rollout.path()).append(")\n");
                    text.append(String.join("\n", rollout.memories())).append('\n');
                });
        return text.toString();
    }
}
