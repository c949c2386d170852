@org.jspecify.annotations.NullMarked
package dev.throughline.search.index;
