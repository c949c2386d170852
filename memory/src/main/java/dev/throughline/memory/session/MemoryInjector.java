package dev.throughline.memory.session;

import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.edit.SessionState;
import dev.throughline.memory.inject.MemoryBlock;
import dev.throughline.memory.inject.RelevantTopics;
import dev.throughline.memory.inject.SessionStartBlock;
import dev.throughline.memory.project.Project;
import dev.throughline.memory.project.ProjectMemories;
import dev.throughline.memory.project.SessionProjects;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.model.text.TokenCount;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Selects the memory that is put before the user's message. What a session was shown earlier is read from the blocks
 * that its model can still see, so the same history gives the same result, also after a restart.
 *
 * <pre>
 *   first message     MEMORY.md, the newest facts, the summary, the log of two days; and topics that fit the message
 *   later messages    topics that fit and are not visible yet; mostly nothing
 *   after a compaction that removed the first block: as for the first message
 * </pre>
 *
 * <p>Only sessions that {@linkplain SessionProjects#hasMemory have memory} are shown anything. Safe for use by many
 * threads.
 */
public final class MemoryInjector {
    /** How long a turn waits for topics: a search takes milliseconds, a helper model a second or two. */
    private static final Duration TOPICS_TIME = Duration.ofSeconds(4);

    /** The number of characters that memory counts as one token; a tenth is left for the frame of the block. */
    private static final int CHARACTERS_PER_TOKEN = 4;

    private final ProjectMemories memories;
    private final SessionProjects sessionProjects;
    private final Consumer<Project> awaitWriters;

    /**
     * @param awaitWriters waits until the writers have written what was said in a project
     */
    public MemoryInjector(ProjectMemories memories, SessionProjects sessionProjects, Consumer<Project> awaitWriters) {
        this.memories = memories;
        this.sessionProjects = sessionProjects;
        this.awaitWriters = awaitWriters;
    }

    /** The block for a turn; empty if there is nothing to show, the session has no memory, or it does not fit. */
    public Optional<String> block(SessionState.StateRequest request) {
        SessionCard card = request.recorded().card();
        sessionProjects.observe(request.recorded());
        if (!sessionProjects.hasMemory(card)) {
            return Optional.empty();
        }
        Project project = sessionProjects.of(card);
        Set<MemoryPath> shown = MemoryBlock.pages(request.visibleBlocks());
        TokenCount count = TokenCount.of(request.recorded().turn().request().model());
        List<String> blocks = new ArrayList<>();
        long left = request.maxMemoryTokens();
        if (isSessionStart(request, shown)) {
            awaitWriters.accept(project);
            SessionStartBlock.PromptSize size = new SessionStartBlock.PromptSize(
                    memoryTokens(count, request.promptTokens()), memoryTokens(count, request.maxMemoryTokens()));
            left -= add(blocks, memories.with(project, each -> each.memory().opening(size)), count, left);
        }
        if (request.isNewUserText()) {
            List<String> visibleLines = Stream.concat(request.visibleBlocks().stream(), blocks.stream())
                    .flatMap(String::lines)
                    .toList();
            RelevantTopics.TopicRequest topicRequest = new RelevantTopics.TopicRequest(
                    card.ref(), request.userText(), request.recentTools(), shown, visibleLines);
            // Inside the time limit, so that the memory stays open for work that is late.
            Optional<MemoryBlock> topics = TimeLimit.within(
                    TOPICS_TIME,
                    "topic selection",
                    () -> memories.with(project, each -> each.memory().relevant(topicRequest)));
            add(blocks, topics, count, left);
        }
        return blocks.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", blocks));
    }

    /** A number of tokens of a model as memory counts them. */
    private static long memoryTokens(TokenCount count, long tokens) {
        long characters = count.characters(tokens);
        return (characters - characters / 10) / CHARACTERS_PER_TOKEN;
    }

    /** Adds a block if it fits, and returns its number of tokens; 0 if it was not added. */
    private static long add(List<String> blocks, Optional<MemoryBlock> block, TokenCount count, long left) {
        long tokens = block.map(one -> count.ofText(one.text())).orElse(0L);
        if (block.isEmpty() || tokens > left) {
            return 0;
        }
        blocks.add(block.get().text());
        return tokens;
    }

    /** Whether the session starts, or the block that it was shown at its start was compacted away. */
    private static boolean isSessionStart(SessionState.StateRequest request, Set<MemoryPath> shown) {
        RecordedTurn recorded = request.recorded();
        // After a reset with a message, the archive contains the system text already: in the command before it.
        boolean isFirst = recorded.path().stream()
                .limit(recorded.path().size() - recorded.freshElements())
                .noneMatch(RecordedTurn.Step::hasNonSystemItem);
        boolean isShown = shown.stream().anyMatch(path -> !path.text().startsWith("topics/"));
        return !isShown && (isFirst || request.log().hasForced());
    }
}
