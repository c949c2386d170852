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
 * The block of a new session while it is made: what it says so far, and how many tokens are left for more.
 *
 * <pre>
 *   all parts with their frames     the room in the prompt
 *   facts that were learnt          learntTokens, wherever they stand
 *   of these, those about work      logPercent of the prompt, with frames that are there for them alone
 * </pre>
 *
 * <p>What a person wrote gives way only to lines that the block shows. A learnt fact also gives way to lines of curated
 * pages that it does not show: there are many of those, and a fact that is known to be outdated misleads. Not safe for
 * use by many threads.
 */
final class MemoryBlockBuilder {
    /** What the tags around a part and a note in it take at most, or those around the block. */
    static final int FRAME_TOKENS = 40;

    private final SimilarLines said = new SimilarLines();
    private final Set<String> facts = new HashSet<>();
    private final Supersession curated = new Supersession();
    private final Supersession shown = new Supersession();
    private final List<MemoryBlock.Part> parts = new ArrayList<>();
    private boolean isEmpty = true;
    private long learntLeft;
    private long workLeft;
    private long roomLeft;

    MemoryBlockBuilder(MemoryLimits.SessionStartLimits limits, SessionStartBlock.Prompt prompt) {
        this.learntLeft = limits.learntTokens();
        this.workLeft = prompt.percent(limits.logPercent());
        this.roomLeft = prompt.room() - FRAME_TOKENS;
    }

    /** What a line takes in the block. */
    static int cost(String line) {
        return ApproximateTokens.tokens(MemoryBlock.escaped(line)) + 1;
    }

    /** Reads a curated page: learnt facts that it replaces are not shown. */
    void readCurated(String page) {
        curated.addAll(page);
        readStruckOut(page);
    }

    /** Reads which lines of a page were struck out; copies of them are not shown. */
    void readStruckOut(String page) {
        page.lines().filter(SupersededLine::isMarked).forEach(line -> shown.add(line, LocalDate.MIN));
    }

    /** Whether the block says what a line says. */
    boolean says(String line) {
        return said.contains(line);
    }

    /** Whether a line of a curated page replaces one of no particular day. */
    boolean isReplacedByCurated(String line) {
        return curated.isOutdated(line, LocalDate.MIN);
    }

    /** Whether what the block shows replaces a line of a day, or the line was struck out elsewhere. */
    boolean isReplaced(String line, LocalDate day) {
        return shown.isOutdated(line, day);
    }

    /** Whether a fact holds and the block does not show it yet, or one that reads the same when both are cut. */
    boolean isNews(LearntFact fact) {
        return !said.contains(fact.text())
                && !facts.contains(fact.cut())
                && !fact.isOutdated(curated)
                && !fact.isOutdated(shown);
    }

    /** Whether learnt facts have tokens left for this one. */
    boolean hasRoomFor(LearntFact fact) {
        return cost(fact.shown()) <= learntLeft;
    }

    /** Counts a fact as told. */
    void tell(LearntFact fact) {
        said.add(fact.text());
        facts.add(fact.cut());
        learntLeft -= cost(fact.shown());
    }

    /** Counts a line as told that a person wrote. */
    void tell(String line) {
        said.add(line);
    }

    /**
     * Tells a fact about work if there is room for it, and says whether there was.
     *
     * @param isPageShown whether its page is shown in any case; else the page's frame counts as well
     */
    boolean tellWork(LearntFact fact, boolean isPageShown) {
        int line = cost(fact.shown());
        int cost = line + (isPageShown ? 0 : FRAME_TOKENS);
        int costOfWork = cost + (isEmpty ? FRAME_TOKENS : 0);
        boolean isRoom = isPageShown ? line <= roomLeft : line <= room(line);
        if (costOfWork > workLeft || !isRoom || !hasRoomFor(fact)) {
            return false;
        }
        tell(fact);
        isEmpty = false;
        workLeft -= costOfWork;
        roomLeft -= cost;
        return true;
    }

    /** How many tokens, of this many at most, the text of a further part may take. */
    int room(int most) {
        long room = roomLeft - FRAME_TOKENS;
        return room < FRAME_TOKENS ? 0 : (int) Math.min(most, room);
    }

    /** Takes the room for a part with so many tokens. */
    void take(int tokens) {
        isEmpty = false;
        roomLeft -= FRAME_TOKENS + tokens;
    }

    /** Counts a line as shown since a day: from now on lines that it replaces are not shown. */
    void show(String line, LocalDate day) {
        shown.add(line, day);
    }

    /** Adds as much from the beginning of a part as there is room for. */
    void addFirst(MemoryBlock.Part part) {
        int room = room(Integer.MAX_VALUE);
        if (room > 0) {
            String text = ApproximateTokens.first(part.text(), room);
            take(ApproximateTokens.tokens(text));
            add(new MemoryBlock.Part(part.path(), part.date(), text));
        }
    }

    /** The same of the page of curated facts: lines that it replaces are not shown. */
    void addCurated(MemoryBlock.Part part) {
        addFirst(part);
        parts.forEach(each -> shown.addAll(each.text()));
    }

    /** Adds a part for which the room was taken. */
    void add(MemoryBlock.Part part) {
        parts.add(part);
    }

    Optional<MemoryBlock> build() {
        return parts.isEmpty() ? Optional.empty() : Optional.of(MemoryBlock.of(parts));
    }
}
