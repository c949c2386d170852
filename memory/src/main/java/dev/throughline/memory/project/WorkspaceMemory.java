package dev.throughline.memory.project;

import dev.throughline.engine.helper.HelperModel;
import dev.throughline.memory.admission.Admission;
import dev.throughline.memory.admission.AdmissionResult;
import dev.throughline.memory.admission.DailyLog;
import dev.throughline.memory.admission.LineSource;
import dev.throughline.memory.admission.ProposedLine;
import dev.throughline.memory.consolidate.StageOne;
import dev.throughline.memory.consolidate.StageTwo;
import dev.throughline.memory.extract.Extraction;
import dev.throughline.memory.flush.Flush;
import dev.throughline.memory.inject.MemoryBlock;
import dev.throughline.memory.inject.RelevantTopics;
import dev.throughline.memory.inject.SessionStartBlock;
import dev.throughline.memory.inject.TopicFinder;
import dev.throughline.memory.topic.Topics;
import dev.throughline.memory.workspace.ChangeResult;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.PageExcerpt;
import dev.throughline.memory.workspace.PageUses;
import dev.throughline.memory.workspace.UseCounter;
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.memory.workspace.WorkspaceWatcher;
import dev.throughline.model.ProxyException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The memory in one folder: everything that reads and writes it, put together. Safe for use by many threads, and other
 * processes may have the same folder open. It holds nothing open; a {@link WorkspaceWatcher} does, and whoever asks for one
 * closes it. Uses of pages are counted in the background; whoever goes {@linkplain #settle settles} first.
 */
public final class WorkspaceMemory {
    /** The code of what is said about a line that is too long. */
    public static final String TOO_LONG = "memory_too_long";

    private static final Duration FAREWELL = Duration.ofSeconds(5);

    private final MemoryLimits limits;
    private final Workspace workspace;
    private final DailyLog log;
    private final Topics topics;
    private final SessionStartBlock opening;
    private final RelevantTopics relevant;
    private final Flush flush;
    private final Extraction extraction;
    private final UseCounter tally;
    private final StageOne stageOne;
    private final StageTwo stageTwo;

    /**
     * What memory needs from outside.
     *
     * @param helper may be {@link HelperModel#NONE}; rules do its work then
     * @param finder finds topics when the helper says nothing; {@link dev.throughline.memory.inject.WordOverlapFinder} needs
     *     no search
     */
    public record Dependencies(Clock clock, HelperModel helper, TopicFinder finder, MemoryLimits limits) {}

    /** The memory in a folder, which is made when something is written first. */
    public WorkspaceMemory(Path folder, Dependencies dependencies) {
        this.limits = dependencies.limits();
        this.workspace = new Workspace(folder, dependencies.clock());
        Admission gate = new Admission(workspace);
        this.log = new DailyLog(workspace, gate);
        this.topics = new Topics(workspace, limits.manifest());
        this.opening = new SessionStartBlock(workspace, limits.opening());
        this.relevant = new RelevantTopics(topics, limits.topics(), dependencies.helper(), dependencies.finder());
        this.flush = new Flush(workspace, log, dependencies.helper());
        this.extraction = new Extraction(workspace, topics, gate, dependencies.helper(), limits.extractEveryTurns());
        PageUses uses = new PageUses(workspace);
        this.tally = new UseCounter(uses);
        this.stageOne = new StageOne(workspace, limits.reading(), dependencies.helper());
        this.stageTwo = new StageTwo(workspace, limits.merging(), dependencies.helper(), uses);
    }

    /** The folder itself: pages, changes, history. */
    public Workspace workspace() {
        return workspace;
    }

    public Topics topics() {
        return topics;
    }

    /** Before a compaction or a reset. */
    public Flush flush() {
        return flush;
    }

    /** After a turn of the main agent. */
    public Extraction extraction() {
        return extraction;
    }

    /** For sessions that are finished. */
    public StageOne stageOne() {
        return stageOne;
    }

    /** Every few hours, or when somebody asks for it. */
    public StageTwo stageTwo() {
        return stageTwo;
    }

    /**
     * Adds one line to today's log.
     *
     * @param by where it comes from: the id of a session, or a word such as {@code cli}
     * @throws ProxyException if it is too long for a line; cutting it would lose what somebody wants remembered
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

    /** What a session is shown when it starts. */
    public Optional<MemoryBlock> opening(SessionStartBlock.Audience audience, SessionStartBlock.Prompt prompt) {
        return opening.block(audience, prompt);
    }

    /** What a session is shown beside the words of a turn. */
    public Optional<MemoryBlock> relevant(RelevantTopics.Moment moment) {
        Optional<MemoryBlock> block = relevant.block(moment);
        block.ifPresent(each -> tally.used(each.pages()));
        return block;
    }

    /** Lines of a page, for an agent that asks: {@code memory_get}. */
    public PageExcerpt excerpt(String path, PageExcerpt.Wanted wanted) {
        MemoryPath page = new MemoryPath(path);
        PageExcerpt excerpt = workspace.excerpt(page, wanted, limits.excerpt()).masked();
        tally.used(List.of(page));
        return excerpt;
    }

    /** Search found pages and showed them. */
    public void used(List<MemoryPath> pages) {
        tally.used(pages);
    }

    /** Waits until the uses so far are counted, but not for long; for who ends. */
    public void settle() {
        tally.settle(FAREWELL);
    }

    /** Takes back the newest change that stands; empty if there is none. */
    public Optional<ChangeResult> undo() {
        return workspace.undo();
    }

    /** Takes back the newest undo, if nothing was changed since. */
    public Optional<ChangeResult> redo() {
        return workspace.redo();
    }

    /** Tells a listener of every page now, and then of every change, by whomever. */
    public WorkspaceWatcher watch(WorkspaceWatcher.Listener listener) {
        return new WorkspaceWatcher(workspace, listener);
    }
}
