package dev.throughline.replay.session;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.replay.bill.Billed;
import dev.throughline.replay.bill.PromptCache;
import dev.throughline.replay.evidence.EditTargets;
import dev.throughline.replay.evidence.Evidence;
import dev.throughline.replay.evidence.Sightings;
import dev.throughline.replay.evidence.TargetFinder;
import dev.throughline.replay.prompt.BodyReader;
import dev.throughline.replay.prompt.ItemPool;
import dev.throughline.replay.prompt.Problem;
import dev.throughline.replay.prompt.Prompt;
import dev.throughline.replay.prompt.PromptItem;
import dev.throughline.replay.prompt.ReadBody;
import dev.throughline.replay.recording.Trajectory;
import dev.throughline.replay.speech.Asked;
import dev.throughline.replay.speech.Speaker;
import dev.throughline.replay.speech.Tail;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One session while it is replayed. Its methods are locked: the model may be asked from several threads. */
public final class ReplayedSession {
    /** What one extra call costs beside its tokens, in units of a plain input token. */
    private static final double CALL_COST = 750;

    private final String id;
    private final Trajectory trajectory;
    private final Terms terms;
    private final ItemPool pool = new ItemPool();
    private final Speaker speaker;
    private final Map<Integer, List<Evidence>> evidence;
    private final Coverage coverage;
    private final TargetFinder finder = new TargetFinder();
    private final PromptCache cache;
    private final PromptCache directCache;
    private final Map<Dialect, BodyReader> readers = new EnumMap<>(Dialect.class);
    private final Set<String> ownCalls;
    private final Books books;

    private int turn = -1;
    private int message = -1;
    private double now;
    private @Nullable Asked asked;
    /** What this turn's edits replace, where the agent's own request held it. */
    private List<String> targets = List.of();

    private boolean isRepeat;
    private @Nullable Forwarded forwarded;
    private @Nullable Bytes repeated;
    private @Nullable Bytes given;
    private @Nullable List<PromptItem> previous;

    public ReplayedSession(String id, Trajectory trajectory, Terms terms) {
        this.id = id;
        this.trajectory = trajectory;
        this.terms = terms;
        this.speaker = Speaker.of(terms.dialect(), trajectory, id, terms.systemTokens(), pool);
        this.evidence = Sightings.of(trajectory.messages());
        this.coverage = new Coverage(evidence, speaker);
        this.cache = new PromptCache(terms.ttlSeconds());
        this.directCache = new PromptCache(terms.ttlSeconds());
        this.ownCalls = trajectory.messages().stream()
                .flatMap(each -> each.calls().stream())
                .map(call -> call.id())
                .collect(Collectors.toSet());
        this.books = new Books(trajectory.id());
    }

    public String id() {
        return id;
    }

    public Trajectory trajectory() {
        return trajectory;
    }

    public Speaker speaker() {
        return speaker;
    }

    /** What was counted; to be read when the session is over. */
    public Books books() {
        return books;
    }

    public synchronized int turn() {
        return turn;
    }

    /** When the current request was sent, in seconds since the epoch. */
    public synchronized double now() {
        return now;
    }

    // The client's side.

    /** Starts a turn and says what its request costs when it is sent direct. */
    public synchronized Billed begin(int number, Asked request) {
        turn = number;
        message = trajectory.turns().get(number);
        now = trajectory.times().get(number);
        asked = request;
        targets = finder.standing(EditTargets.of(trajectory.messages().get(message)), request.items());
        forwarded = null;
        given = null;
        isRepeat = false;
        return directCache.charge(request.items(), request.items().size(), now, "");
    }

    /** From now on the current request is sent once more. */
    public synchronized void beginRepeat() {
        isRepeat = true;
        repeated = null;
    }

    /** Says whether the repeated request was forwarded with the same bytes. */
    public synchronized void finishRepeat() {
        isRepeat = false;
        Tally tally = books.tally();
        tally.increment(Count.REPEATS);
        boolean isSame =
                forwarded != null && repeated != null && forwarded.body().equals(repeated);
        tally.incrementIf(isSame, Count.REPEATS_SAME);
    }

    /**
     * Books a turn. A turn that the client could not complete costs what it costs direct and shows nothing; one whose
     * request was taken for an auxiliary one was charged as such already.
     */
    public synchronized void finish(Billed direct, Ending ending) {
        Tally tally = books.tally();
        List<Evidence> used = used();
        tally.increment(Count.TURNS);
        tally.increment(ending.count());
        tally.add(Count.DIRECT_TOKENS, direct.total());
        tally.add(Count.DIRECT_COST, direct.cost(terms.prices()));
        tally.add(Count.EVIDENCE, used.size());
        tally.add(Count.EVIDENCE_OLD, (double)
                used.stream().filter(Evidence::isOld).count());
        tally.incrementIf(!used.isEmpty(), Count.TURNS_WITH_EVIDENCE);
        tally.add(Count.TARGETS, targets.size());
        if (forwarded == null && ending != Ending.UNMATCHED) {
            tally.add(Count.COST, direct.cost(terms.prices()));
            tally.add(Count.FORWARDED_TOKENS, direct.total());
        }
        if (forwarded != null && ending == Ending.OK) {
            shown(forwarded, used.size());
        }
    }

