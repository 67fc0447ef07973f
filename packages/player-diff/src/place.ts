import { parseJsonText } from '@qd/canonical-json'
import type { Change, PathSegment } from '@qd/protocol-model'

/** Where a change stands: a module, a row's key in a table, and the way down from there. */
export type Place = Pick<Change, 'diff' | 'key' | 'path'>

export function isPrefix(short: readonly PathSegment[], long: readonly PathSegment[]): boolean {
  return (
    short.length <= long.length && short.every((segment, index) => String(segment) === String(long[index]))
  )
}

/** Whether one of the two places lies within the other. */
export function overlaps(left: Place, right: Place): boolean {
  if (left.diff !== right.diff || left.key !== right.key) return false
  return isPrefix(left.path, right.path) || isPrefix(right.path, left.path)
}

/** Whether adding or removing at `mover` shifts the list element at `other`. */
export function shifts(mover: Change, other: Change): boolean {
  if (mover.op === 'set' || mover.diff !== other.diff || mover.key !== other.key) return false
  return mover.path.length > 0 && isPrefix(mover.path.slice(0, -1), other.path)
}

/** One text per place, for maps and keys of lists. */
export function placeId({ diff, key, path }: Place): string {
  return JSON.stringify([diff, key ?? null, ...path.map(String)])
}

/** The place as people read it: `bag[10007].count`. */
export function placeText({ key, path }: Place, netKey: string): string {
  const row = key === undefined ? '' : `[${key}]`
  return path.reduce<string>(
    (text, segment) =>
      /^[A-Za-z_]\w*$/.test(String(segment)) ? `${text}.${segment}` : `${text}[${segment}]`,
    `${netKey}${row}`,
  )
}

/** The place behind a `placeId`. */
export function placeOfId(id: string): Place {
  const [diff, key, ...path] = parseJsonText(id) as [string, string | null, ...string[]]
  return { diff, ...(key === null ? {} : { key }), path }
}
