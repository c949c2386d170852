package dev.throughline.simulator.request;

/** A system prompt of a wanted size, the same every time; it always names the session. */
final class SystemPrompt {
    private static final int CHARS_PER_TOKEN = 4;
    private static final String[] PARTS = {
        "read a file before you change it",
        "run the tests when a change is done",
        "say in a few words what was done and what was not",
        "show errors as they came",
        "ask before a step that cannot be taken back",
        "look for the name of a thing before you guess it",
        "keep to the manners of the code around you",
        "leave secrets where they are",
        "take the smallest change that is whole"
    };

    private SystemPrompt() {}

    /** A prompt of about so many tokens; with none, two lines. */
    static String of(String session, int tokens) {
        StringBuilder text = new StringBuilder("You are a coding agent.\nSession id: " + session + "\n");
        for (int number = 1; text.length() < tokens * CHARS_PER_TOKEN; number++) {
            text.append(number)
                    .append(". Always ")
                    .append(PARTS[number % PARTS.length])
                    .append(", and ");
            text.append(PARTS[number * 5 / 3 % PARTS.length]).append(".\n");
        }
        return text.toString().stripTrailing();
    }
}
