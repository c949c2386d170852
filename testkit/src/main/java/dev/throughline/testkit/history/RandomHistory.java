package dev.throughline.testkit.history;

import dev.throughline.model.Bytes;
import dev.throughline.testkit.history.Step.Move;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A random conversation: a valid history of one dialect that grows with each request, according to its {@link Plan}.
 *
 * <p>Each request resends the whole history, followed by the results of the calls in the last reply, or by a new prompt
 * if there were no calls. Only before a new prompt can the client go back, fork, return to a branch or compact, so
 * every call has its result. Not thread-safe; the same plan gives the same steps.
 */
public final class RandomHistory {
    /** The largest number of branches that the client can return to. */
    private static final int MOST_BRANCHES = 8;

    /** An element, its bytes without variation, and whether a prompt begins with it. */
    private record Said(Json.Obj element, Bytes written, boolean isPrompt) {}

    private record Branch(int number, List<Said> said) {}

    private final Plan plan;
    private final Chance chance;
    private final RandomClient client;
    private final VariationWriter variations;
    private final List<Json.Obj> opening;
    private final List<Branch> left = new ArrayList<>();
    private Branch branch = new Branch(0, new ArrayList<>());
    private int branches = 1;
    private boolean hasBegun;
    private List<Json.Obj> pending = List.of();

    public RandomHistory(Plan plan) {
        this.plan = plan;
        this.chance = new Chance(plan.seed(), plan.mostResultChars(), plan.filePercent());
        this.client = RandomClient.of(plan.dialect(), chance);
        this.variations = new VariationWriter(plan.dialect(), plan.variations(), chance);
        this.opening = client.opening();
    }

    /** The next request and its reply. */
    public Step next() {
        Move move = Move.GROW;
        int known;
        if (pending.isEmpty()) {
            move = branch.said.isEmpty() ? begin() : choose();
            known = move == Move.COMPACT ? opening.size() : branch.said.size();
            known = hasBegun ? known : 0;
            hasBegun = true;
            append(client.prompt(), /* isPrompt= */ true);
        } else {
            known = branch.said.size();
            append(pending, /* isPrompt= */ false);
        }
        return step(move, known);
    }

    /** The next steps. */
    public List<Step> next(int count) {
        return IntStream.range(0, count).mapToObj(i -> next()).toList();
    }

    private Step step(Move move, int known) {
        List<Json.Obj> history = branch.said.stream().map(Said::element).toList();
        List<Json.Obj> answer = client.answer();
        Step step = new Step(
                move,
                branch.number,
                client.body(variations.vary(history)).bytes(),
                branch.said.stream().map(Said::written).toList(),
                known,
                client.stream(answer),
                answer.stream().map(Json::bytes).toList());
        append(answer, /* isPrompt= */ false);
        pending = client.results(answer);
        return step;
    }

    private Move begin() {
        append(opening, /* isPrompt= */ false);
        return Move.GROW;
    }

    /** Chooses the next move and prepares the branch for the new prompt. */
    private Move choose() {
        int draw = chance.between(0, 99);
        if (draw < plan.forkPercent()) {
            return left.isEmpty() || chance.percent(60) ? fork() : comeBack();
        }
        if (draw < plan.forkPercent() + plan.rewindPercent()) {
            cut();
            return Move.REWIND;
        }
        if (draw < plan.forkPercent() + plan.rewindPercent() + plan.compactPercent()) {
            branch = new Branch(branches++, new ArrayList<>());
            append(opening, /* isPrompt= */ false);
            append(client.compacted(), /* isPrompt= */ false);
            return Move.COMPACT;
        }
        return Move.GROW;
    }

    private Move fork() {
        if (left.size() == MOST_BRANCHES) {
            left.removeFirst();
        }
        left.add(branch);
        branch = new Branch(branches++, new ArrayList<>(branch.said));
        cut();
        return Move.FORK;
    }

    private Move comeBack() {
        Branch old = left.remove(chance.between(0, left.size() - 1));
        left.add(branch);
        branch = old;
        return Move.RETURN;
    }

    /** Removes an earlier prompt and everything after it. */
    private void cut() {
        List<Integer> prompts = IntStream.range(0, branch.said.size())
                .filter(i -> branch.said.get(i).isPrompt())
                .boxed()
                .toList();
        int from = prompts.isEmpty() ? branch.said.size() : chance.oneOf(prompts);
        branch.said.subList(from, branch.said.size()).clear();
    }

    private void append(List<Json.Obj> elements, boolean isPrompt) {
        for (int i = 0; i < elements.size(); i++) {
            branch.said.add(new Said(elements.get(i), elements.get(i).bytes(), isPrompt && i == 0));
        }
    }
}
