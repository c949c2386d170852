package dev.throughline.bench;

import java.nio.charset.StandardCharsets;
import java.util.Random;

/**
 * Requests of an agent that works in a folder, so that they are learnt from and indexed. Their texts are random words
 * without repeated lines.
 */
final class RandomTextRequest {
    private static final int WORDS = 20_000;
    private static final int WORDS_OF_A_LINE = 8;

    private RandomTextRequest() {}

    /**
     * A request in chat form.
     *
     * @param seed determines the text
     * @param results the number of tool results in its history
     * @param resultBytes the approximate length of each result
     */
    static byte[] of(long seed, String folder, int results, int resultBytes) {
        Random random = new Random(seed);
        StringBuilder body = new StringBuilder(results * (resultBytes + 300) + 1_000);
        body.append("{\"model\":\"bench-model\",\"messages\":[{\"role\":\"system\",\"content\":\"You help.\\nWorking"
                        + " directory: ")
                .append(folder)
                .append("\\n\"},{\"role\":\"user\",\"content\":\"Please look at part ")
                .append(seed)
                .append(" of the parser.\"}");
        for (int i = 0; i < results; i++) {
            body.append(',')
                    .append(DialectText.CHAT.call(i))
                    .append(',')
                    .append(DialectText.CHAT.result(i, text(random, resultBytes)));
        }
        return body.append(",{\"role\":\"user\",\"content\":\"Go on with part ")
                .append(seed)
                .append(".\"}]}")
                .toString()
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static String text(Random random, int length) {
        StringBuilder text = new StringBuilder(length + 100);
        while (text.length() < length) {
            for (int i = 0; i < WORDS_OF_A_LINE; i++) {
                text.append("word").append(random.nextInt(WORDS)).append(' ');
            }
            text.append("\\n");
        }
        return text.toString();
    }
}
