package dev.throughline.simulator.request;

import dev.throughline.model.Bytes;
import dev.throughline.simulator.prompt.PromptItem;
import java.util.List;

/**
 * One request of an agent.
 *
 * @param items what the model would read if it were sent as it is
 */
public record WrittenRequest(Bytes body, List<PromptItem> items, RequestTail tail) {}
