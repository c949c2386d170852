package dev.throughline.simulator.session;

import dev.throughline.model.Bytes;
import dev.throughline.simulator.answer.AnswerPart;
import dev.throughline.simulator.answer.AnsweredRequest;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.evidence.EditTargetSearch;
import dev.throughline.simulator.evidence.EditTargets;
import dev.throughline.simulator.evidence.Evidence;
import dev.throughline.simulator.evidence.EvidenceFinder;
import dev.throughline.simulator.prompt.Prompt;
import dev.throughline.simulator.prompt.PromptCache;
import dev.throughline.simulator.prompt.PromptCache.Reading;
import dev.throughline.simulator.prompt.PromptCharge;
import dev.throughline.simulator.prompt.PromptItem;
import dev.throughline.simulator.prompt.RequestReader;
import dev.throughline.simulator.recording.Trajectory;
import dev.throughline.simulator.request.RequestTail;
import dev.throughline.simulator.request.RequestWriter;
import dev.throughline.simulator.request.WrittenRequest;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One session while it is replayed. Its methods are locked: the model may be asked from several threads. */
public final class ReplayedSession {
    /** What one extra call costs beside its tokens, in units of a plain input token. */
    private static final double CALL_COST = 750;

    private final String id;
    private final Trajectory trajectory;
    private final ReplaySettings terms;
    private final RequestWriter requests;
    private final Map<Integer, List<Evidence>> evidence;
    private final Coverage coverage;
    private final EditTargetSearch finder = new EditTargetSearch();
    private final PromptCache cache;
    private final PromptCache directCache;
    private final Map<SimulatedDialect, RequestReader> readers = new ConcurrentHashMap<>();
    private final Set<String> ownCalls;
    private final SessionResult result;

    private int turn = -1;
    private int message = -1;
    private double now;
    private @Nullable WrittenRequest asked;
    /** What this turn's edits replace, where the agent's own request held it. */
    private List<String> targets = List.of();

    private boolean isRepeat;
    private @Nullable ForwardedRequest forwarded;
    private @Nullable Bytes repeated;
    private @Nullable Bytes given;
    private @Nullable List<PromptItem> previous;

    public ReplayedSession(String id, Trajectory trajectory, ReplaySettings terms) {
        this.id = id;
        this.trajectory = trajectory;
        this.terms = terms;
        this.requests =
                RequestWriter.of(terms.dialect(), trajectory, id, terms.systemTokens(), reader(terms.dialect()));
        this.evidence = EvidenceFinder.of(trajectory.messages());
        this.coverage = new Coverage(evidence, requests);
        this.cache = new PromptCache(terms.ttlSeconds());
        this.directCache = new PromptCache(terms.ttlSeconds());
        this.ownCalls = trajectory.messages().stream()
                .flatMap(each -> each.calls().stream())
                .map(call -> call.id())
                .collect(Collectors.toSet());
        this.result = new SessionResult(trajectory.id());
    }

    public String id() {
        return id;
    }

    public Trajectory trajectory() {
        return trajectory;
    }

    public RequestWriter requests() {
        return requests;
    }

    /** What was counted; to be read when the session is over. */
    public SessionResult result() {
        return result;
    }

    public synchronized int turn() {
        return turn;
    }

    /** When the current request was sent, in seconds since the epoch. */
    public synchronized double now() {
        return now;
    }

    // The client's side.

    /** Starts a turn and returns the cost of its request without a gateway. */
    public synchronized PromptCharge begin(int number, WrittenRequest request) {
        turn = number;
        message = trajectory.turns().get(number);
        now = trajectory.times().get(number);
        asked = request;
        targets = finder.standing(EditTargets.of(trajectory.messages().get(message)), request.items());
        forwarded = null;
        given = null;
        isRepeat = false;
        return directCache.charge(
                new Prompt(request.items(), new TreeMap<>(), /* cachesAll= */ true, List.of()), Reading.ITEMS, now, "");
    }

    /** Announces that the current request is sent once more. */
    public synchronized void beginRepeat() {
        isRepeat = true;
        repeated = null;
    }

    /** Whether the repeated request was forwarded with the same bytes. */
    public synchronized void finishRepeat() {
        isRepeat = false;
        Totals totals = result.totals();
        totals.increment(Counter.REPEATS);
        boolean isSame =
                forwarded != null && repeated != null && forwarded.body().equals(repeated);
        totals.incrementIf(isSame, Counter.REPEATS_SAME);
    }

