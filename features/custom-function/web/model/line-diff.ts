import { diffArrays } from 'diff'

interface DiffLine {
  kind: 'same' | 'gone' | 'new'
  text: string
}

/** The lines of two texts: what stayed, what went, what came, with the fewest that differ. */
export function lineDiff(before: readonly string[], after: readonly string[]): DiffLine[] {
  return diffArrays([...before], [...after]).flatMap(({ value, added, removed }) => {
    const kind = added ? 'new' : removed ? 'gone' : 'same'
    return value.map((text): DiffLine => ({ kind, text }))
  })
}
