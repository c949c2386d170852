package dev.throughline.simulator.validation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Runs checks one after the other and collects what they refuse. Each check ends at its first error. */
final class RefusalCollector {
    private final List<RequestRefusedException> all = new ArrayList<>();

    void run(Runnable check) {
        try {
            check.run();
        } catch (RequestRefusedException refused) {
            all.add(refused);
        }
    }

    void addIf(boolean isRefused, Supplier<RequestRefusedException> refusal) {
        if (isRefused) {
            all.add(refusal.get());
        }
    }

    List<RequestRefusedException> all() {
        return List.copyOf(all);
    }
}
