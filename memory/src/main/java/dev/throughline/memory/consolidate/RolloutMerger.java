package dev.throughline.memory.consolidate;

import dev.throughline.engine.helper.HelperAnswer;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.memory.admission.Admission;
import dev.throughline.memory.admission.LineSource;
import dev.throughline.memory.admission.Supersession;
import dev.throughline.memory.conversation.QuestionTemplate;
import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.memory.secret.Redaction;
import dev.throughline.memory.topic.FrontMatter;
import dev.throughline.memory.topic.Slug;
import dev.throughline.memory.topic.Topics;
import dev.throughline.memory.workspace.KeyValueFile;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.Page;
import dev.throughline.memory.workspace.PageChange;
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.memory.writer.WriteResult;
import dev.throughline.model.Hash;
import dev.throughline.model.SessionRef;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stage two of consolidation: merges rollouts into {@code MEMORY.md}, {@code memory_summary.md} and skills, one merge
 * at a time, and only if there is something new. The helper model's proposal is checked before it is written; without a
 * sound proposal the rules merge. All pages change in one operation and are undone together.
 *
 * <p>The file {@code .state/stage-two} contains times in milliseconds: {@code lease} (until when a merge is running),
 * {@code last} (the last merge), {@code again} (the earliest next attempt); the number of failed {@code tries}; and
 * hashes of the selection that was last {@code seen} and of the merged {@code inputs}.
 */
public final class RolloutMerger {
    private static final Logger LOG = LoggerFactory.getLogger(RolloutMerger.class);

    private static final Duration LEASE = Duration.ofMinutes(15);
    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    /** The field {@code source} of skills that consolidation wrote. */
    private static final String SKILL_SOURCE = "consolidation";

    private static final int MAX_OUTPUT_TOKENS = 8_000;
    private static final int MAX_INPUT_LENGTH = 200_000;
    private static final int MAX_RAW_LENGTH = 1 << 20;

    private final Workspace workspace;
    private final MemoryLimits.ConsolidationLimits limits;
    private final KeyValueFile state;
    /** The keys of all lines that were ever added. A line that is missing now was removed and is not added again. */
    private final KeyValueFile learntBefore;

    private final QuestionTemplate question;

    public RolloutMerger(Workspace workspace, MemoryLimits.ConsolidationLimits limits, HelperModel helper) {
        this.workspace = workspace;
        this.limits = limits;
        this.question = QuestionTemplate.of(helper, RolloutMerger.class, "stage_two", MAX_OUTPUT_TOKENS, TIMEOUT);
        this.state = new KeyValueFile(workspace, "stage-two");
        this.learntBefore = new KeyValueFile(workspace, "learnt");
    }

    /**
     * Merges if the last merge is long enough ago.
     *
     * @param asker the session for which the helper model is asked
     */
    public WriteResult run(SessionRef asker) {
        return run(asker, limits.mergeInterval());
    }

    /** Merges now, unless another merge is running. */
    public WriteResult runNow(SessionRef asker) {
        return run(asker, Duration.ZERO);
    }

    private WriteResult run(SessionRef asker, Duration minPause) {
        long now = workspace.clock().millis();
        if (!workspace.isWritable() || !takeLease(now, minPause)) {
            return WriteResult.RESTING;
        }
        WriteResult result = WriteResult.UNCHANGED;
        try {
            result = mergeIfNew(asker);
            return result;
        } finally {
            WriteResult done = result;
            state.update(entries -> {
                if (done == WriteResult.WRITTEN) {
                    entries.put("last", Long.toString(now));
                }
                boolean isFailed = done == WriteResult.FAILED;
                entries.put("again", Long.toString(isFailed ? now + RolloutLeases.PAUSE.toMillis() : 0));
                return entries.remove("lease");
            });
        }
    }

    private boolean takeLease(long now, Duration minPause) {
        return state.update(entries -> {
            boolean isPauseOver = now - number(entries, "last") >= minPause.toMillis()
                    && (minPause.isZero() || now >= number(entries, "again"));
            boolean isFree = isPauseOver && now >= number(entries, "lease");
            if (isFree) {
                entries.put("lease", Long.toString(now + LEASE.toMillis()));
            }
            return isFree;
        });
    }

    /** The number of an entry; 0 if it is missing or was edited. */
    private static long number(Map<String, String> entries, String key) {
        String text = entries.getOrDefault(key, "");
        return text.matches("[0-9]{1,15}") ? Long.parseLong(text) : 0;
    }

    private WriteResult mergeIfNew(SessionRef asker) {
        RolloutSelection selection = new RolloutSelection(workspace, limits);
        String seen = selection.fingerprint();
        if (seen.equals(state.read().get("seen"))) {
            return WriteResult.UNCHANGED;
        }
        List<Rollout> rollouts = selection.rollouts();
        String inputs = Hash.of(rollouts.stream()
                        .sorted(Comparator.comparing(Rollout::path))
                        .map(rollout -> rollout.path() + "\n" + rollout.format())
                        .collect(Collectors.joining()))
                .text();
        boolean isNew = !rollouts.isEmpty() && !inputs.equals(state.read().get("inputs"));
        if (isNew && !merge(asker, rollouts)) {
            state.update(entries -> entries.put("tries", Long.toString(number(entries, "tries") + 1)));
            return WriteResult.FAILED;
        }
        state.update(entries -> {
            entries.remove("tries");
            entries.put("inputs", isNew ? inputs : entries.getOrDefault("inputs", ""));
            return entries.put("seen", seen);
        });
        return isNew ? WriteResult.WRITTEN : WriteResult.UNCHANGED;
    }

