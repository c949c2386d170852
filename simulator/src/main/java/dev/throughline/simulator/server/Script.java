package dev.throughline.simulator.server;

import dev.throughline.simulator.answer.Answer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Decides what the server answers. Called on the thread of the exchange, by many at once; it may block. */
@FunctionalInterface
public interface Script {
    Answer answer(ModelRequest asked);

    /** The answers in this order for all requests; the last one is repeated. */
    static Script inOrder(Answer... answers) {
        List<Answer> all = List.of(answers);
        AtomicInteger next = new AtomicInteger();
        return _ -> all.get(Math.min(next.getAndIncrement(), all.size() - 1));
    }

    /** The answer whose key the newest user message contains, the first such key of the map; else the other answer. */
    static Script byLastUserText(Map<String, Answer> answers, Answer otherwise) {
        return asked -> answers.entrySet().stream()
                .filter(entry -> asked.lastUserText().contains(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(otherwise);
    }

    /** A model that runs the requested command with the client's tool and reports the result. */
    static Script agent() {
        return new AgentScript();
    }
}
