/** How well search finds: judged questions over chats, code and science. */
@NullMarked
package dev.throughline.bench.retrieval;

import org.jspecify.annotations.NullMarked;
