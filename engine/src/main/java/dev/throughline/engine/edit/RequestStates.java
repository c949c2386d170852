package dev.throughline.engine.edit;

import com.github.benmanes.caffeine.cache.Caffeine;
import dev.throughline.engine.archive.SessionProgress;
import dev.throughline.engine.archive.Turn;
import dev.throughline.wire.Request;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.budget.Budget;
import dev.throughline.workingset.budget.ModelWindows;
import dev.throughline.workingset.policy.RequestState;
import dev.throughline.workingset.price.PriceTable;
import dev.throughline.workingset.price.Prices;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a request meets: how much fits, what it costs, whether the provider remembers. Safe for use by many threads.
 */
final class RequestStates {
    private static final Logger LOG = LoggerFactory.getLogger(RequestStates.class);

    /** How long OpenAI remembers a prompt when {@code prompt_cache_retention} asks for the most. */
    private static final Duration LONG_RETENTION = Duration.ofHours(24);

    /** Models without a known window of which it is remembered that a warning was given. */
    private static final int MOST_UNKNOWN = 1_000;

    private final ModelWindows windows;
    private final PriceTable table;
    private final OptionalLong bodyBytes;

    private final LearnedWindows learned;
    private final EditFigures figures;
    private final Map<String, Boolean> unknown = Caffeine.newBuilder()
            .maximumSize(MOST_UNKNOWN)
            .<String, Boolean>build()
            .asMap();

    RequestStates(PromptEditor.Settings settings) {
        this.windows = settings.windows();
        this.table = settings.prices();
        this.bodyBytes = settings.bodyBytes();
        this.learned = settings.learned();
        this.figures = settings.figures();
    }

    /** {@code added} are the tokens of tools of ours. */
    RequestState stateOf(Turn turn, SessionProgress progress, RequestChain live, long added, int fresh) {
        Prices prices = prices(turn, progress);
        double factor = progress.scale().factor();
        RequestState state = new RequestState(
                budget(turn).shrunk(1 / factor),
                prices,
                live.count(),
                live.headTokens() + added,
                fresh,
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
        return state.withPromptLimit(byBytes(turn.request(), live));
    }

    /** As many tokens as fit into the largest body, if there is one, at as many bytes a token as this request has. */
    private OptionalLong byBytes(Request request, RequestChain live) {
        if (bodyBytes.isEmpty()) {
            return bodyBytes;
        }
        long tokens = live.headTokens();
        for (Piece piece : live.pieces()) {
            tokens += piece.tokens();
        }
        return OptionalLong.of(Math.round(
                bodyBytes.getAsLong() * (tokens / (double) request.body().length())));
    }

    private Budget budget(Turn turn) {
        String model = turn.request().model();
        long window = windows.of(model).orElseGet(() -> unknown(model));
        long known =
                Math.min(window, learned.of(turn.upstream(), model, turn.at()).orElse(window));
        return Budget.of(known, turn.request().outputLimit().orElse(figures.answerTokens()), bodyBytes);
    }

    private long unknown(String model) {
        if (unknown.putIfAbsent(model, true) == null) {
            LOG.warn(
                    "the window of the model '{}' is not known and taken to be {} tokens; if it is another, say so:"
                            + " windows: {}=TOKENS",
                    model,
                    windows.unknown(),
                    model);
        }
        return windows.unknown();
    }

    /** The prices of a turn: without a cache, every token of every prompt costs the same. */
    private Prices prices(Turn turn, SessionProgress progress) {
        Prices listed = table.of(turn.request().model());
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
