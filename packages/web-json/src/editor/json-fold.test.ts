import { codeFolding, foldedRanges } from '@codemirror/language'
import { json } from '@codemirror/lang-json'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { describe, expect, it } from 'vitest'
import { foldBelow } from './json-fold.ts'

function foldsOf(value: unknown, levels: number): string[] {
  const text = JSON.stringify(value, null, 2)
  const view = new EditorView({
    state: EditorState.create({ doc: text, extensions: [json(), codeFolding()] }),
  })
  foldBelow(view, levels)
  const folds: string[] = []
  foldedRanges(view.state).between(0, text.length, (from, to) => {
    folds.push(text.slice(from, to).replaceAll(/\s/g, ''))
  })
  view.destroy()
  return folds
}

const rows = Object.fromEntries(
  Array.from({ length: 20 }, (_each, at) => [`r${at}`, { id: at, list: [{ count: at }] }]),
)

describe('what of a long text is folded at first', () => {
  it('folds what lies deeper than the levels asked for, from the first row to the last', () => {
    const folds = foldsOf(rows, 1)
    expect(folds).toHaveLength(20)
    expect(folds[0]).toBe('"id":0,"list":[{"count":0}]')
    expect(foldsOf(rows, 2)).toHaveLength(20)
    expect(foldsOf(rows, 2)[19]).toBe('{"count":19}')
  })

  it('shows all of a short text', () => {
    expect(foldsOf({ role: { name: 'a', list: [1] } }, 1)).toEqual([])
  })
})
