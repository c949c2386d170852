package dev.throughline.engine.edit;

import dev.throughline.wire.Request;
import dev.throughline.workingset.Sight;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.EditLog;
import dev.throughline.workingset.policy.Compact;
import dev.throughline.workingset.policy.Moment;
import dev.throughline.workingset.policy.Policy;
import dev.throughline.workingset.policy.Scene;
import java.util.List;
import java.util.Optional;

/**
 * A turn as a rule sees it.
 *
 * @param tools the tools in the request that are ours to answer
 */
record Stage(Request request, LiveChain live, EditLog log, Scene scene, List<String> tools) {
    /** A prompt that fills less than this part of what fits loses nothing that would have to be brought back. */
    private static final double LEAST_TRIED = 0.5;

    /** The scene under other edits: a rule has to make that fit which was decided before it. */
    Scene under(EditLog other) {
        return new Scene(scene.chain(), Sight.of(live.pieces(), other), scene.moment());
    }

    /**
     * What a rule will probably decide: what it hides has to be brought back with this request, not with the next.
     *
     * @param mayReplace whether it may take whole messages away
     */
    List<Edit> tentative(Policy policy, boolean mayReplace) {
        boolean isTried = mayReplace || tokens() >= scene.moment().budget().hard() * LEAST_TRIED;
        return isTried ? trial(policy) : List.of();
    }

    private List<Edit> trial(Policy policy) {
        Sight sight = Sight.of(live.pieces(), log);
        return edits(policy.decide(new Scene(scene.chain(), sight, scene.moment())));
    }

    private boolean hides(Policy policy) {
        return log.hasHidden() || log.with(trial(policy)).hasHidden();
    }

    /** Whether the provider has to read the prompt anew in any case, and something is hidden that a tool could open. */
    boolean isWrittenAnew(Optional<Policy> policy) {
        Moment moment = scene.moment();
        return tokens() > moment.budget().hard()
                || policy.filter(rule -> rule instanceof Compact compact
                                && compact.wish(scene).isPresent())
                        .isPresent()
                || (moment.isCold()
                        && moment.requests() > 1
                        && policy.filter(this::hides).isPresent());
    }

    /** The same with tools of ours, so that handles may be named. */
    Stage withTools(Decision offered) {
        Scene with = new Scene(scene.chain().recallable(true), scene.sight(), scene.moment());
        EditLog all = log.with(offered.edits());
        return new Stage(request, live, all, with, all.tools());
    }

    static List<Edit> edits(List<Decision> decisions) {
        return decisions.stream().flatMap(decision -> decision.edits().stream()).toList();
    }

    private long tokens() {
        return scene.moment().head() + scene.sight().total();
    }
}
