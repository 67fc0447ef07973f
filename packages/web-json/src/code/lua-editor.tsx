import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import {
  HighlightStyle,
  StreamLanguage,
  bracketMatching,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language'
import { lua } from '@codemirror/legacy-modes/mode/lua'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState } from '@codemirror/state'
import {
  EditorView,
  drawSelection,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { JSON_THEME } from '../editor/json-theme.ts'
import styles from '../text/text-view.module.css'

export interface LuaEditorProps {
  /** What it begins with; typing is told by `onType`. */
  text: string
  label: string
  phrases: Record<string, string>
  /** Shown while nothing is written. */
  placeholder?: string
  /** Absent: it is only looked at. */
  onType?: ((text: string) => void) | undefined
}

const COLOURS = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--qd-theme-text)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--qd-ok)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--qd-warn)' },
  { tag: tags.comment, color: 'var(--qd-text-3)' },
  { tag: [tags.standard(tags.variableName), tags.standard(tags.name)], color: 'var(--qd-theme-text)' },
])

function stateOf(
  { text, label, phrases, placeholder: shown, onType }: LuaEditorProps,
  typed: (text: string) => void,
): EditorState {
  const isReadOnly = onType === undefined
  return EditorState.create({
    doc: text,
    extensions: [
      lineNumbers(),
      history(),
      drawSelection(),
      highlightSpecialChars(),
      highlightSelectionMatches(),
      bracketMatching(),
      search({ top: true }),
      StreamLanguage.define(lua),
      syntaxHighlighting(COLOURS),
      JSON_THEME,
      indentUnit.of('  '),
      EditorState.phrases.of(phrases),
      EditorState.readOnly.of(isReadOnly),
      EditorState.tabSize.of(2),
      EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
      keymap.of([...defaultKeymap, ...searchKeymap, ...historyKeymap]),
      placeholder(shown ?? ''),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) typed(update.state.doc.toString())
      }),
    ],
  })
}

/** A script in Lua, in a chunk of its own. Tab leaves it. */
export default function LuaEditor(props: LuaEditorProps): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    const view = new EditorView({
      state: stateOf(latest.current, (text) => latest.current.onType?.(text)),
      parent: box.current!,
    })
    return () => view.destroy()
  }, [])
  return <div ref={box} className={styles.editor} onKeyDown={(event) => event.stopPropagation()} />
}
