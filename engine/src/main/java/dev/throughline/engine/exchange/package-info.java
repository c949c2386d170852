/**
 * The two ends of a turn: the provider that is asked, the client that is answered, and the reply that flows between
 * them. The gateway implements both.
 */
@NullMarked
package dev.throughline.engine.exchange;

import org.jspecify.annotations.NullMarked;
