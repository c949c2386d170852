package dev.throughline.wire;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Span;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A client's request as it was received, with the positions of its parts. All spans point into {@code body}.
 *
 * @param model the model asked for, or an empty text
 * @param isStreaming whether the client wants server-sent events
 * @param outputLimit the most tokens that the model may write, if the client sets a limit
 * @param hints scalars that help to find the session
 * @param system each block of system or instruction text outside the history (in Messages the elements of
 *     {@code system}, in Responses {@code instructions}; in Chat none, it is part of the history)
 * @param tools each element of the tools array
 * @param history each element of the history, in order: the members of {@code messages} or {@code input}; an input that
 *     is one string is one element
 * @param historyValue the value of the history as a whole, brackets included; nothing if the body has none
 */
public record Request(
        Dialect dialect,
        Bytes body,
        String model,
        boolean isStreaming,
        OptionalLong outputLimit,
        Hints hints,
        List<Span> system,
        List<Span> tools,
        List<Span> history,
        Optional<Span> historyValue) {
    public Request {
        system = List.copyOf(system);
        tools = List.copyOf(tools);
        history = List.copyOf(history);
    }

    /** A request that was not decoded. */
    public static Request unread(Dialect dialect, Bytes body) {
        return new Request(
                dialect,
                body,
                /* model= */ "",
                /* isStreaming= */ false,
                OptionalLong.empty(),
                Hints.NONE,
                List.of(),
                List.of(),
                List.of(),
                Optional.empty());
    }

    /** The same request with another output limit and other hints. */
    public Request with(OptionalLong otherLimit, Hints otherHints) {
        return new Request(
                dialect, body, model, isStreaming, otherLimit, otherHints, system, tools, history, historyValue);
    }

    /** The raw bytes of one element. */
    public Bytes raw(Span element) {
        return body.slice(element);
    }
}
