package dev.throughline.simulator.server;

import dev.throughline.simulator.answer.Provider;

/** The endpoint of a request, by its method, its path and its client. */
enum Endpoint {
    RESPONSES(Provider.OPENAI),
    COMPACT(Provider.OPENAI),
    INPUT_TOKENS(Provider.OPENAI),
    UPGRADE(Provider.OPENAI),
    CHAT(Provider.OPENAI),
    EMBEDDINGS(Provider.OPENAI),
    OPENAI_MODELS(Provider.OPENAI),
    UNKNOWN_OPENAI(Provider.OPENAI),
    MESSAGES(Provider.ANTHROPIC),
    COUNT_TOKENS(Provider.ANTHROPIC),
    ANTHROPIC_MODELS(Provider.ANTHROPIC),
    UNKNOWN_ANTHROPIC(Provider.ANTHROPIC);

    private final Provider provider;

    Endpoint(Provider provider) {
        this.provider = provider;
    }

    Provider provider() {
        return provider;
    }

    static Endpoint of(ReceivedRequest received) {
        boolean isAnthropic = received.headers().has("anthropic-version")
                || received.headers().has("x-api-key")
                || received.path().startsWith("/v1/messages");
        return switch (received.method() + " " + received.path()) {
            case "POST /v1/responses" -> RESPONSES;
            case "POST /v1/responses/compact" -> COMPACT;
            case "POST /v1/responses/input_tokens" -> INPUT_TOKENS;
            case "POST /v1/chat/completions" -> CHAT;
            case "POST /v1/embeddings" -> EMBEDDINGS;
            case "POST /v1/messages" -> MESSAGES;
            case "POST /v1/messages/count_tokens" -> COUNT_TOKENS;
            case "GET /v1/models" -> isAnthropic ? ANTHROPIC_MODELS : OPENAI_MODELS;
            case "GET /v1/responses" -> received.headers().has("upgrade") ? UPGRADE : UNKNOWN_OPENAI;
            default -> isAnthropic ? UNKNOWN_ANTHROPIC : UNKNOWN_OPENAI;
        };
    }
}
