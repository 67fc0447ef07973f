import { foldEffect } from '@codemirror/language'
import type { EditorView } from '@codemirror/view'
import { foldsBelow } from '@qd/json-text'

/** Lines up to which everything is shown: folding a short text hides more than it helps. */
const SHORT_LINES = 30

/** Folds every object and list that lies deeper than so many levels. */
export function foldBelow(view: EditorView, levels: number): void {
  const { doc } = view.state
  if (doc.lines <= SHORT_LINES) return
  const folds = foldsBelow(doc.toString(), levels)
  view.dispatch({ effects: folds.map((range) => foldEffect.of(range)) })
}
