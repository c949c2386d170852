package dev.throughline.engine.edit;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.Desk;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Pace;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.Receipt;
import dev.throughline.engine.archive.Recorded;
import dev.throughline.engine.archive.Turn;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionRef;
import dev.throughline.wire.Request;
import dev.throughline.wire.Violation;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Lines;
import dev.throughline.workingset.Sight;
import dev.throughline.workingset.budget.Budget;
import dev.throughline.workingset.budget.TokenCount;
import dev.throughline.workingset.budget.Windows;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.EditLog;
import dev.throughline.workingset.policy.AsBefore;
import dev.throughline.workingset.policy.Moment;
import dev.throughline.workingset.policy.Policy;
import dev.throughline.workingset.policy.Scene;
import dev.throughline.workingset.price.PriceTable;
import dev.throughline.workingset.price.Prices;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiPredicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The station that decides what the model sees: it takes the request apart, asks the policy, keeps what was decided, and
 * writes the request under all edits so far. Safe for use by many threads.
 */
public final class Editing {
    private static final Logger LOG = LoggerFactory.getLogger(Editing.class);

    /** How long an edit may wait for the disk. */
    private static final Duration FLUSH_WAIT = Duration.ofSeconds(5);

    /**
     * How prompts are edited.
     *
     * @param word the name of the policy
     * @param bodyBytes the largest body to send, if there is a limit
     */
    public record Settings(String word, Policy policy, Windows windows, PriceTable prices, OptionalLong bodyBytes) {}

    private final Archive archive;
    private final Settings settings;
    private final LiveChains chains;
    private final Texts texts;

    /**
     * A station.
     *
     * @param isScaffold whether an agent, and no person, wrote a text of this kind
     */
    public Editing(Archive archive, Settings settings, BiPredicate<ItemKind, String> isScaffold) {
        this.archive = archive;
        this.settings = settings;
        this.chains = new LiveChains(isScaffold);
        this.texts = new Texts(archive);
    }

    /** What is sent for a turn that was kept; nothing if it goes as it came. */
    public Optional<Outgoing> edit(Recorded recorded) {
        Turn turn = recorded.turn();
        boolean isOurs = turn.purpose() == Purpose.CONVERSATION
                && turn.request().hints().previousResponse().isEmpty()
                && turn.request().hints().conversation().isEmpty()
                && !recorded.path().isEmpty();
        if (!isOurs) {
            return Optional.empty();
        }
        Optional<Outgoing> outgoing = Optional.empty();
        try {
            outgoing = Optional.of(edit(recorded, settings.policy()));
            return outgoing;
        } catch (IllegalStateException | IllegalArgumentException e) {
            LOG.error("session {}: what was decided cannot be sent", recorded.card().ref().id(), e);
            chains.forget(recorded.card().ref());
            outgoing = Optional.of(edit(recorded, new AsBefore()));
            return outgoing;
        } finally {
            if (outgoing.isEmpty()) {
                chains.forget(recorded.card().ref());
            }
        }
    }

    private Outgoing edit(Recorded recorded, Policy policy) {
        return archive.at(recorded, desk -> edit(recorded, desk, policy));
    }

    private Outgoing edit(Recorded recorded, Desk desk, Policy policy) {
        Turn turn = recorded.turn();
        SessionRef session = recorded.card().ref();
        LiveChain live = chains.of(session, TokenCount.of(turn.request().model()));
        live.follow(turn, recorded.path());
        Chain chain = live.chain(turn, recorded.path());
        Sight sight = Sight.of(live.pieces(), desk.edits());
        int fresh = live.firstFresh(recorded.fresh());
        catchUp(session, live, chain, desk.edits(), fresh);
        Moment moment = moment(recorded, desk.pace(), live, fresh);
        List<Decision> decisions = policy.decide(new Scene(chain, sight, live.shown(), moment));
        Bytes body = decide(recorded, desk, live, decisions);
        Outgoing.Weight weight = weight(live, sight, moment, desk.pace());
        return new Outgoing(body, settings.word(), weight);
    }

    /** Shows the lines of pieces that were sent before this process knew them. */
    private void catchUp(SessionRef session, LiveChain live, Chain chain, EditLog log, int fresh) {
        Sight sight = Sight.of(live.pieces(), log);
        for (int i = live.shown().size(); i < fresh; i++) {
            Edit.Reword reword = sight.reword(i);
            if (!sight.isReadable(i)) {
                live.shown().hide();
            } else if (reword == null) {
                live.shown().show(Lines.of(chain.reading(i)));
            } else {
                live.shown().show(Lines.of(texts.of(session, reword.text())));
            }
        }
    }

    private Moment moment(Recorded recorded, Pace pace, LiveChain live, int fresh) {
        Request request = recorded.turn().request();
        Prices prices = prices(recorded.turn());
        long window = settings.windows().of(request.model()).orElse(Windows.UNKNOWN);
        Budget budget = Budget.of(window, request.outputLimit(), settings.bodyBytes());
        double factor = pace.scale().factor();
        return new Moment(
                budget.shrunk(1 / factor),
                prices,
                live.count(),
                live.headTokens(),
                fresh,
                isCold(recorded.turn().at(), pace, prices),
                pace.isRepeat(),
                pace.requests(),
                pace.requests() - pace.batchAt(),
                pace.ledger().saved(prices) / factor);
    }

