package dev.throughline.engine.edit;

import com.github.benmanes.caffeine.cache.Caffeine;
import dev.throughline.engine.archive.SessionProgress;
import dev.throughline.engine.archive.Turn;
import dev.throughline.wire.Request;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.budget.Budget;
import dev.throughline.workingset.policy.RequestState;
import dev.throughline.workingset.price.Prices;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Computes the {@link RequestState} of a turn: the prompt limit, the prices, and whether the provider has the prompt in
 * its cache. Safe for use by many threads.
 */
final class RequestStates {
    private static final Logger LOG = LoggerFactory.getLogger(RequestStates.class);

    /** How long OpenAI caches a prompt with {@code prompt_cache_retention: 24h}. */
    private static final Duration LONG_RETENTION = Duration.ofHours(24);

    /** How many models with an unknown window are remembered, so that each is logged once. */
    private static final int MAX_UNKNOWN = 1_000;

    private final PromptEditor.EditSettings settings;
    private final Map<String, Boolean> unknownModels = Caffeine.newBuilder()
            .maximumSize(MAX_UNKNOWN)
            .<String, Boolean>build()
            .asMap();

    RequestStates(PromptEditor.EditSettings settings) {
        this.settings = settings;
    }

    /**
     * The state of a turn.
     *
     * @param toolTokens the tokens of local tools
     * @param firstNew the index of the first piece that was not sent before
     */
    RequestState stateOf(Turn turn, SessionProgress progress, RequestChain chain, long toolTokens, int firstNew) {
        Prices prices = prices(turn, progress);
        double factor = progress.scale().factor();
        RequestState state = new RequestState(
                budget(turn).shrunk(1 / factor),
                prices,
                chain.count(),
                chain.headTokens() + toolTokens,
                firstNew,
                isCold(turn.at(), progress, prices),
                progress.requests()
                        .before()
                        .map(before -> Duration.between(before, turn.at()))
                        .orElse(Duration.ZERO),
                progress.requests().isRepeat(),
                progress.requests().count(),
                progress.requests().count() - progress.requests().countAtRewrite(),
                progress.ledger().untouched(prices) / factor,
                progress.ledger().saved(prices) / factor,
                factor);
        return state.withPromptLimit(limitByBytes(turn.request(), chain));
    }

    /**
     * The tokens that fit into the largest body, if there is a limit, estimated from the bytes per token of this
     * request.
     */
    private OptionalLong limitByBytes(Request request, RequestChain chain) {
        OptionalLong bodyBytes = settings.bodyBytes();
        if (bodyBytes.isEmpty()) {
            return bodyBytes;
        }
        long tokens = chain.headTokens()
                + chain.pieces().stream().mapToLong(Piece::tokens).sum();
        return OptionalLong.of(Math.round(
                bodyBytes.getAsLong() * (tokens / (double) request.body().length())));
    }

    private Budget budget(Turn turn) {
        String model = turn.request().model();
        long window = settings.windows().of(model).orElseGet(() -> assumedWindow(model));
        long known = Math.min(
                window, settings.learned().of(turn.upstream(), model, turn.at()).orElse(window));
        return Budget.of(
                known, turn.request().outputLimit().orElse(settings.figures().answerTokens()), settings.bodyBytes());
    }

    private long assumedWindow(String model) {
        long assumed = settings.windows().unknown();
        if (unknownModels.putIfAbsent(model, true) == null) {
            LOG.warn(
                    "the context window of the model '{}' is not known; {} tokens are assumed. Set it with the key"
                            + " windows: {}=TOKENS",
                    model,
                    assumed,
                    model);
        }
        return assumed;
    }

    /** The prices of a turn. Without a prompt cache, every token of every prompt costs the same. */
    private Prices prices(Turn turn, SessionProgress progress) {
        Prices listed = settings.prices().of(turn.request().model());
        EditFigures figures = settings.figures();
        boolean hasNoCache = progress.cache().isMissing(figures.cacheableTokens(), figures.silentPrompts());
        Prices prices = hasNoCache ? listed.uncached() : listed;
        Optional<String> ttl = turn.wire().editor().markerTtl(turn.request());
        if (ttl.filter("1h"::equals).isPresent()) {
            return prices.withCacheLifetime(Duration.ofHours(1));
        }
        Optional<String> retention = turn.request().hints().cacheRetention();
        return retention.filter("24h"::equals).isPresent() ? prices.withCacheLifetime(LONG_RETENTION) : prices;
    }

    private static boolean isCold(Instant at, SessionProgress progress, Prices prices) {
        return progress.requests()
                .before()
                .map(before -> Duration.between(before, at).compareTo(prices.cacheLifetime()) > 0)
                .orElse(false);
    }
}
