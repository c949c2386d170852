package dev.throughline.memory.consolidate;

import dev.throughline.engine.helper.HelperModel;
import dev.throughline.engine.helper.Question;
import dev.throughline.engine.helper.Resources;
import dev.throughline.engine.helper.Schema;
import dev.throughline.memory.admission.Admission;
import dev.throughline.memory.topic.FrontMatter;
import dev.throughline.memory.topic.Slug;
import dev.throughline.memory.workspace.Change;
import dev.throughline.memory.workspace.Marks;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.Outcome;
import dev.throughline.memory.workspace.Page;
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionRef;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Merges rollouts into {@code MEMORY.md}, {@code memory_summary.md} and skills, one merge at a time, and only if there
 * is something new. What the helper proposes is checked before it replaces anything; what does not pass, or no helper
 * at all, leaves the merge to rules. All pages change together and can be undone together.
 */
public final class StageTwo {
    /** How long it rests after a merge. */
    public static final Duration REST = Duration.ofHours(6);

    /** A rollout that is so old and was not of use since is merged no longer. */
    public static final Duration DECAY = Duration.ofDays(30);

    public static final int MOST_ROLLOUTS = 256;

    private static final Logger LOG = LoggerFactory.getLogger(StageTwo.class);
    private static final Duration LEASE = Duration.ofMinutes(15);
    private static final Duration TIME = Duration.ofMinutes(5);
    private static final int OUTPUT_TOKENS = 8_000;
    private static final int MOST_CHARACTERS = 200_000;

    private final Workspace workspace;
    private final HelperModel helper;
    private final Uses uses;
    private final Marks marks;
    private final String instructions = Resources.text(StageTwo.class, "stage-two.md");
    private final Schema schema = new Schema(Bytes.of(Resources.text(StageTwo.class, "stage-two.schema.json")));

    public StageTwo(Workspace workspace, HelperModel helper, Uses uses) {
        this.workspace = workspace;
        this.helper = helper;
        this.uses = uses;
        this.marks = new Marks(workspace, "stage-two");
    }

    /** What came of it. */
    public enum Fate {
        WRITTEN,
        /** Nothing came in since the last merge. */
        UNCHANGED,
        /** The last merge was not long ago, or another is under way. */
        RESTING
    }

    /**
     * Merges if it is time to.
     *
     * @param asker in whose name the helper model is asked; its answer is about all sessions
     */
    public Fate run(SessionRef asker) {
        return run(asker, REST);
    }

    /** Merges now, unless another merge is under way. */
    public Fate runNow(SessionRef asker) {
        return run(asker, Duration.ZERO);
    }

    private Fate run(SessionRef asker, Duration rest) {
        long now = workspace.clock().millis();
        boolean isFree = marks.update(facts -> {
            long last = Long.parseLong(facts.getOrDefault("last", "0"));
            long lease = Long.parseLong(facts.getOrDefault("lease", "0"));
            boolean isTime = now - last >= rest.toMillis() && now >= lease;
            if (isTime) {
                facts.put("lease", Long.toString(now + LEASE.toMillis()));
            }
            return isTime;
        });
        if (!isFree) {
            return Fate.RESTING;
        }
        boolean isDone = false;
        try {
            Fate fate = merge(asker);
            isDone = fate == Fate.WRITTEN;
            return fate;
        } finally {
            String last = isDone ? Long.toString(now) : marks.read().getOrDefault("last", "0");
            marks.update(facts -> {
                facts.put("last", last);
                return facts.put("lease", "0");
            });
        }
    }

    private Fate merge(SessionRef asker) {
        List<Rollout> rollouts = selected();
        StringBuilder all = new StringBuilder();
        rollouts.forEach(rollout -> all.append(rollout.path()).append('\n').append(rollout.written()));
        String inputs = Hash.of(all.toString()).text();
        if (rollouts.isEmpty() || inputs.equals(marks.read().get("inputs"))) {
            return Fate.UNCHANGED;
        }
        Learnt learnt = new Learnt(text(MemoryPath.MEMORY));
        Merger merger = asked(asker, rollouts, learnt)
                .filter(each -> each.isSound(learnt.lines().size()))
                .orElseGet(() -> Merger.byRules(rollouts));
        Outcome outcome = workspace.change("consolidate", w -> changes(w, merger, rollouts));
        LOG.debug("merged {} rollouts in operation {}", rollouts.size(), outcome.operation());
        marks.update(facts -> facts.put("inputs", inputs));
        return Fate.WRITTEN;
    }

