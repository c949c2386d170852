package dev.throughline.testkit.history;

import dev.throughline.model.Bytes;
import dev.throughline.simulator.dialect.SimulatedDialect;
import java.util.List;

/** A client and its model in one dialect: what each of them says, and how it looks on the wire. */
interface RandomClient {
    /** What stands first in every request of a session. */
    List<Json.Obj> opening();

    /** What a person says, with the scaffolding around it. */
    List<Json.Obj> prompt();

    /** What the model says, as the client will send it back. */
    List<Json.Obj> answer();

    /** The results of the calls in an answer; empty if it has none. */
    List<Json.Obj> results(List<Json.Obj> answer);

    /** What a client puts in the place of all that was said before. */
    List<Json.Obj> compacted();

    Json.Obj body(List<Json.Obj> history);

    /** The answer as the provider streams it. */
    Bytes stream(List<Json.Obj> answer);

    static RandomClient of(SimulatedDialect dialect, Chance chance) {
        return switch (dialect) {
            case RESPONSES -> new RandomResponsesClient(chance);
            case CHAT -> new RandomChatClient(chance);
            case MESSAGES -> new RandomMessagesClient(chance);
        };
    }
}
