package dev.throughline.simulator.session;

import dev.throughline.simulator.prompt.CachePrices;
import dev.throughline.simulator.prompt.PromptCharge;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The result of a session: its sums, examples of errors, and the times of its requests. */
public final class SessionResult {
    /** As many examples of each kind are kept. */
    private static final int MOST_EXAMPLES = 5;

    /**
     * The cost of one request.
     *
     * @param bodyBytes the size of what the client sent
     * @param nanos from the client's request to the request to the model
     * @param allocatedBytes the bytes that the turn handling allocated, without the model; -1 if they were not measured
     */
    public record Timing(int bodyBytes, long nanos, long allocatedBytes) {}

    private final String name;
    private final Totals totals = new Totals();
    private final Map<String, Integer> rules = new TreeMap<>();
    private final Map<String, Integer> bypasses = new TreeMap<>();
    private final Set<String> addedTools = new TreeSet<>();
    private final List<String> examples = new ArrayList<>();
    private final List<String> errors = new ArrayList<>();
    private final List<Timing> timings = new ArrayList<>();

    public SessionResult(String name) {
        this.name = name;
    }

    /** The session's name in the recording. */
    public String name() {
        return name;
    }

    public Totals totals() {
        return totals;
    }

    public Map<String, Integer> rules() {
        return rules;
    }

    public Map<String, Integer> bypasses() {
        return bypasses;
    }

    public Set<String> addedTools() {
        return addedTools;
    }

    public List<String> examples() {
        return examples;
    }

    public List<String> errors() {
        return errors;
    }

    public List<Timing> timings() {
        return timings;
    }

    /** Charges a request, whatever it was for. */
    void charge(PromptCharge billed, CachePrices prices) {
        totals.add(Counter.COST, billed.cost(prices));
        totals.add(Counter.UNCACHED, billed.uncached());
        totals.add(Counter.READ, billed.read());
        totals.add(Counter.WRITE, billed.write());
    }

    /** Charges a request that is not the turn's own. */
    public void chargeAuxiliary(PromptCharge billed, CachePrices prices) {
        charge(billed, prices);
        totals.increment(Counter.AUXILIARY);
        totals.add(Counter.AUXILIARY_TOKENS, billed.total());
        totals.add(Counter.AUXILIARY_COST, billed.cost(prices));
    }

    void violated(String rule, String example) {
        rules.merge(rule, 1, Integer::sum);
        if (examples.size() < MOST_EXAMPLES) {
            examples.add(example);
        }
    }

    /** Records that a reply reported a bypass, and its reason. */
    public void bypassed(String reason) {
        bypasses.merge(reason, 1, Integer::sum);
        totals.increment(Counter.BYPASSES);
    }

    public void failed(String sentence) {
        if (errors.size() < MOST_EXAMPLES) {
            errors.add(sentence);
        }
    }
}
