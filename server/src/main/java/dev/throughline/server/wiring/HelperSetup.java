package dev.throughline.server.wiring;

import dev.throughline.engine.helper.CircuitBreaker;
import dev.throughline.engine.helper.HelperAllowance;
import dev.throughline.engine.helper.HelperAnswer;
import dev.throughline.engine.helper.HelperFunds;
import dev.throughline.engine.helper.HelperListener;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.engine.helper.HelperUpstream;
import dev.throughline.engine.helper.LimitedHelperModel;
import dev.throughline.engine.helper.SessionCaller;
import dev.throughline.engine.helper.SessionCallers;
import dev.throughline.gateway.upstream.HelperHttpClient;
import dev.throughline.gateway.upstream.Provider;
import dev.throughline.gateway.upstream.ProviderTable;
import dev.throughline.model.SessionRef;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.HelperKeys;
import dev.throughline.wire.DialectProfile;
import dev.throughline.wire.dialects.Dialects;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The configured helper model.
 *
 * @param callers credentials of sessions, held in memory only; empty if they are not used
 * @param upstream the connection to the model; empty if there is no helper model
 */
record HelperSetup(HelperModel model, Optional<SessionCallers> callers, Optional<HelperUpstream> upstream) {
    static final HelperSetup NONE = new HelperSetup(HelperModel.NONE, Optional.empty(), Optional.empty());

    /**
     * Creates the configured helper model.
     *
     * @param connect creates the connection, which {@link #close} closes
     * @param savings the budget in mode {@code auto}
     */
    static HelperSetup of(
            Config config,
            Supplier<HelperUpstream> connect,
            HelperFunds savings,
            List<HelperListener> listeners,
            Clock clock) {
        HelperKeys.HelperMode mode = config.value(HelperKeys.HELPER_MODE);
        if (mode == HelperKeys.HelperMode.OFF) {
            return NONE;
        }
        boolean isProvider = mode == HelperKeys.HelperMode.PROVIDER;
        Optional<HelperFunds> funds = mode == HelperKeys.HelperMode.AUTO ? Optional.of(savings) : Optional.empty();
        HelperUpstream upstream = connect.get();
        SessionCallers callers = new SessionCallers();
        HelperModel model = new LimitedHelperModel(new LimitedHelperModel.HelperServices(
                upstream,
                Dialects::of,
                isProvider ? ofProvider(config) : ofSessions(config, callers, funds.isPresent()),
                !isProvider && config.value(HelperKeys.HELPER_MODEL).isEmpty(),
                new HelperAllowance(
                        clock, config.value(HelperKeys.HELPER_PER_SESSION), config.value(HelperKeys.HELPER_PER_HOUR)),
                funds,
                new CircuitBreaker(clock),
                new HelperListeners(listeners),
                Duration.ofSeconds(config.value(HelperKeys.HELPER_TIMEOUT)),
                clock));
        return new HelperSetup(model, isProvider ? Optional.empty() : Optional.of(callers), Optional.of(upstream));
    }

    /** An HTTP connection to these providers, or to the provider that is configured for the helper model. */
    static HelperUpstream connect(Config config, ProviderTable providers) {
        if (config.value(HelperKeys.HELPER_MODE) != HelperKeys.HelperMode.PROVIDER) {
            return new HelperHttpClient(providers);
        }
        String url = config.value(HelperKeys.HELPER_URL).orElseThrow().toString();
        return new HelperHttpClient(new ProviderTable(
                Dialects.all(),
                api -> Provider.of(api, url, config.value(HelperKeys.HELPER_KEY)),
                Provider.chatgpt(url),
                List.of()));
    }

    /** Asks with the credentials of the session. A limited budget is only for sessions that are paid by key. */
    private static Function<SessionRef, Optional<SessionCaller>> ofSessions(
            Config config, SessionCallers callers, boolean isLimited) {
        return session -> callers.of(session)
                .filter(caller -> !isLimited
                        || caller.isPaidByKey(
                                Dialects.of(caller.dialect()).profile().provider()))
                .map(caller -> new SessionCaller(
                        caller.dialect(),
                        caller.target(),
                        caller.headers(),
                        config.value(HelperKeys.HELPER_MODEL).orElse(caller.model())));
    }

    private static Function<SessionRef, Optional<SessionCaller>> ofProvider(Config config) {
        DialectProfile profile =
                Dialects.of(config.value(HelperKeys.HELPER_DIALECT)).profile();
        Optional<SessionCaller> caller = Optional.of(new SessionCaller(
                profile.dialect(),
                profile.path(),
                profile.requiredHeaders(),
                config.value(HelperKeys.HELPER_MODEL).orElseThrow()));
        return _ -> caller;
    }

    private record HelperListeners(List<HelperListener> all) implements HelperListener {
        @Override
        public void questionEnded(SessionRef session, String question, String model, HelperAnswer<?> answer) {
            all.forEach(each -> each.questionEnded(session, question, model, answer));
        }

        @Override
        public void requestSent(SessionRef session, HelperUpstream.HelperRequest request) {
            all.forEach(each -> each.requestSent(session, request));
        }

        @Override
        public void replyReceived(SessionRef session, HelperUpstream.HelperReply reply) {
            all.forEach(each -> each.replyReceived(session, reply));
        }
    }

    void close() {
        upstream.ifPresent(HelperUpstream::close);
    }
}
