import { overlaps, shifts } from '@qd/player-diff'
import type { Place } from '@qd/player-diff'
import { readPath } from '@qd/protocol-model'
import type { Change } from '@qd/protocol-model'
import type { Edit } from '../../contract/index.ts'

/** A place that an edit of unknown outcome touches. */
export interface Awaited {
  edit: Edit
  /** What was wished there; undefined where it was to go, or where only something inside was to change. */
  value: unknown
}

/** Whether two changes are about the same data. */
export function meets(one: Change, other: Change): boolean {
  return overlaps(one, other) || shifts(one, other) || shifts(other, one)
}

function wishedAt({ op, path, value }: Change, place: Place): unknown {
  if (op === 'remove' || path.length > place.path.length) return undefined
  return readPath(value, place.path.slice(path.length))
}

/** The newest edit of unknown outcome at a place, with its wish; null: nothing is awaited there. */
export function awaitedAt(edits: readonly Edit[], place: Place): Awaited | null {
  const asked: Change = { ...place, op: 'set' }
  for (const edit of edits) {
    const change = edit.changes.find((each) => meets(each, asked))
    if (change !== undefined) {
      return { edit, value: overlaps(change, asked) ? wishedAt(change, place) : undefined }
    }
  }
  return null
}
