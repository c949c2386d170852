package dev.throughline.simulator.validation;

import java.util.Objects;

/** A part of a request that the provider refuses. */
public final class RequestRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String rule;
    private final transient ProviderError error;

    /** A refusal that is counted under the code of its error. */
    public RequestRefusedException(ProviderError error) {
        this(Objects.requireNonNullElse(error.code(), error.type()), error);
    }

    /** @param rule the short and stable name under which refusals are counted */
    public RequestRefusedException(String rule, ProviderError error) {
        super(error.message());
        this.rule = rule;
        this.error = error;
    }

    public String rule() {
        return rule;
    }

    public ProviderError error() {
        return error;
    }
}
