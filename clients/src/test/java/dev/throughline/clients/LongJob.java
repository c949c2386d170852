package dev.throughline.clients;

import dev.throughline.simulator.answer.Answer;
import dev.throughline.simulator.answer.AnswerPart;
import dev.throughline.simulator.answer.Delivery;
import dev.throughline.simulator.server.ModelRequest;
import dev.throughline.simulator.server.Script;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A job that exceeds the window. The model repeatedly calls the client's shell; one early call prints a file with a
 * unique line, and the model needs that line at the end.
 *
 * <pre>
 *   call 1, 2     seq … | tee out-1.txt       two to four kilobytes each
 *   call 3        cat plan.txt                the line is in the middle of it
 *   call 4 …      seq … | tee out-4.txt
 *   the end       recall with a query         finds the plan and its handle
 *                 recall with the handle      and the reply contains the line
 * </pre>
 *
 * <p>Unlike a real model, this one counts its calls, because they cannot be counted in an edited prompt. When the
 * client compacts, the job ends.
 */
final class LongJob implements Script {
    static final String PLAN = "plan.txt";

    private static final int PLANTED_CALL = 3;
    private static final int FEWEST_LINES = 120;
    private static final int PLAN_LINES = 60;
    private static final Pattern QUOTED = Pattern.compile("== (\\w+) tool_result ");
    private static final Pattern GO_ON = Pattern.compile("Go on with recall\\((\\{.*?\\})\\)");

    private final Script agent = Script.agent();
    private final int calls;
    private final String planted;
    private final List<Recalled> recalled = new ArrayList<>();
    private int done;
    private boolean isCompacted;
    private boolean isRecalling;
    private boolean isAskedByHandle;

    /**
     * A result of {@code recall}.
     *
     * @param arguments of the call
     * @param wasVisible whether the line was in the prompt at that time
     * @param text the result in the prompt
     */
    record Recalled(String arguments, boolean wasVisible, String text) {}

    /** A job with a number of calls and a planted line. */
    LongJob(int calls, String planted) {
        this.calls = calls;
        this.planted = planted;
    }

    /** Writes the file with the planted line into the working folder of the agent. */
    void prepare(Path folder) throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < PLAN_LINES; i++) {
            lines.add(i == PLAN_LINES / 2 ? planted : "Item " + i + " of the plan is number " + i * 7919 % 10007 + ".");
        }
        Files.write(folder.resolve(PLAN), lines);
    }

    /** Shell calls that were made so far. */
    synchronized int done() {
        return done;
    }

    synchronized boolean isCompacted() {
        return isCompacted;
    }

    synchronized List<Recalled> recalled() {
        return List.copyOf(recalled);
    }

    @Override
    public synchronized Answer answer(ModelRequest asked) {
        String newest = asked.newestText();
        if (asked.tools().isEmpty() || isCompaction(newest)) {
            isCompacted = true;
            return agent.answer(asked);
        }
        if (isCompacted) {
            return Answer.text("What came before is gone.");
        }
        if (isRecalling) {
            Recalled open = recalled.removeLast();
            recalled.add(new Recalled(open.arguments(), open.wasVisible(), newest));
            isRecalling = false;
            Matcher more = GO_ON.matcher(newest);
            if (!newest.contains(planted) && more.find()) {
                return recall(asked, Objects.requireNonNull(more.group(1)));
            }
        }
        return next(asked, newest);
    }

    private Answer next(ModelRequest asked, String newest) {
        if (done < calls) {
            done++;
            return said(asked, ToolScript.call(asked.tools(), command(done)));
        }
        if (recalled.isEmpty() && asked.tools().contains("recall")) {
            return recall(asked, "{\"query\":\"vault opens\"}");
        }
        Matcher quoted = QUOTED.matcher(newest);
        if (!isAskedByHandle && quoted.find()) {
            isAskedByHandle = true;
            return recall(asked, "{\"id\":\"" + quoted.group(1) + "\"}");
        }
        return Answer.text("It says: "
                + newest.lines()
                        .filter(line -> line.equals(planted))
                        .findFirst()
                        .orElse("nothing"));
    }

    static String command(int number) {
        if (number == PLANTED_CALL) {
            return "cat " + PLAN;
        }
        int lines = FEWEST_LINES + number * 37 % FEWEST_LINES;
        return "seq -f step-" + number + "-line-%g " + lines + " | tee out-" + number + ".txt";
    }

    private Answer recall(ModelRequest asked, String arguments) {
        isRecalling = true;
        recalled.add(new Recalled(arguments, text(asked).contains(planted), ""));
        return said(asked, new AnswerPart.Call("recall", arguments));
    }

    private static Answer said(ModelRequest asked, AnswerPart call) {
        List<AnswerPart> parts = new ArrayList<>();
        if (asked.thinks()) {
            parts.add(new AnswerPart.Reasoning("One step after the other."));
        }
        parts.add(call);
        return new Answer.Said(parts, Answer.Stop.DONE, Delivery.PLAIN);
    }

    private static boolean isCompaction(String text) {
        return text.contains("CONTEXT CHECKPOINT COMPACTION") || text.contains("Respond with TEXT ONLY");
    }

    /** The whole prompt; the planted line needs no JSON escapes. */
    private static String text(ModelRequest asked) {
        return asked.received().body().utf8();
    }
}