    private Prices prices(Turn turn) {
        Prices prices = settings.prices().of(turn.request().model());
        Optional<String> ttl = turn.wire().wording().markerTtl(turn.request());
        return ttl.filter("1h"::equals).isPresent() ? prices.lasting(Duration.ofHours(1)) : prices;
    }

    private static boolean isCold(Instant at, Pace pace, Prices prices) {
        return pace.askedBefore()
                .map(before -> Duration.between(before, at).compareTo(prices.memory()) > 0)
                .orElse(false);
    }

    /** Writes the request with the decisions; without them, if what they lead to is not valid. */
    private Bytes decide(Recorded recorded, Desk desk, LiveChain live, List<Decision> decisions) {
        if (decisions.isEmpty()) {
            return assembly(recorded, live, desk.edits()).body();
        }
        List<Edit> edits = new ArrayList<>();
        decisions.forEach(decision -> {
            edits.addAll(decision.edits());
            texts.remember(decision.texts());
        });
        Bytes body = assembly(recorded, live, desk.edits().with(edits)).body();
        List<Violation> violations = isStructural(edits) ? violations(recorded.turn(), body) : List.of();
        if (!violations.isEmpty()) {
            throw new IllegalStateException("edits would make an invalid request: " + violations.getFirst());
        }
        keep(recorded, desk, decisions);
        return body;
    }

    private Assembly assembly(Recorded recorded, LiveChain live, EditLog log) {
        SessionRef session = recorded.card().ref();
        return new Assembly(recorded.turn(), recorded.path(), live, log, id -> texts.of(session, id));
    }

    private static boolean isStructural(List<Edit> edits) {
        return edits.stream().anyMatch(edit -> switch (edit) {
            case Edit.Replace _, Edit.Insert _, Edit.Prepend _, Edit.AddTools _ -> true;
            case Edit.Reword _, Edit.Restore _ -> false;
        });
    }

    /** What a provider would refuse about a body, but not about the client's own. */
    private static List<Violation> violations(Turn turn, Bytes body) {
        List<Violation> found = turn.wire().validate(turn.wire().decode(body));
        return found.isEmpty() || !turn.wire().validate(turn.request()).isEmpty() ? List.of() : found;
    }

    private void keep(Recorded recorded, Desk desk, List<Decision> decisions) {
        List<Entry> entries = new ArrayList<>();
        for (Decision decision : decisions) {
            decision.texts().forEach((id, text) -> {
                Entry.Source source = new Entry.Source(id, Bytes.of(text));
                if (!desk.hasSource(id) && !entries.contains(source)) {
                    entries.add(source);
                }
            });
            entries.add(new Entry.Edited(
                    recorded.turn().id(), recorded.turn().at(), decision.edits(), decision.why()));
            LOG.info(
                    "session {}: {} ({} edits)",
                    recorded.card().ref().id(),
                    decision.why().sentence(),
                    decision.edits().size());
        }
        await(desk.keep(entries));
    }

    /** What leaves a prompt must be on the disk first. */
    private static void await(Receipt receipt) {
        try {
            receipt.durable().get(FLUSH_WAIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new ProxyException(
                    ProxyException.Kind.STORE,
                    "edit_not_durable",
                    "The archive did not reach the disk within " + FLUSH_WAIT.toSeconds()
                            + " s, so nothing was taken out of the prompt.",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProxyException(
                    ProxyException.Kind.STORE, "interrupted", "The wait for the disk was interrupted.", e);
        }
    }

    private static Outgoing.Weight weight(LiveChain live, Sight sight, Moment moment, Pace pace) {
        long untouched = moment.head();
        long shared = moment.head();
        long prefix = moment.head();
        for (int i = 0; i < live.pieces().size(); i++) {
            long tokens = live.pieces().get(i).tokens();
            untouched += tokens;
            shared += i < moment.firstFresh() ? tokens : 0;
            prefix += i < moment.firstFresh() ? sight.tokens(i) : 0;
        }
        boolean isForgotten = moment.isCold() || moment.requests() <= 1;
        return new Outgoing.Weight(
                moment.head() + sight.total(),
                untouched,
                isForgotten ? 0 : prefix,
                isForgotten ? 0 : shared,
                pace.scale().factor());
    }

    /** The names of texts that an edit needs, for those who explain it. */
    static List<Hash> said(Edit edit) {
        return switch (edit) {
            case Edit.Reword reword -> List.of(reword.text());
            case Edit.Replace replace -> List.of(replace.text());
            case Edit.Prepend prepend -> List.of(prepend.text());
            case Edit.Insert insert -> List.of(insert.text());
            case Edit.Restore _, Edit.AddTools _ -> List.of();
        };
    }
}