    /** Returns false if the helper model failed and has to be asked again. */
    private boolean merge(SessionRef asker, List<Rollout> rollouts) {
        List<String> learnt = learntLines();
        Optional<Page> summary = workspace.read(MemoryPath.SUMMARY);
        Optional<MergeProposal> proposal = proposal(asker, rollouts, learnt);
        if (proposal.isEmpty()) {
            return false;
        }
        MergeProposal fresh = proposal.get().without(learntBefore.read().keySet());
        workspace.change("consolidate", w -> changes(w, fresh, rollouts, summary));
        LOG.debug("merged {} rollouts", rollouts.size());
        String today = workspace.clock().instant().toString();
        List<String> lines = learntLines();
        learntBefore.update(entries -> {
            lines.forEach(line -> entries.putIfAbsent(MergeProposal.key(line), today));
            return true;
        });
        return true;
    }

    private List<String> learntLines() {
        return new LearntSection(text(MemoryPath.MEMORY)).lines();
    }

    private String text(MemoryPath path) {
        return workspace.read(path).map(Page::text).orElse("");
    }

    /** The helper model's proposal, or that of the rules if there is no helper model or its proposal is not sound. */
    private Optional<MergeProposal> proposal(SessionRef asker, List<Rollout> rollouts, List<String> learnt) {
        MergeProposal byRules = MergeProposal.byRules(rollouts, limits.summaryTokens());
        return switch (question.ask(asker, () -> input(rollouts, learnt), json -> MergeProposal.of(json, rollouts))) {
            case HelperAnswer.Answered<MergeProposal> answer ->
                Optional.of(
                        answer.content().isSound(learnt.size(), limits.summaryTokens()) ? answer.content() : byRules);
            case HelperAnswer.None<MergeProposal> none -> {
                boolean isFinal = none.wasNotSent() || number(state.read(), "tries") >= RolloutLeases.MAX_ATTEMPTS - 1;
                yield isFinal ? Optional.of(byRules) : Optional.empty();
            }
        };
    }

    private String input(List<Rollout> rollouts, List<String> learnt) {
        StringBuilder input = new StringBuilder("Learnt so far:\n").append(String.join("\n", learnt));
        input.append("\n\nSummary so far:\n").append(text(MemoryPath.SUMMARY)).append("\n\nSessions:\n");
        for (int i = 0; i < rollouts.size() && input.length() < MAX_INPUT_LENGTH; i++) {
            Rollout rollout = rollouts.get(i);
            input.append("[r" + (i + 1) + " " + rollout.day() + "]\n");
            input.append(rollout.summary()).append('\n');
            rollout.memories().forEach(line -> input.append(line).append('\n'));
        }
        return Redaction.of(input.toString()).text();
    }

    /**
     * The changes that write a proposal.
     *
     * @param summary the page before the helper model was asked; later edits by a person are merged
     */
    private static List<PageChange> changes(
            Workspace workspace, MergeProposal proposal, List<Rollout> rollouts, Optional<Page> summary) {
        List<PageChange> changes = new ArrayList<>();
        Optional<Page> memory = workspace.read(MemoryPath.MEMORY);
        LearntSection learnt = new LearntSection(memory.map(Page::text).orElse(""));
        learnt.remove(proposal.removed());
        Supersession lines = new Supersession();
        lines.addAll(learnt.text());
        workspace.list(Topics.FOLDER).pages().stream()
                .flatMap(entry -> workspace.readOrEmpty(entry.path()).stream())
                .forEach(page -> lines.addAll(FrontMatter.of(page.text()).body()));
        learnt.add(proposal.added().stream()
                .filter(line -> !lines.isOutdated(
                        line, LineSource.of(line).map(LineSource::date).orElse(LocalDate.MIN)))
                .toList());
        changes.add(new PageChange.Write(MemoryPath.MEMORY, memory, learnt.text()));
        String text = Admission.text(proposal.summary()).strip() + "\n";
        changes.add(new PageChange.Write(MemoryPath.SUMMARY, summary, text));
        changes.add(new PageChange.Write(MemoryPath.RAW, workspace.read(MemoryPath.RAW), rawMemories(rollouts)));
        proposal.skills().forEach(skill -> addSkill(workspace, skill, changes));
        return changes;
    }

    /** A skill of this name that a person wrote is not changed. */
    private static void addSkill(Workspace workspace, MergeProposal.Skill skill, List<PageChange> changes) {
        MemoryPath path = new MemoryPath("skills/" + Slug.of(skill.name()) + "/SKILL.md");
        Optional<Page> before = workspace.read(path);
        boolean isGenerated = before.map(page -> FrontMatter.of(page.text()).field("source"))
                .orElse(SKILL_SOURCE)
                .equals(SKILL_SOURCE);
        if (isGenerated && changes.stream().noneMatch(change -> change.path().equals(path))) {
            String text = FrontMatter.ofBody(Admission.text(skill.body()).strip() + "\n")
                    .with("name", Admission.line(skill.name()))
                    .with("description", Admission.line(skill.description()))
                    .with("source", SKILL_SOURCE)
                    .format();
            changes.add(new PageChange.Write(path, before, text));
        }
    }

    /** The page with the memories of all rollouts, the newest first. */
    private static String rawMemories(List<Rollout> rollouts) {
        StringBuilder text = new StringBuilder("# Raw memories\n");
        rollouts.stream()
                .filter(rollout -> !rollout.memories().isEmpty())
                .sorted(Comparator.comparing(Rollout::updated).reversed())
                .takeWhile(_ -> text.length() < MAX_RAW_LENGTH)
                .forEach(rollout -> {
                    text.append("\n## " + rollout.day() + " [" + rollout.path().name() + "](" + rollout.path() + ")\n");
                    text.append(String.join("\n", rollout.memories())).append('\n');
                });
        return text.toString();
    }
}
