import { foldEffect } from '@codemirror/language'
import type { EditorView } from '@codemirror/view'
import { JsonReader } from './json-reader.ts'
import type { JsonNode } from './json-reader.ts'

/** Lines up to which everything is shown: folding a short text hides more than it helps. */
const SHORT_LINES = 30
const MAX_FOLDS = 20_000

/** Folds every object and list that lies deeper than so many levels. */
export function foldBelow(view: EditorView, levels: number): void {
  const { doc } = view.state
  if (doc.lines <= SHORT_LINES) return
  const reader = new JsonReader(doc.toString())
  reader.read()
  if (!reader.root || reader.hasErrors) return
  const folds: { from: number; to: number }[] = []
  const open: { node: JsonNode; depth: number }[] = [{ node: reader.root, depth: 0 }]
  for (let next = open.pop(); next && folds.length < MAX_FOLDS; next = open.pop()) {
    const { node, depth } = next
    if (node.kind === 'scalar' || node.items!.length === 0) continue
    if (depth >= levels) folds.push({ from: node.from + 1, to: node.to - 1 })
    else for (const item of node.items!) open.push({ node: item, depth: depth + 1 })
  }
  // The editor takes ranges in the order of the text.
  folds.sort((left, right) => left.from - right.from)
  view.dispatch({ effects: folds.map((range) => foldEffect.of(range)) })
}
