package dev.throughline.memory.conversation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.memory.Stage;
import dev.throughline.model.ItemKind;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AgentMemoryWritesTest {
    private static boolean isLeft(String tool, String arguments) {
        Conversation conversation = Stage.conversation(
                Stage.user("Remember: we release on Thursdays."), Stage.said(ItemKind.TOOL_CALL, tool, arguments));
        return !AgentMemoryWrites.without(conversation, Path.of("/home/ada/workspace"))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '§',
            value = {
                "Write § {\"file_path\":\"/root/.claude/projects/-a/memory/releases.md\"}",
                "Edit § {\"file_path\":\"/home/ada/.claude/projects/-a/memory/MEMORY.md\",\"old_string\":\"a\"}",
                "Write § {\"file_path\":\"/home/ada/parser/.claude/agent-memory/reviewer/MEMORY.md\"}",
                "Edit § {\"file_path\":\"/home/ada/parser/CLAUDE.md\",\"old_string\":\"a\"}",
                "Bash § {\"command\":\"cat > ~/.claude/projects/-a/memory/releases.md <<'EOF'\\nx\\nEOF\"}",
                "Bash § {\"command\":\"echo x | tee -a ~/.claude/projects/-a/memory/MEMORY.md\"}",
                "memory § {\"command\":\"create\",\"path\":\"/memories/releases.md\"}",
                "Write § {\"file_path\":\"/home/ada/workspace/topics/x.md\"}",
                "mcp__throughline__memory_save § {\"text\":\"x\"}",
            })
    void a_turn_in_which_the_agent_wrote_memory_is_skipped(String tool, String arguments) {
        assertEquals(false, isLeft(tool, arguments), arguments);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '§',
            value = {
                "Read § {\"file_path\":\"/root/.claude/projects/-a/memory/MEMORY.md\"}",
                "Bash § {\"command\":\"cat ~/.claude/projects/-a/memory/MEMORY.md 2>/dev/null\"}",
                "Write § {\"file_path\":\"/home/ada/parser/src/memory/Page.java\"}",
                "Write § {\"file_path\":\"/home/ada/parser/notes.md\",\"content\":\"see /CLAUDE.md\"}",
                "memory § {\"command\":\"view\",\"path\":\"/memories\"}",
            })
    void a_turn_in_which_it_read_or_wrote_something_else_is_learnt_from(String tool, String arguments) {
        assertEquals(true, isLeft(tool, arguments), arguments);
    }
}