    private void shown(Forwarded got, int used) {
        Tally tally = books.tally();
        tally.add(Count.COVERED, got.covered());
        tally.add(Count.COVERED_OLD, got.coveredOld());
        tally.add(Count.READY, got.ready());
        tally.incrementIf(used > 0 && got.covered() == used, Count.TURNS_COVERED);
        if (!got.lostSources().isEmpty()) {
            double again = got.lostSources().stream()
                    .mapToDouble(
                            source -> Sightings.tokens(trajectory.messages().get(source)))
                    .sum();
            double regret = terms.prices().read() * got.billed().total()
                    + terms.prices().write() * again
                    + CALL_COST;
            tally.add(Count.REGRET, regret);
            tally.increment(Count.REFETCHES);
        }
    }

    private List<Evidence> used() {
        return evidence.getOrDefault(message, List.of());
    }

    /** What the model answers in this turn. */
    public synchronized Object answer() {
        return speaker.answer(message);
    }

    /** Keeps the bytes that the model answered in this turn. */
    public synchronized void answered(Bytes stream) {
        given = stream;
    }

    /** Whether these are the very bytes that the model answered. */
    public synchronized boolean isGiven(Bytes stream) {
        return given != null && given.equals(stream);
    }

    public synchronized boolean wasForwarded() {
        return forwarded != null;
    }

    // The model's side.

    /** How the current request ends, once there is one. */
    public synchronized Optional<Tail> tail() {
        return Optional.ofNullable(asked).map(Asked::tail);
    }

    /** Whether a call was made in the recording, and not by the gateway. */
    public boolean isOwnCall(String call) {
        return ownCalls.contains(call);
    }

    /** Whether these are the very bytes that the client sent. */
    public synchronized boolean isUnchanged(Bytes body) {
        return asked != null && asked.body().equals(body);
    }

    /** Reads a body that reached the model. */
    public synchronized ReadBody read(Dialect dialect, Bytes body) {
        return readers.computeIfAbsent(dialect, each -> new BodyReader(each, pool))
                .read(body);
    }

    /** Notes what is wrong with a request; a repetition is not noted twice. */
    public synchronized void note(List<Problem> problems, boolean isMain) {
        if (isMain && isRepeat) {
            return;
        }
        Tally tally = books.tally();
        tally.incrementIf(!problems.isEmpty(), Count.INVALID);
        for (Problem problem : problems) {
            tally.increment(Count.VIOLATIONS);
            books.violated(problem.rule(), "turn " + turn + ": " + problem.rule() + ": " + problem.sentence());
        }
    }

    /** Notes the tools of a main request that the client did not declare. */
    public synchronized void noteTools(List<String> tools) {
        Set<String> added = new HashSet<>(tools);
        added.removeAll(speaker.tools());
        books.addedTools().addAll(added);
    }

    public synchronized void reject() {
        books.tally().incrementIf(!isRepeat, Count.REJECTED);
    }

    /** Charges a request that the model takes, and says what it costs; a repetition is in no book. */
    public synchronized Billed charge(Prompt prompt, String family, Bytes body, boolean isMain) {
        Billed billed = cache.charge(prompt.items(), prompt.cacheable(), now, family);
        if (isMain && isRepeat) {
            repeated = body;
            return billed;
        }
        if (isMain) {
            books.charge(billed, terms.prices());
            main(prompt, billed, body);
        } else {
            books.chargeAuxiliary(billed, terms.prices());
        }
        return billed;
    }

    private void main(Prompt prompt, Billed billed, Bytes body) {
        Tally tally = books.tally();
        tally.add(Count.FORWARDED_TOKENS, billed.total());
        tally.increment(Count.REQUESTS);
        tally.incrementIf(previous != null && !continues(prompt.items(), previous), Count.EDITS);
        previous = prompt.items();
        Coverage.Covered covered = coverage.of(used(), prompt.items());
        int ready = finder.standing(targets, prompt.items()).size();
        forwarded = new Forwarded(body, billed, covered.all(), covered.old(), ready, covered.lostSources());
    }

    private static boolean continues(List<PromptItem> items, List<PromptItem> before) {
        return items.size() >= before.size() && items.subList(0, before.size()).equals(before);
    }
}
