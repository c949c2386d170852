package dev.throughline.memory.project;

import dev.throughline.engine.helper.HelperModel;
import dev.throughline.memory.admission.Admission;
import dev.throughline.memory.admission.AdmissionResult;
import dev.throughline.memory.admission.DailyLog;
import dev.throughline.memory.admission.LineSource;
import dev.throughline.memory.admission.ProposedLine;
import dev.throughline.memory.inject.MemoryBlock;
import dev.throughline.memory.inject.RelevantTopics;
import dev.throughline.memory.inject.SessionStartBlock;
import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.memory.topic.Topics;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.PageExcerpt;
import dev.throughline.memory.workspace.PageUses;
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionRef;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The memory in one folder: its pages, what is written to them, and the blocks that sessions are shown. Safe for use by
 * many threads; other processes may use the same folder. No files stay open. Uses of pages are counted in the
 * background; {@link #settle} waits for that.
 */
public final class WorkspaceMemory {
    /** The error code for a line that is too long. */
    public static final String TOO_LONG = "memory_too_long";

    private static final Duration SETTLE_TIME = Duration.ofSeconds(5);

    private final MemoryLimits limits;
    private final Workspace workspace;
    private final Admission admission;
    private final DailyLog log;
    private final Topics topics;
    private final SessionStartBlock opening;
    private final RelevantTopics relevant;
    private final PageUses uses;

    /**
     * The memory in a workspace. The folder is created when something is written for the first time.
     *
     * @param helper may be {@link HelperModel#NONE}
     * @param finder selects topics if the helper model does not answer
     */
    public WorkspaceMemory(
            Workspace workspace, HelperModel helper, RelevantTopics.TopicFinder finder, MemoryLimits limits) {
        this.limits = limits;
        this.workspace = workspace;
        this.admission = new Admission(workspace);
        this.log = new DailyLog(workspace, admission);
        this.topics = new Topics(workspace, limits.manifest());
        this.opening = new SessionStartBlock(workspace, limits.sessionStart());
        this.relevant = new RelevantTopics(topics, limits.topics(), helper, finder);
        this.uses = new PageUses(workspace);
    }

    /** The pages, their changes and the history. */
    public Workspace workspace() {
        return workspace;
    }

    public Topics topics() {
        return topics;
    }

    /** The checks for what is written. */
    public Admission admission() {
        return admission;
    }

    /** Today's log. */
    public DailyLog log() {
        return log;
    }

    /** The source of a line that is learnt today from an item of a session. */
    public LineSource source(SessionRef session, String handle) {
        return new LineSource(log.today(), session.id().toString(), handle);
    }

    /**
     * Adds one line to today's log.
     *
     * @param by where it comes from: the id of a session, or a word such as {@code cli}
     * @throws ProxyException if it is too long for a line; it is not cut, as that would lose content
     */
    public AdmissionResult add(String by, String text) {
        int length = Admission.length(text);
        if (length > Admission.MAX_CHARACTERS) {
            throw new ProxyException(
                    ProxyException.Kind.CALLER,
                    TOO_LONG,
                    "expected at most " + Admission.MAX_CHARACTERS + " characters in a line of memory, found " + length
                            + "; split it, or write a page of your own in " + workspace.folder() + "/topics");
        }
        return log.add(by, List.of(new ProposedLine(text, new LineSource(log.today(), by, ""))), List.of());
    }

    /** The page that {@link #add} writes to now. */
    public MemoryPath today() {
        return DailyLog.page(log.today());
    }

    /** The block that a session is shown when it starts. */
    public Optional<MemoryBlock> opening(SessionStartBlock.PromptSize prompt) {
        return opening.block(prompt);
    }

    /** The topics that a session is shown with a turn; they count as used. */
    public Optional<MemoryBlock> relevant(RelevantTopics.TopicRequest request) {
        Optional<MemoryBlock> block = relevant.block(request);
        block.ifPresent(each -> uses.countLater(each.pages()));
        return block;
    }

    /** Lines of a page, for {@code memory_get}; the page counts as used. */
    public PageExcerpt excerpt(String path, PageExcerpt.Wanted wanted) {
        MemoryPath page = new MemoryPath(path);
        PageExcerpt excerpt = workspace.excerpt(page, wanted, limits.excerpt()).masked();
        uses.countLater(List.of(page));
        return excerpt;
    }

    /** Counts pages that a search found as used. */
    public void used(List<MemoryPath> pages) {
        uses.countLater(pages);
    }

    /** Waits until the uses so far are counted, for a few seconds at most. */
    public void settle() {
        uses.awaitCounted(SETTLE_TIME);
    }
}
