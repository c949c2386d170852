package dev.throughline.replay.session;

import dev.throughline.replay.bill.Billed;
import dev.throughline.replay.bill.Prices;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What a session leaves behind: its sums, examples of what went wrong, and how long the road took. */
public final class Books {
    /** As many examples of each kind are kept. */
    private static final int MOST_EXAMPLES = 5;

    /**
     * One request on the road.
     *
     * @param bodyBytes the size of what the client sent
     * @param nanos from the client's request to the model's door
     * @param allocatedBytes what the road allocated for it, the model aside; -1 when that was not measured
     */
    public record Walk(int bodyBytes, long nanos, long allocatedBytes) {}

    private final String name;
    private final Tally tally = new Tally();
    private final Map<String, Integer> rules = new TreeMap<>();
    private final Map<String, Integer> bypasses = new TreeMap<>();
    private final Set<String> addedTools = new TreeSet<>();
    private final List<String> examples = new ArrayList<>();
    private final List<String> errors = new ArrayList<>();
    private final List<Walk> walks = new ArrayList<>();

    public Books(String name) {
        this.name = name;
    }

    /** The session's name in the recording. */
    public String name() {
        return name;
    }

    public Tally tally() {
        return tally;
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

    public List<Walk> walks() {
        return walks;
    }

    /** Charges a request, whatever it was for. */
    void charge(Billed billed, Prices prices) {
        tally.add(Count.COST, billed.cost(prices));
        tally.add(Count.UNCACHED, billed.uncached());
        tally.add(Count.READ, billed.read());
        tally.add(Count.WRITE, billed.write());
    }

    /** Charges a request that is not the turn's own. */
    public void chargeAuxiliary(Billed billed, Prices prices) {
        charge(billed, prices);
        tally.increment(Count.AUXILIARY);
        tally.add(Count.AUXILIARY_TOKENS, billed.total());
        tally.add(Count.AUXILIARY_COST, billed.cost(prices));
    }

    void violated(String rule, String example) {
        rules.merge(rule, 1, Integer::sum);
        if (examples.size() < MOST_EXAMPLES) {
            examples.add(example);
        }
    }

    /** Notes that a reply said it went round the memory, and why. */
    public void bypassed(String reason) {
        bypasses.merge(reason, 1, Integer::sum);
        tally.increment(Count.BYPASSES);
    }

    public void failed(String sentence) {
        if (errors.size() < MOST_EXAMPLES) {
            errors.add(sentence);
        }
    }
}
