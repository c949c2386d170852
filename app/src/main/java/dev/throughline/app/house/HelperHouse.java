package dev.throughline.app.house;

import dev.throughline.app.config.HelperSettings;
import dev.throughline.engine.edit.Editing;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.helper.Allowance;
import dev.throughline.engine.helper.Asked;
import dev.throughline.engine.helper.Breaker;
import dev.throughline.engine.helper.Caller;
import dev.throughline.engine.helper.Callers;
import dev.throughline.engine.helper.Consulting;
import dev.throughline.engine.helper.HelperFunds;
import dev.throughline.engine.helper.HelperListener;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.engine.helper.HelperUpstream;
import dev.throughline.engine.turn.TurnEvent;
import dev.throughline.engine.turn.TurnListener;
import dev.throughline.gateway.helper.DirectCalls;
import dev.throughline.gateway.upstream.Provider;
import dev.throughline.gateway.upstream.Providers;
import dev.throughline.model.Dialect;
import dev.throughline.model.Headers;
import dev.throughline.model.SessionRef;
import dev.throughline.wire.Wires;
import dev.throughline.wire.ask.FreshRequest;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The helper model as it is configured, and what belongs to it.
 *
 * @param callers where sessions' credentials are held in memory; only if they are used
 */
record HelperHouse(
        HelperModel model, Optional<Callers> callers, Optional<HelperUpstream> calls, Optional<HelperLedger> ledger) {
    private static final int OK = 200;

    /** Nobody to ask. */
    static final HelperHouse NONE =
            new HelperHouse(HelperModel.NONE, Optional.empty(), Optional.empty(), Optional.empty());

    /** Where it is written down what came of a question, and what it cost. */
    record Books(HelperLedger ledger, List<HelperListener> others) implements HelperListener {
        @Override
        public void asked(SessionRef session, String question, String model, Asked<?> asked) {
            ledger.asked(session, question, model, asked);
            others.forEach(each -> each.asked(session, question, model, asked));
        }

        @Override
        public void sent(SessionRef session, HelperUpstream.Request request) {
            others.forEach(each -> each.sent(session, request));
        }

        @Override
        public void said(SessionRef session, HelperUpstream.Said said) {
            others.forEach(each -> each.said(session, said));
        }
    }

    /** The helper model of these settings, asked over the calls that {@code upstream} makes; closed with it. */
    static HelperHouse of(
            HelperSettings settings,
            Function<HelperSettings, HelperUpstream> upstream,
            Savings savings,
            Books books,
            Clock clock) {
        return switch (settings.mode()) {
            case OFF -> NONE;
            case AUTO -> ofSessions(settings, upstream.apply(settings), savings, books, clock);
            case SESSION -> ofSessions(settings, upstream.apply(settings), HelperFunds.UNLIMITED, books, clock);
            case PROVIDER -> ofProvider(settings, upstream.apply(settings), books, clock);
        };
    }

    /** Calls over HTTP: to these providers, or to the one that is set for questions. */
    static HelperUpstream direct(HelperSettings settings, Providers providers) {
        return switch (settings.mode()) {
            case OFF, AUTO, SESSION -> new DirectCalls(providers);
            case PROVIDER -> {
                String url = settings.url().orElseThrow().toString();
                yield new DirectCalls(new Providers(
                        Provider.openai(url, settings.key()),
                        Provider.anthropic(url, settings.key()),
                        Provider.chatgpt(url),
                        List.of()));
            }
        };
    }

    private static HelperHouse ofSessions(
            HelperSettings settings, HelperUpstream calls, HelperFunds funds, Books books, Clock clock) {
        Callers callers = new Callers();
        Function<SessionRef, Optional<Caller>> asked = session -> callers.of(session)
                .filter(caller -> funds.isUnlimited() || caller.isPaidByKey())
                .map(caller -> new Caller(
                        caller.dialect(),
                        caller.target(),
                        caller.headers(),
                        settings.model().orElse(caller.model())));
        boolean isSessionsOwn = settings.model().isEmpty();
        Allowance allowance = new Allowance(clock, settings.tokensPerSession(), settings.tokensPerHour(), funds);
        HelperModel model = new Consulting(rooms(settings, calls, asked, isSessionsOwn, allowance, books, clock));
        return new HelperHouse(model, Optional.of(callers), Optional.of(calls), Optional.of(books.ledger()));
    }

    private static HelperHouse ofProvider(HelperSettings settings, HelperUpstream calls, Books books, Clock clock) {
        Dialect dialect = Dialect.valueOf(settings.dialect().name());
        Headers headers = dialect == Dialect.MESSAGES ? Headers.of("anthropic-version", "2023-06-01") : Headers.NONE;
        Caller caller = new Caller(
                dialect, FreshRequest.target(dialect), headers, settings.model().orElseThrow());
        Allowance allowance = new Allowance(clock, settings.tokensPerSession(), settings.tokensPerHour());
        HelperModel model = new Consulting(
                rooms(settings, calls, _ -> Optional.of(caller), /* isSessionsOwn= */ false, allowance, books, clock));
        return new HelperHouse(model, Optional.empty(), Optional.of(calls), Optional.of(books.ledger()));
    }

    private static Consulting.Rooms rooms(
            HelperSettings settings,
            HelperUpstream calls,
            Function<SessionRef, Optional<Caller>> callers,
            boolean isSessionsOwn,
            Allowance allowance,
            Books books,
            Clock clock) {
        return new Consulting.Rooms(
                calls, Wires::of, callers, isSessionsOwn, allowance, new Breaker(clock), books, settings.time(), clock);
    }

    /** These listeners and one more: an answered turn is the occasion to prepare what the next ones may need. */
    static List<TurnListener> preparing(Optional<Editing> editing, List<TurnListener> listeners) {
        List<TurnListener> all = new ArrayList<>(listeners);
        editing.ifPresent(station -> all.add(event -> ended(event, station)));
        return all;
    }

    private static void ended(TurnEvent event, Editing editing) {
        if (event instanceof TurnEvent.Finished finished
                && finished.turn().outcome() == Exchange.Outcome.COMPLETE
                && finished.turn().status() == OK) {
            finished.turn().recorded().ifPresent(editing::prepare);
        }
    }

    void close() {
        calls.ifPresent(HelperUpstream::close);
        ledger.ifPresent(HelperLedger::close);
    }
}
