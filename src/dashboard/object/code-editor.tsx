import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'preact/hooks';
import { pageNonce } from '../frame/nonce.ts';

/** In the colours of the page, dark or light. */
const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--code-name)' },
  { tag: [tags.string, tags.number, tags.bool], color: 'var(--code-text)' },
  { tag: tags.comment, color: 'var(--quiet)' },
]);
const theme = EditorView.theme({
  '&': { backgroundColor: 'var(--panel)', color: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--raised)', color: 'var(--quiet)', border: 'none' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-content': { caretColor: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': { background: 'var(--flash)' },
});

interface CodeEditorProps {
  label: string;
  /** The text at the beginning. */
  text: string;
  onChange: (text: string) => void;
}

/** An editor of YAML. Tab moves on to what comes next, as elsewhere on the page. */
export function CodeEditor({ label, text, onChange }: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const state = EditorState.create({
      doc: text,
      extensions: [
        EditorView.cspNonce.of(pageNonce()),
        lineNumbers(),
        theme,
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        yaml(),
        syntaxHighlighting(colours),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label }),
        EditorView.updateListener.of(
          ({ docChanged, state: { doc } }) => docChanged && onChange(doc.toString()),
        ),
        keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap]),
      ],
    });
    const view = new EditorView({ state, parent: place.current! });
    view.focus();
    return () => view.destroy();
  }, []);
  return <div class="editor" ref={place} />;
}
