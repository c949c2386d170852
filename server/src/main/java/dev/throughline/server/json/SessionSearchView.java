package dev.throughline.server.json;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.throughline.search.SearchHit;
import dev.throughline.search.SearchResult;
import java.util.List;
import java.util.function.Function;

/**
 * The result of a search over all sessions: a {@link SearchView} whose results also name their sessions.
 *
 * <pre>
 *   {"status":"ok",…,"results":[{"id":"…",…,"session":{"id":"0198c5a0-…","name":"parser-work","agent":"main",
 *                                                      "program":"claude-code"}}]}
 * </pre>
 */
public record SessionSearchView(
        @JsonUnwrapped SearchView.StatusView status, int waiting, int unfit, List<SessionHit> results) {
    /** The beginning of the path of an item of a session. */
    private static final String SESSIONS = "sessions/";

    /** A hit and its session. */
    public record SessionHit(@JsonUnwrapped SearchHit hit, HitSession session) {}

    /**
     * The session of a hit.
     *
     * @param name empty if the session has no name yet
     * @param agent the agent that it belongs to
     * @param program the program that opened it
     */
    public record HitSession(String id, String name, String agent, String program) {
        /** {@code parser-work, claude-code}: what is known, with a named agent in place of the program. */
        public String description() {
            String by = agent.isEmpty() || agent.equals("main") ? program : agent;
            return name.isEmpty() ? by : by.isEmpty() ? name : name + ", " + by;
        }
    }

    /**
     * The view of a result.
     *
     * @param sessions the session with an id
     */
    public static SessionSearchView of(SearchResult result, Function<String, HitSession> sessions) {
        return new SessionSearchView(
                SearchView.StatusView.of(result.status()),
                result.waiting(),
                result.unfit(),
                result.hits().stream()
                        .map(hit -> new SessionHit(hit, sessions.apply(session(hit.path()))))
                        .toList());
    }

    /** The search result that this is a view of. */
    public SearchResult result() {
        List<SearchHit> hits = results.stream().map(SessionHit::hit).toList();
        return new SearchView(status, waiting, unfit, hits).result();
    }

    /** The id of the session in a path such as {@code sessions/ID/HANDLE}. */
    private static String session(String path) {
        int start = path.startsWith(SESSIONS) ? SESSIONS.length() : 0;
        int end = path.indexOf('/', start);
        return path.substring(start, end < 0 ? path.length() : end);
    }
}