    private String text(MemoryPath path) {
        return workspace.read(path).map(Page::text).orElse("");
    }

    /** The rollouts that count, by use and then by age. */
    private List<Rollout> selected() {
        Instant oldest = workspace.clock().instant().minus(DECAY);
        Map<String, String> used = uses.all();
        List<Rollout> rollouts = new ArrayList<>();
        workspace.list().pages().stream()
                .filter(entry -> entry.path().isUnder(Rollout.FOLDER))
                .forEach(entry -> rollout(entry.path())
                        .filter(rollout -> rollout.updated().isAfter(oldest)
                                || Uses.of(used, rollout.path()).last().isAfter(oldest))
                        .ifPresent(rollouts::add));
        rollouts.sort(Comparator.<Rollout>comparingLong(
                        rollout -> -Uses.of(used, rollout.path()).count())
                .thenComparing(Rollout::updated, Comparator.reverseOrder())
                .thenComparing(Rollout::path));
        return List.copyOf(rollouts.subList(0, Math.min(MOST_ROLLOUTS, rollouts.size())));
    }

    /** A page that cannot be read must not stop the merge of the others. */
    private Optional<Rollout> rollout(MemoryPath path) {
        try {
            return workspace.read(path).flatMap(Rollout::of);
        } catch (ProxyException e) {
            LOG.warn("{} is not merged: {}", path, e.getMessage());
            return Optional.empty();
        }
    }

    private Optional<Merger> asked(SessionRef asker, List<Rollout> rollouts, Learnt learnt) {
        if (!helper.isThere()) {
            return Optional.empty();
        }
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
        Question<Merger> question = new Question<>(
                "stage_two",
                instructions,
                input.toString(),
                schema,
                json -> Answers.merger(json, rollouts),
                OUTPUT_TOKENS,
                TIME);
        return helper.ask(asker, question).value();
    }

    private static List<Change> changes(Workspace workspace, Merger merger, List<Rollout> rollouts) {
        List<Change> changes = new ArrayList<>();
        Optional<Page> memory = workspace.read(MemoryPath.MEMORY);
        Learnt learnt = new Learnt(memory.map(Page::text).orElse(""));
        learnt.remove(merger.removed());
        learnt.add(merger.added());
        changes.add(new Change.Write(MemoryPath.MEMORY, memory, learnt.text()));
        replace(workspace, MemoryPath.SUMMARY, Admission.text(merger.summary()).strip() + "\n", changes);
        replace(workspace, MemoryPath.RAW, raw(rollouts), changes);
        for (Merger.Skill skill : merger.skills()) {
            MemoryPath path = new MemoryPath("skills/" + Slug.of(skill.name()) + "/SKILL.md");
            String text = new FrontMatter(
                            Map.of(), List.of(), Admission.text(skill.body()).strip() + "\n")
                    .with("name", Admission.line(skill.name()))
                    .with("description", Admission.line(skill.description()))
                    .written();
            replace(workspace, path, text, changes);
        }
        return changes;
    }

    private static void replace(Workspace workspace, MemoryPath path, String text, List<Change> changes) {
        if (changes.stream().noneMatch(change -> change.path().equals(path))) {
            changes.add(new Change.Write(path, workspace.read(path), text));
        }
    }

    /** All raw memories in one page, the newest session first. */
    private static String raw(List<Rollout> rollouts) {
        StringBuilder text = new StringBuilder("# Raw memories\n");
        rollouts.stream()
                .filter(rollout -> !rollout.memories().isEmpty())
                .sorted(Comparator.comparing(Rollout::updated).reversed())
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
