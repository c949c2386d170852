package dev.throughline.memory.session;

import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.edit.SessionState;
import dev.throughline.memory.inject.MemoryBlock;
import dev.throughline.memory.inject.RelevantTopics;
import dev.throughline.memory.inject.SessionStartBlock;
import dev.throughline.memory.project.Project;
import dev.throughline.memory.project.ProjectMemories;
import dev.throughline.memory.project.ProjectMemory;
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
 * Says what of memory stands before the words of the user. What a session was shown is read off the blocks that its
 * model can still read, so the same history is shown the same, also after a restart.
 *
 * <pre>
 *   first words     MEMORY.md, the newest facts, the summary, the log of two days; and topics that fit the words
 *   later words     topics that fit and cannot be read yet; mostly nothing
 *   after a compaction that took the first block away: as at first
 * </pre>
 *
 * <p>Only who {@linkplain SessionProjects#hasMemory has memory} is shown anything. Safe for use by many threads.
 */
public final class MemoryInjector {
    /** How long a turn waits for topics: a search takes milliseconds, a helper model a second or two. */
    private static final Duration PATIENCE = Duration.ofSeconds(4);

    /** Memory counts a token for so many characters; a tenth is left for the frame. */
    private static final int ROUGH_CHARACTERS = 4;

    private final ProjectMemories rooms;
    private final SessionProjects whereabouts;
    private final Consumer<Project> settling;

    /** @param settling lets what is being learnt in a project be written first */
    public MemoryInjector(ProjectMemories rooms, SessionProjects whereabouts, Consumer<Project> settling) {
        this.rooms = rooms;
        this.whereabouts = whereabouts;
        this.settling = settling;
    }

    /** The block to show; nothing if there is nothing to say, nobody to say it to, or no room. */
    public Optional<String> block(SessionState.StateRequest moment) {
        SessionCard card = moment.recorded().card();
        whereabouts.note(moment.recorded());
        if (!whereabouts.hasMemory(card)) {
            return Optional.empty();
        }
        Project project = whereabouts.of(card);
        Set<MemoryPath> shown = MemoryBlock.pages(moment.visibleBlocks());
        TokenCount count = TokenCount.of(moment.recorded().turn().request().model());
        List<String> blocks = new ArrayList<>();
        long left = moment.maxMemoryTokens();
        if (isOpening(moment, shown)) {
            settling.accept(project);
            SessionStartBlock.Prompt prompt = new SessionStartBlock.Prompt(
                    roughly(count, moment.promptTokens()), roughly(count, moment.maxMemoryTokens()));
            left -= add(blocks, rooms.with(project, room -> opening(room, prompt)), count, left);
        }
        if (moment.isNewUserText()) {
            List<String> said = Stream.concat(moment.visibleBlocks().stream(), blocks.stream())
                    .flatMap(String::lines)
                    .toList();
            RelevantTopics.Moment now =
                    new RelevantTopics.Moment(card.ref(), moment.userText(), moment.recentTools(), shown, said);
            // Whoever is late still works in a room that is open for him.
            Optional<MemoryBlock> topics = TimeLimit.within(
                    PATIENCE,
                    "picking topics",
                    () -> rooms.with(project, room -> room.memory().relevant(now)));
            left -= add(blocks, topics, count, left);
        }
        return blocks.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", blocks));
    }

    /** So many tokens as memory counts them. */
    private static long roughly(TokenCount count, long tokens) {
        long characters = count.characters(tokens);
        return (characters - characters / 10) / ROUGH_CHARACTERS;
    }

    private static Optional<MemoryBlock> opening(ProjectMemory room, SessionStartBlock.Prompt prompt) {
        return room.memory().opening(SessionStartBlock.Audience.PRIVATE, prompt);
    }

    /** Adds a block if there is room for it, and says how many tokens it takes. */
    private static long add(List<String> blocks, Optional<MemoryBlock> block, TokenCount count, long room) {
        long tokens = block.map(one -> count.ofText(one.text())).orElse(0L);
        if (block.isEmpty() || tokens > room) {
            return 0;
        }
        blocks.add(block.get().text());
        return tokens;
    }

    /** Whether the session begins, or what it was shown at its beginning was compacted away. */
    private static boolean isOpening(SessionState.StateRequest moment, Set<MemoryPath> shown) {
        RecordedTurn recorded = moment.recorded();
        boolean isFirst = recorded.freshElements() == recorded.path().size();
        boolean isShown = shown.stream().anyMatch(path -> !path.text().startsWith("topics/"));
        return !isShown && (isFirst || moment.log().hasForced());
    }
}
