import { diffArrays } from 'diff'

/** Unchanged lines around a change. */
const AROUND = 3
/** Texts that differ in more lines than this are not compared line by line: it would take seconds. */
const MOST_EDITS = 2_000

export interface DiffLine {
  kind: 'same' | 'gone' | 'new' | 'left'
  text: string
  /** Unchanged lines left out here, with `left`; 1 otherwise. */
  count: number
}

/**
 * The lines of two texts: what stayed, what went, what came, with the fewest that differ; long unchanged parts are left
 * out. Null when too much differs.
 */
export function lineDiff(before: string, after: string): DiffLine[] | null {
  const parts = diffArrays(before.split('\n'), after.split('\n'), { maxEditLength: MOST_EDITS })
  if (parts === undefined) return null
  return parts.flatMap(({ value, added, removed }, at): DiffLine[] => {
    const kind = added ? 'new' : removed ? 'gone' : 'same'
    const lines = value.map((text): DiffLine => ({ kind, text, count: 1 }))
    if (kind !== 'same' || lines.length <= AROUND * 2) return lines
    const head = at === 0 ? [] : lines.slice(0, AROUND)
    const tail = at === parts.length - 1 ? [] : lines.slice(-AROUND)
    const count = lines.length - head.length - tail.length
    return [...head, { kind: 'left', text: '', count }, ...tail]
  })
}
