package dev.throughline.simulator.server;

/** Small valid requests, one per dialect. */
final class Bodies {
    static final String RESPONSES = """
        {"model":"gpt-5.5","input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"hi"}]}],\
        "store":false,"include":["reasoning.encrypted_content"]}\
        """;
    static final String CHAT = """
        {"model":"gpt-5.5","messages":[{"role":"user","content":"hi"}]}\
        """;
    static final String MESSAGES = """
        {"model":"claude-opus-5-5","max_tokens":100,"messages":[{"role":"user","content":"hi"}]}\
        """;

    private Bodies() {}

    /** The same request as a stream. */
    static String streamed(String body) {
        return "{\"stream\":true," + body.substring(1);
    }
}
