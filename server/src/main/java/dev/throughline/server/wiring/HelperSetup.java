package dev.throughline.server.wiring;

import dev.throughline.engine.edit.PromptEditor;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.helper.CircuitBreaker;
import dev.throughline.engine.helper.HelperAllowance;
import dev.throughline.engine.helper.HelperAnswer;
import dev.throughline.engine.helper.HelperFunds;
import dev.throughline.engine.helper.HelperLedger;
import dev.throughline.engine.helper.HelperListener;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.engine.helper.HelperUpstream;
import dev.throughline.engine.helper.LimitedHelperModel;
import dev.throughline.engine.helper.SessionCaller;
import dev.throughline.engine.helper.SessionCallers;
import dev.throughline.engine.turn.TurnEvent;
import dev.throughline.engine.turn.TurnListener;
import dev.throughline.gateway.upstream.HelperHttpClient;
import dev.throughline.gateway.upstream.Provider;
import dev.throughline.gateway.upstream.ProviderTable;
import dev.throughline.model.SessionRef;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.HelperKeys;
import dev.throughline.store.file.SavingsFunds;
import dev.throughline.wire.DialectProfile;
import dev.throughline.wire.dialects.Dialects;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The configured helper model, and what belongs to it.
 *
 * @param callers credentials of sessions, held in memory only; empty if they are not used
 */
record HelperSetup(
        HelperModel model,
        Optional<SessionCallers> callers,
        Optional<HelperUpstream> calls,
        Optional<HelperLedger> ledger) {
    private static final int OK = 200;

    static final HelperSetup NONE =
            new HelperSetup(HelperModel.NONE, Optional.empty(), Optional.empty(), Optional.empty());

    /** Receives the result of each question. The ledger records what it cost. */
    record HelperListeners(HelperLedger ledger, List<HelperListener> others) implements HelperListener {
        @Override
        public void questionEnded(SessionRef session, String question, String model, HelperAnswer<?> asked) {
            ledger.questionEnded(session, question, model, asked);
            others.forEach(each -> each.questionEnded(session, question, model, asked));
        }

        @Override
        public void requestSent(SessionRef session, HelperUpstream.HelperRequest request) {
            others.forEach(each -> each.requestSent(session, request));
        }

        @Override
        public void replyReceived(SessionRef session, HelperUpstream.HelperReply said) {
            others.forEach(each -> each.replyReceived(session, said));
        }
    }

    /** The configured helper model. Closing it closes the upstream. */
    static HelperSetup of(
            Config config,
            Supplier<HelperUpstream> upstream,
            SavingsFunds savings,
            HelperListeners listeners,
            Clock clock) {
        return switch (config.value(HelperKeys.HELPER_MODE)) {
            case OFF -> NONE;
            case AUTO -> ofSessions(config, upstream.get(), savings, listeners, clock);
            case SESSION -> ofSessions(config, upstream.get(), HelperFunds.UNLIMITED, listeners, clock);
            case PROVIDER -> ofProvider(config, upstream.get(), listeners, clock);
        };
    }

    /** An HTTP connection to these providers, or to the provider that is configured for the helper model. */
    static HelperUpstream direct(Config config, ProviderTable providers) {
        return switch (config.value(HelperKeys.HELPER_MODE)) {
            case OFF, AUTO, SESSION -> new HelperHttpClient(providers);
            case PROVIDER -> {
                String url = config.value(HelperKeys.HELPER_URL).orElseThrow().toString();
                yield new HelperHttpClient(ProviderTable.of(
                        Dialects.all(),
                        api -> Provider.of(api, url, config.value(HelperKeys.HELPER_KEY)),
                        Provider.chatgpt(url),
                        List.of()));
            }
        };
    }

    private static HelperSetup ofSessions(
            Config config, HelperUpstream calls, HelperFunds funds, HelperListeners listeners, Clock clock) {
        SessionCallers callers = new SessionCallers();
        Function<SessionRef, Optional<SessionCaller>> asked = session -> callers.of(session)
                .filter(caller -> funds.isUnlimited()
                        || caller.isPaidByKey(
                                Dialects.of(caller.dialect()).profile().provider()))
                .map(caller -> new SessionCaller(
                        caller.dialect(),
                        caller.target(),
                        caller.headers(),
                        config.value(HelperKeys.HELPER_MODEL).orElse(caller.model())));
        boolean isSessionModel = config.value(HelperKeys.HELPER_MODEL).isEmpty();
        HelperAllowance allowance = new HelperAllowance(
                clock, config.value(HelperKeys.HELPER_PER_SESSION), config.value(HelperKeys.HELPER_PER_HOUR), funds);
        HelperModel model =
                new LimitedHelperModel(services(config, calls, asked, isSessionModel, allowance, listeners, clock));
        return new HelperSetup(model, Optional.of(callers), Optional.of(calls), Optional.of(listeners.ledger()));
    }

    private static HelperSetup ofProvider(Config config, HelperUpstream calls, HelperListeners listeners, Clock clock) {
        DialectProfile profile =
                Dialects.of(config.value(HelperKeys.HELPER_DIALECT)).profile();
        SessionCaller caller = new SessionCaller(
                profile.dialect(),
                profile.path(),
                profile.requiredHeaders(),
                config.value(HelperKeys.HELPER_MODEL).orElseThrow());
        HelperAllowance allowance = new HelperAllowance(
                clock, config.value(HelperKeys.HELPER_PER_SESSION), config.value(HelperKeys.HELPER_PER_HOUR));
        HelperModel model = new LimitedHelperModel(services(
                config, calls, _ -> Optional.of(caller), /* isSessionModel= */ false, allowance, listeners, clock));
        return new HelperSetup(model, Optional.empty(), Optional.of(calls), Optional.of(listeners.ledger()));
    }

    private static LimitedHelperModel.Services services(
            Config config,
            HelperUpstream calls,
            Function<SessionRef, Optional<SessionCaller>> callers,
            boolean isSessionModel,
            HelperAllowance allowance,
            HelperListeners listeners,
            Clock clock) {
        return new LimitedHelperModel.Services(
                calls,
                Dialects::of,
                callers,
                isSessionModel,
                allowance,
                new CircuitBreaker(clock),
                listeners,
                Duration.ofSeconds(config.value(HelperKeys.HELPER_TIMEOUT)),
                clock);
    }

    /** These listeners, and one that prepares edits for the next turns after a reply. */
    static List<TurnListener> preparing(Optional<PromptEditor> editing, List<TurnListener> listeners) {
        List<TurnListener> all = new ArrayList<>(listeners);
        editing.ifPresent(editor -> all.add(event -> prepare(event, editor)));
        return all;
    }

    private static void prepare(TurnEvent event, PromptEditor editing) {
        if (event instanceof TurnEvent.Finished finished
                && finished.outcome() == Exchange.Outcome.COMPLETE
                && finished.status() == OK) {
            finished.recorded().ifPresent(editing::prepare);
        }
    }

    void close() {
        calls.ifPresent(HelperUpstream::close);
        ledger.ifPresent(HelperLedger::close);
    }
}
