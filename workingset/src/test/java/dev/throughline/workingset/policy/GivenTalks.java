package dev.throughline.workingset.policy;

import dev.throughline.workingset.Talk;

/** Conversations that several tests begin with. */
final class GivenTalks {
    private GivenTalks() {}

    /** A prompt, and so many commands with outputs of so many lines, no two alike. */
    static Talk commands(int count, int lines) {
        Talk talk = new Talk().user("Mend it.");
        for (int i = 0; i < count; i++) {
            talk.call("Bash", "step " + i).result(Talk.lines("output" + i, lines));
        }
        return talk;
    }

    /** Prompts, each with one command. */
    static Talk prompts(int count, int lines) {
        Talk talk = new Talk();
        for (int i = 0; i < count; i++) {
            talk.user("Prompt " + i).call("Bash", "step " + i).result(Talk.lines("output" + i, lines)).says("Done " + i);
        }
        return talk;
    }
}
