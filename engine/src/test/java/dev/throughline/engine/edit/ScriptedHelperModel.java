package dev.throughline.engine.edit;

import dev.throughline.engine.helper.HelperAnswer;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.engine.helper.HelperPrompt;
import dev.throughline.engine.helper.HelperQuestion;
import dev.throughline.model.Bytes;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Usage;
import dev.throughline.wire.json.Json;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;

/** A helper model that gives the answers of a test, and remembers what it was asked. */
final class ScriptedHelperModel implements HelperModel {
    final List<HelperPrompt> prompts = new CopyOnWriteArrayList<>();
    final List<String> questions = new CopyOnWriteArrayList<>();
    final List<String> instructions = new CopyOnWriteArrayList<>();
    final Queue<String> answers = new ArrayDeque<>();

    /** Has a permit for each continuation that was requested. */
    final Semaphore asked = new Semaphore(0);

    /** Runs before a continuation is answered. */
    Runnable beforeAnswer = () -> {};

    boolean isSessionModel = true;
    boolean isAvailable = true;

    @Override
    public synchronized <T> HelperAnswer<T> ask(SessionRef session, HelperQuestion<T> question) {
        questions.add(question.input());
        instructions.add(question.instructions());
        String answer = answers.poll();
        return answer == null
                ? new HelperAnswer.None<>("timeout")
                : new HelperAnswer.Answered<>(question.reader().apply(Json.parse(Bytes.of(answer))), Usage.NONE);
    }

    @Override
    public synchronized HelperAnswer<String> continuePrompt(SessionRef session, HelperPrompt prompt) {
        prompts.add(prompt);
        asked.release();
        beforeAnswer.run();
        String answer = answers.poll();
        return answer == null ? new HelperAnswer.None<>("timeout") : new HelperAnswer.Answered<>(answer, Usage.NONE);
    }

    @Override
    public boolean usesSessionModel() {
        return isSessionModel;
    }

    @Override
    public boolean isAvailable(SessionRef session) {
        return isAvailable;
    }
}
