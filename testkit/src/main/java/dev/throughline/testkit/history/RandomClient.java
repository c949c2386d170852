package dev.throughline.testkit.history;

import dev.throughline.model.Bytes;
import dev.throughline.simulator.dialect.SimulatedDialect;
import java.util.List;

/** A client and its model in one dialect: the content of their messages, and their form in requests and replies. */
interface RandomClient {
    /** The beginning of every request of a session. */
    List<Json.Obj> opening();

    /** A message of the user with its scaffold. */
    List<Json.Obj> prompt();

    /** A message of the model in the form in which the client resends it. */
    List<Json.Obj> answer();

    /** The results of the calls in an answer; empty if it has none. */
    List<Json.Obj> results(List<Json.Obj> answer);

    /** The summary by which a client replaces the history. */
    List<Json.Obj> compacted();

    Json.Obj body(List<Json.Obj> history);

    /** The reply as the provider streams it. */
    Bytes stream(List<Json.Obj> answer);

    static RandomClient of(SimulatedDialect dialect, Chance chance) {
        return switch (dialect) {
            case RESPONSES -> new RandomResponsesClient(chance);
            case CHAT -> new RandomChatClient(chance);
            case MESSAGES -> new RandomMessagesClient(chance);
        };
    }
}
