package dev.throughline.workingset.policy;

import dev.throughline.workingset.TestConversation;

/** Conversations for several tests. */
final class SampleConversations {
    private SampleConversations() {}

    /** A user message and a number of commands with different outputs of a number of lines. */
    static TestConversation commands(int count, int lines) {
        TestConversation conversation = new TestConversation().user("Mend it.");
        for (int i = 0; i < count; i++) {
            conversation.call("Bash", "step " + i).result(TestConversation.lines("output" + i, lines));
        }
        return conversation;
    }

    /** Prompts, each with one command. */
    static TestConversation prompts(int count, int lines) {
        TestConversation conversation = new TestConversation();
        for (int i = 0; i < count; i++) {
            conversation
                    .user("Prompt " + i)
                    .call("Bash", "step " + i)
                    .result(TestConversation.lines("output" + i, lines))
                    .assistant("Done " + i);
        }
        return conversation;
    }
}
