package dev.throughline.engine.turn;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls the listeners. A listener that fails affects neither the turn nor the other listeners. */
final class TurnListeners {
    private static final Logger LOG = LoggerFactory.getLogger(TurnListeners.class);

    private final List<TurnListener> listeners;

    TurnListeners(List<TurnListener> listeners) {
        this.listeners = List.copyOf(listeners);
    }

    void publish(TurnEvent event) {
        for (TurnListener listener : listeners) {
            try {
                listener.on(event);
            } catch (Exception e) {
                LOG.error("a listener failed on {}", event.getClass().getSimpleName(), e);
            }
        }
    }

    boolean wantsReplies() {
        return listeners.stream().anyMatch(TurnListener::wantsReplies);
    }
}
