package dev.throughline.search.text;

import java.util.Iterator;
import java.util.List;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/** Terms that {@link SearchTerms} found, in the form that Lucene reads. */
public final class TermStream extends TokenStream {
    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private final List<String> words;
    private Iterator<String> rest;

    public TermStream(List<String> words) {
        this.words = words;
        this.rest = words.iterator();
    }

    @Override
    public void reset() {
        rest = words.iterator();
    }

    @Override
    public boolean incrementToken() {
        if (!rest.hasNext()) {
            return false;
        }
        clearAttributes();
        term.append(rest.next());
        return true;
    }
}
