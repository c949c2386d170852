package dev.throughline.memory.tool;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Whether an agent has our MCP server, told from its first request. */
final class OfferedMemoryToolsTest {
    @Test
    void an_agent_that_declares_our_tools_has_them() {
        assertTrue(OfferedMemoryTools.hasOwnTools("{\"tools\":[{\"name\":\"mcp__throughline__memory_search\"}]}"));
        assertTrue(
                OfferedMemoryTools.hasOwnTools("{\"tools\":[{\"type\":\"namespace\",\"name\":\"mcp__ours\",\"tools\":[{"
                        + "\"type\":\"function\",\"name\":\"memory_search\"}]}]}"));
    }

    @Test
    void claude_code_names_tools_that_it_declares_later() {
        assertTrue(OfferedMemoryTools.hasOwnTools(
                "{\"messages\":[{\"role\":\"system\",\"content\":\"The following deferred tools"
                        + " are now available:\\nWebFetch\\nmcp__throughline__memory_search\\n\"}]}"));
    }

    @Test
    void codex_quotes_the_purpose_of_tools_that_it_declares_later() {
        assertTrue(OfferedMemoryTools.hasOwnTools(
                "{\"tools\":[{\"type\":\"tool_search\",\"description\":\"You have access to tools from the following"
                        + " sources:\\n"
                        + "- throughline: Long-term memory of this user's agents, as Markdown pages. Search it\"}]}"));
    }

    @Test
    void an_agent_whose_user_asks_about_a_tool_of_that_name_has_none() {
        assertFalse(OfferedMemoryTools.hasOwnTools(
                "{\"messages\":[{\"role\":\"user\",\"content\":\"What does memory_search do?\"}],\"tools\":[]}"));
    }
}