    /**
     * Counts a turn. A turn that the client could not complete costs what it costs direct and shows nothing; one whose
     * request was taken for an auxiliary one was charged as such already.
     */
    public synchronized void finish(PromptCharge direct, TurnEnding ending) {
        Totals totals = result.totals();
        List<Evidence> used = used();
        totals.increment(Counter.TURNS);
        totals.increment(ending.count());
        totals.add(Counter.DIRECT_TOKENS, direct.total());
        totals.add(Counter.DIRECT_COST, direct.cost(terms.prices()));
        totals.add(Counter.EVIDENCE, used.size());
        totals.add(Counter.EVIDENCE_OLD, (double)
                used.stream().filter(Evidence::isOld).count());
        totals.incrementIf(!used.isEmpty(), Counter.TURNS_WITH_EVIDENCE);
        totals.add(Counter.TARGETS, targets.size());
        if (forwarded == null && ending != TurnEnding.UNMATCHED) {
            totals.add(Counter.COST, direct.cost(terms.prices()));
            totals.add(Counter.FORWARDED_TOKENS, direct.total());
        }
        if (forwarded != null && ending == TurnEnding.OK) {
            shown(forwarded, used.size());
        }
    }

    private void shown(ForwardedRequest got, int used) {
        Totals totals = result.totals();
        totals.add(Counter.COVERED, got.covered());
        totals.add(Counter.COVERED_OLD, got.coveredOld());
        totals.add(Counter.READY, got.ready());
        totals.incrementIf(used > 0 && got.covered() == used, Counter.TURNS_COVERED);
        if (!got.lostSources().isEmpty()) {
            double again = got.lostSources().stream()
                    .mapToDouble(source ->
                            EvidenceFinder.tokens(trajectory.messages().get(source)))
                    .sum();
            double regret = terms.prices().read() * got.billed().total()
                    + terms.prices().write() * again
                    + CALL_COST;
            totals.add(Counter.REGRET, regret);
            totals.increment(Counter.REFETCHES);
        }
    }

    private List<Evidence> used() {
        return evidence.getOrDefault(message, List.of());
    }

    /** What the model answers in this turn. */
    public synchronized List<AnswerPart> answer() {
        return requests.answer(message);
    }

    /** The ids of what the model answers in this turn. */
    public synchronized AnsweredRequest.Ids answerIds() {
        return requests.ids(message);
    }

    /** Keeps the bytes that the model answered in this turn. */
    public synchronized void answered(Bytes stream) {
        given = stream;
    }

    /** Whether these are exactly the bytes of the model's answer. */
    public synchronized boolean isGiven(Bytes stream) {
        return given != null && given.equals(stream);
    }

    public synchronized boolean wasForwarded() {
        return forwarded != null;
    }

    // The model's side.

    /** How the current request ends, once there is one. */
    public synchronized Optional<RequestTail> tail() {
        return Optional.ofNullable(asked).map(WrittenRequest::tail);
    }

    /** Whether a call was made in the recording, and not by the gateway. */
    public boolean isOwnCall(String call) {
        return ownCalls.contains(call);
    }

    /** Whether these are exactly the bytes that the client sent. */
    public synchronized boolean isUnchanged(Bytes body) {
        return asked != null && asked.body().equals(body);
    }

    /** The reader of the bodies that reach the model in a dialect. */
    public RequestReader reader(SimulatedDialect dialect) {
        return readers.computeIfAbsent(dialect, RequestReader::new);
    }

    /** Records the violations of a request; those of a repetition are not recorded again. */
    public synchronized void note(List<Violation> problems, boolean isMain) {
        if (isMain && isRepeat) {
            return;
        }
        Totals totals = result.totals();
        totals.incrementIf(!problems.isEmpty(), Counter.INVALID);
        for (Violation problem : problems) {
            totals.increment(Counter.VIOLATIONS);
            result.violated(problem.rule(), "turn " + turn + ": " + problem.rule() + ": " + problem.sentence());
        }
    }

    /** Notes the tools of a main request that the client did not declare. */
    public synchronized void noteTools(List<String> tools) {
        Set<String> added = new HashSet<>(tools);
        added.removeAll(requests.tools());
        result.addedTools().addAll(added);
    }

    public synchronized void reject() {
        result.totals().incrementIf(!isRepeat, Counter.REJECTED);
    }

    /** Charges an accepted request and returns its cost; a repetition is not charged. */
    public synchronized PromptCharge charge(Prompt prompt, String family, Bytes body, boolean isMain) {
        PromptCharge billed = cache.charge(prompt, Reading.ITEMS, now, family);
        if (isMain && isRepeat) {
            repeated = body;
            return billed;
        }
        if (isMain) {
            result.charge(billed, terms.prices());
            main(prompt, billed, body);
        } else {
            result.chargeAuxiliary(billed, terms.prices());
        }
        return billed;
    }

    private void main(Prompt prompt, PromptCharge billed, Bytes body) {
        Totals totals = result.totals();
        totals.add(Counter.FORWARDED_TOKENS, billed.total());
        totals.increment(Counter.REQUESTS);
        totals.incrementIf(previous != null && !continues(prompt.items(), previous), Counter.EDITS);
        previous = prompt.items();
        Coverage.Covered covered = coverage.of(used(), prompt.items());
        int ready = finder.standing(targets, prompt.items()).size();
        forwarded = new ForwardedRequest(body, billed, covered.all(), covered.old(), ready, covered.lostSources());
    }

    private static boolean continues(List<PromptItem> items, List<PromptItem> before) {
        return items.size() >= before.size() && items.subList(0, before.size()).equals(before);
    }
}
