/**
 * The names and descriptions of sessions, and how a session is found by them.
 *
 * <pre>
 *   SessionMetadata     the name, description, summary and tags of a session
 *   MetadataNotes       reads and writes them, one document for each session
 *   SessionDirectory    all sessions of a tenant in memory, found by id, key or name
 *   NameRanking         compares a text with the names of sessions
 *   MetadataWriter      describes sessions after turns and on request
 *   MetadataQuestion    asks the helper model for a description
 *   MetadataRules       describe a session without a model: GoalSentence finds what the person wants, and NameWords
 *                       the words for a name
 *   SessionNames        connects these parts
 * </pre>
 */
@NullMarked
package dev.throughline.memory.metadata;

import org.jspecify.annotations.NullMarked;
