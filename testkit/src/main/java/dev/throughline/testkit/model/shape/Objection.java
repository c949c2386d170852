package dev.throughline.testkit.model.shape;

/** Thrown at the first thing in a request that the provider would not take. */
public final class Objection extends RuntimeException {
    private final transient Fault fault;

    public Objection(Fault fault) {
        super(fault.message());
        this.fault = fault;
    }

    public Fault fault() {
        return fault;
    }
}
