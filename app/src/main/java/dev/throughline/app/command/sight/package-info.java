/**
 * The commands about what a model sees: which requests weigh how much ({@code context list}), what one consists of
 * ({@code context show}), why it is not what the client sent ({@code context why}), and the notes that stand in front
 * of
 * it ({@code todo}, {@code pin}). They keep the manners of {@code app.command}.
 */
@NullMarked
package dev.throughline.app.command.sight;

import org.jspecify.annotations.NullMarked;
