package dev.throughline.memory.inject;

import dev.throughline.memory.admission.SimilarLines;
import dev.throughline.memory.admission.SupersededLine;
import dev.throughline.memory.admission.Supersession;
import dev.throughline.memory.conversation.ApproximateTokens;
import dev.throughline.memory.limits.MemoryLimits;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Builds the block of a new session within its token limits:
 *
 * <pre>
 *   all parts with their frames     the room in the prompt
 *   learnt facts of all pages       learntTokens
 *   of these, those about work      logPercent of the prompt, including frames that only they need
 * </pre>
 *
 * <p>A line that a person wrote is left out only if the block shows a line that supersedes it. A learnt fact is also
 * left out if a line of a curated page supersedes it that the block does not show, since an outdated fact misleads. Not
 * safe for use by many threads.
 */
final class MemoryBlockBuilder {
    /** The maximum cost of the tags around a part with the note in it, or around the block. */
    static final int FRAME_TOKENS = 40;

    private final SimilarLines known = new SimilarLines();
    private final Set<String> factTexts = new HashSet<>();
    private final Supersession curated = new Supersession();
    private final Supersession shown = new Supersession();
    private final List<MemoryBlock.BlockPart> parts = new ArrayList<>();
    private boolean isEmpty = true;
    private long learntLeft;
    private long workLeft;
    private long roomLeft;

    MemoryBlockBuilder(MemoryLimits.SessionStartLimits limits, SessionStartBlock.PromptSize prompt) {
        this.learntLeft = limits.learntTokens();
        this.workLeft = prompt.percent(limits.logPercent());
        this.roomLeft = prompt.room() - FRAME_TOKENS;
    }

    /** The tokens that a line takes in the block. */
    static int cost(String line) {
        return ApproximateTokens.tokens(MemoryBlock.escaped(line)) + 1;
    }

    /** Reads a curated page: learnt facts that its lines supersede are not shown. */
    void readCurated(String page) {
        curated.addAll(page);
        readSuperseded(page);
    }

    /** Reads the lines of a page that are marked as superseded; copies of them are not shown. */
    void readSuperseded(String page) {
        page.lines().filter(SupersededLine::isMarked).forEach(line -> shown.add(line, LocalDate.MIN));
    }

    /** Whether the block contains a line or a similar one. */
    boolean contains(String line) {
        return known.contains(line);
    }

    /** Whether a line of a curated page supersedes a line without a date. */
    boolean isSupersededByCurated(String line) {
        return curated.isOutdated(line, LocalDate.MIN);
    }

    /** Whether a line of the block supersedes a line of a day, or a page marks the line as superseded. */
    boolean isSuperseded(String line, LocalDate day) {
        return shown.isOutdated(line, day);
    }

    /** Whether a fact is not outdated and the block contains neither it nor one with the same shortened text. */
    boolean isNew(LearntFact fact) {
        return !known.contains(fact.text())
                && !factTexts.contains(fact.cut())
                && !fact.isOutdated(curated)
                && !fact.isOutdated(shown);
    }

    /** Whether the limit of learnt facts leaves room for this one. */
    boolean hasRoomFor(LearntFact fact) {
        return cost(fact.shown()) <= learntLeft;
    }

    /** Records that the block contains a fact. */
    void addKnown(LearntFact fact) {
        known.add(fact.text());
        factTexts.add(fact.cut());
        learntLeft -= cost(fact.shown());
    }

    /** Records that the block contains a line that a person wrote. */
    void addKnown(String line) {
        known.add(line);
    }

    /**
     * Adds a fact about work if there is room for it, and returns whether there was.
     *
     * @param isPageShown whether its page is shown in any case; otherwise the frame of the page counts as well
     */
    boolean addWork(LearntFact fact, boolean isPageShown) {
        int line = cost(fact.shown());
        int cost = line + (isPageShown ? 0 : FRAME_TOKENS);
        int costOfWork = cost + (isEmpty ? FRAME_TOKENS : 0);
        boolean isRoom = isPageShown ? line <= roomLeft : line <= room(line);
        if (costOfWork > workLeft || !isRoom || !hasRoomFor(fact)) {
            return false;
        }
        addKnown(fact);
        isEmpty = false;
        workLeft -= costOfWork;
        roomLeft -= cost;
        return true;
    }

    /** The tokens that the text of another part may take, at most this many. */
    int room(int most) {
        long room = roomLeft - FRAME_TOKENS;
        return room < FRAME_TOKENS ? 0 : (int) Math.min(most, room);
    }

    /** Reserves room for a part with this many tokens. */
    void reserve(int tokens) {
        isEmpty = false;
        roomLeft -= FRAME_TOKENS + tokens;
    }

    /** Records that the block shows a line of a day. Lines that it supersedes are not added afterwards. */
    void addShown(String line, LocalDate day) {
        shown.add(line, day);
    }

    /** Adds as much from the beginning of a part as there is room for. */
    void addBeginning(MemoryBlock.BlockPart part) {
        int room = room(Integer.MAX_VALUE);
        if (room > 0) {
            String text = ApproximateTokens.first(part.text(), room);
            reserve(ApproximateTokens.tokens(text));
            add(part.with(text));
        }
    }

    /** Adds the page of curated facts in the same way. Lines that it supersedes are not added afterwards. */
    void addCurated(MemoryBlock.BlockPart part) {
        addBeginning(part);
        parts.forEach(each -> shown.addAll(each.text()));
    }

    /** Adds a part whose room was reserved. */
    void add(MemoryBlock.BlockPart part) {
        parts.add(part);
    }

    Optional<MemoryBlock> build() {
        return parts.isEmpty() ? Optional.empty() : Optional.of(MemoryBlock.of(parts));
    }
}
