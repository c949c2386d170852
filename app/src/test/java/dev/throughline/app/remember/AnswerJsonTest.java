package dev.throughline.app.remember;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.app.library.JsonObject;
import dev.throughline.search.Answer;
import dev.throughline.search.Hit;
import dev.throughline.search.Scope;
import dev.throughline.search.Status;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class AnswerJsonTest {
    static List<Status> statuses() {
        return List.of(
                new Status.Ok(),
                new Status.Degraded("by words only"),
                new Status.Unavailable("it is gone", "rebuild it"));
    }

    @ParameterizedTest
    @MethodSource("statuses")
    void an_answer_comes_back_as_it_was(Status status) {
        Answer answer = new Answer(
                List.of(
                        new Hit(
                                "a",
                                "memory/a.md",
                                3,
                                9,
                                0.125,
                                "said \"so\"\n",
                                Scope.MEMORY,
                                LocalDate.of(2026, 4, 5)),
                        new Hit("b", "sessions/1/ab", 1, 1, 1, "", Scope.ARCHIVE, null)),
                status,
                7,
                2);
        byte[] json = JsonObject.write(out -> AnswerJson.write(answer, out)).toArray();
        assertEquals(answer, AnswerJson.read(JsonObject.read(json)));
    }
}
