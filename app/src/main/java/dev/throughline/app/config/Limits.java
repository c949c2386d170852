package dev.throughline.app.config;

/** What one request may weigh. */
public record Limits(long bodyBytes, long headerBytes) {}
