import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete'
import type { CompletionSource } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import {
  bracketMatching,
  codeFolding,
  foldGutter,
  foldKeymap,
  syntaxHighlighting,
} from '@codemirror/language'
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState } from '@codemirror/state'
import {
  EditorView,
  drawSelection,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { foldBelow } from './json-fold.ts'
import { lineNotes } from './line-notes.ts'
import { JSON_COLOURS, JSON_THEME } from './json-theme.ts'
import styles from '../text/text-view.module.css'

export interface JsonMark {
  from: number
  to: number
  severity: 'error' | 'warning'
  message: string
}

export interface JsonEditorHandle {
  view: EditorView
  mark(marks: readonly JsonMark[]): void
}

export interface JsonEditorProps {
  text: string
  label: string
  isReadOnly: boolean
  /** Levels open at first. */
  levels: number
  maxChars: number
  /** By line of the text as it was given: shown behind it. */
  notes?: readonly string[] | undefined
  phrases: Record<string, string>
  complete: CompletionSource
  onReady: (handle: JsonEditorHandle | null) => void
  onEdit: () => void
  onApply: () => void
  /** A paste or a drop was larger than may be read. */
  onTooLarge: (chars: number) => void
}

function guard(limit: number, onTooLarge: (chars: number) => void) {
  const refuse = (event: Event, data: DataTransfer | null, view: EditorView): boolean => {
    const size = (data?.getData('text/plain') ?? '').length
    if (size + view.state.doc.length <= limit && size <= limit) return false
    event.preventDefault()
    onTooLarge(size)
    return true
  }
  return EditorView.domEventHandlers({
    paste: (event, view) => refuse(event, event.clipboardData, view),
    drop: (event, view) => refuse(event, event.dataTransfer, view),
  })
}

function stateOf(props: JsonEditorProps, latest: () => JsonEditorProps): EditorState {
  const apply = (): boolean => {
    latest().onApply()
    return true
  }
  return EditorState.create({
    doc: props.text,
    extensions: [
      lineNumbers(),
      foldGutter(),
      codeFolding(),
      lintGutter(),
      history(),
      drawSelection(),
      highlightSpecialChars(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      highlightSelectionMatches(),
      bracketMatching(),
      closeBrackets(),
      search({ top: true }),
      json(),
      syntaxHighlighting(JSON_COLOURS),
      JSON_THEME,
      autocompletion({ override: [props.complete], icons: false, maxRenderedOptions: 60 }),
      EditorState.phrases.of(props.phrases),
      EditorState.readOnly.of(props.isReadOnly),
      EditorState.tabSize.of(2),
      // Editable content has the focus anyway; accessibility checks of a box that scrolls look for the attribute.
      EditorView.contentAttributes.of({ 'aria-label': props.label, spellcheck: 'false', tabindex: '0' }),
      lineNotes(props.notes ?? []),
      guard(props.maxChars, (chars) => latest().onTooLarge(chars)),
      keymap.of([
        { key: 'Mod-s', run: apply, preventDefault: true },
        { key: 'Mod-Enter', run: apply, preventDefault: true },
        ...closeBracketsKeymap,
        ...defaultKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...foldKeymap,
        ...completionKeymap,
        ...lintKeymap,
      ]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) latest().onEdit()
      }),
    ],
  })
}

/** The text editor itself, in a chunk of its own. Tab leaves it; what it shows is set anew by its key. */
export default function JsonEditor(props: JsonEditorProps): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    const view = new EditorView({
      state: stateOf(latest.current, () => latest.current),
      parent: box.current!,
    })
    foldBelow(view, latest.current.levels)
    latest.current.onReady({
      view,
      mark: (marks) => view.dispatch(setDiagnostics(view.state, [...marks])),
    })
    return () => {
      latest.current.onReady(null)
      view.destroy()
    }
  }, [])
  return <div ref={box} className={styles.editor} onKeyDown={(event) => event.stopPropagation()} />
}
