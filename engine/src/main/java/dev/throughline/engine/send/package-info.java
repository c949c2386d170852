/** Whether answers are sent to a chat. */
@NullMarked
package dev.throughline.engine.send;

import org.jspecify.annotations.NullMarked;
