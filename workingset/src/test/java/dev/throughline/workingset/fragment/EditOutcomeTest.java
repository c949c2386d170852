package dev.throughline.workingset.fragment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.TestConversation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EditOutcomeTest {
    private static String answer(String path, String text, Piece.Trait... traits) {
        Chain chain = new TestConversation()
                .call("Edit", path)
                .result(text.replace("|", "\n"), traits)
                .chain();
        return EditOutcome.of(chain.piece(1), chain.text(1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "The file /repo/src/error.rs has been updated. Here's the result of running `cat -n` on a snippet:",
                "The file error.rs has been updated successfully.",
                "The file /repo/run.sh has been updated.|    12→# exits with exit code 2",
                "The file /repo/run.sh has been updated. All occurrences of 'failed' were successfully replaced with"
                        + " 'x'.",
                "File created successfully at: /repo/not found/invalid.md",
                "The file /repo/.env has been overwritten successfully.",
                "Exit code: 0|Wall time: 0 seconds|Output:|Success. Updated the following files:|M error.rs",
                "Success. Updated the following files:|M error.rs",
                "Successfully replaced text in /repo/error.ts. Changed 187 characters to 146 characters.",
                "Successfully wrote 48506 bytes to /repo/failed.md",
                "Edit applied successfully.||LSP errors detected in this file, please fix:",
                "Applied 3 edits to a.go:|1. Replaced \"error\" with \"failed\"",
                "File updated without errors.",
                "src/error.go updated successfully",
                "✓ Updated `failed`",
                "ok",
                "Done!",
                "{\"output\":\"Success. Updated\",\"metadata\":{\"exit_code\":0,\"duration_seconds\":0.0}}",
            })
    void an_edit_that_succeeded(String text) {
        assertEquals("succeeded", answer("/repo/a.go", text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "No replacement was performed, old_str `x.updated = True` did not appear verbatim in /repo/a.py.",
                "No replacement was performed, old_str `x|updated` did not appear verbatim in /repo/a.py.",
                "ERROR:|No replacement was performed.",
                "The patch was not applied.",
                "The patch could not be applied.",
                "Couldn't apply the patch.",
                "The file has not been updated.",
                "File has not been read yet. Read it first before writing to it.",
                "<tool_use_error>File has been modified since read. Read it again.</tool_use_error>",
                "String to replace not found in file.|String: updated",
                "Could not find the exact text in /repo/a.ts. The old text must match exactly.",
                "No changes made to /repo/AGENTS.md. The replacement produced identical content.",
                "apply_patch verification failed: Failed to find expected lines in /repo/updated.ts:|    updated",
                "Failed to create file: it was updated elsewhere",
                "Error: the file was updated since it was read",
                "patching file a.go|Hunk #1 FAILED at 10.",
                "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file"
                        + " edit, the new_string was NOT written to the file).",
                "Exit code: 1|Wall time: 0 seconds|Output:|Success.",
                "{\"output\":\"Success. Updated\",\"metadata\":{\"exit_code\":1,\"duration_seconds\":0.0}}",
            })
    void an_edit_that_failed(String text) {
        assertEquals("failed", answer("/repo/a.go", text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a.go",
                "The file must be created first.",
                "The updated file has a syntax error.",
                "The patch was partially applied.",
                "Updated 0 files.",
                "The file was updated but the import was not added.",
                "Applied 1 of 3 edits. 2 edits failed: old_string not found",
                "Edited 2 of 5 files.",
                "patching file a.go|Hunk #1 succeeded at 15.|Hunk #2 FAILED at 40.",
                "edit 1: ok|edit 2: old_string not found",
                "The change was saved as a draft. It was not applied to disk.",
                "File written. Reverted: syntax check failed.",
                "Skipped: file deleted by user",
                "@@ -1,2 +1,2 @@|-failed|+updated",
                "    12→# updated",
                "{\"id\":\"1\",\"title\":\"It failed\",\"state\":\"updated\"}",
                "Wall time: 3.5 seconds|Output:|{\"title\":\"updated\"}",
                "`updated` \"created\" 'failed'",
                "`updated and never closed",
            })
    void in_doubt_it_says_nothing(String text) {
        assertEquals("", answer("/repo/a.go", text));
    }

    @Test
    void the_name_of_the_file_says_nothing() {
        assertEquals("succeeded", answer("my failed error log", "The file my failed error log has been updated."));
        assertEquals("succeeded", answer("/repo/failed", "The file failed has been updated."));
        assertEquals("", answer("/repo/updated", "See updated."));
        assertEquals("failed", answer("o", "The patch was not applied."), "a short name is no part of a word");
    }

    @Test
    void what_the_dialect_marks_as_a_failure_is_one() {
        assertEquals("failed", answer("a.go", "The file a.go has been updated.", Piece.Trait.ERROR));
    }
}
