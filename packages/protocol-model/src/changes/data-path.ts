import { isForbiddenKey, isPlainObject, ownValue } from '../definition/names.ts'
import type { PathSegment } from '../definition/protocol-definition.ts'

export type Written = { ok: true; value: unknown } | { ok: false; reason: string }

/** How a list takes the value: over an element, before one, or by taking one out. */
export type WriteMode = 'replace' | 'insert' | 'remove'

function indexOf(segment: PathSegment, length: number): number | null {
  const index =
    typeof segment === 'number' ? segment : /^(?:0|[1-9]\d{0,9})$/.test(segment) ? Number(segment) : -1
  return Number.isSafeInteger(index) && index >= 0 && index < length ? index : null
}

/** The value at a path of plain data, undefined where there is none; own properties and list indexes only. */
export function readPath(root: unknown, path: readonly PathSegment[]): unknown {
  let value = root
  for (const segment of path) {
    if (Array.isArray(value)) {
      const index = indexOf(segment, value.length)
      value = index === null ? undefined : value[index]
    } else if (isPlainObject(value) && !isForbiddenKey(String(segment))) {
      value = ownValue(value, String(segment))
    } else {
      return undefined
    }
  }
  return value
}

/**
 * Containers made by the writes of one batch, which later writes of it may change in place: ten thousand edits of
 * one table copy it once.
 */
export type OwnCopies = WeakSet<object>

interface WriteAt {
  segment: PathSegment
  value: unknown
  mode: WriteMode
}

function ownCopy<T extends object>(given: T, copies: OwnCopies | undefined, copy: (given: T) => T): T {
  if (copies?.has(given) === true) return given
  const made = copy(given)
  copies?.add(made)
  return made
}

function writeList(list: unknown[], { segment, value, mode }: WriteAt, copies?: OwnCopies): Written {
  const index = indexOf(segment, mode === 'insert' ? list.length + 1 : list.length)
  if (index === null) return { ok: false, reason: `the list has no place ${segment}` }
  const copy = ownCopy(list, copies, (given) => [...given])
  if (mode === 'remove') copy.splice(index, 1)
  else copy.splice(index, mode === 'insert' ? 0 : 1, value)
  return { ok: true, value: copy }
}

function writeObject(
  object: Record<string, unknown>,
  { segment, value, mode }: WriteAt,
  copies?: OwnCopies,
): Written {
  const key = String(segment)
  const copy = ownCopy(object, copies, (given) => ({ ...given }))
  if (mode === 'remove') delete copy[key]
  else copy[key] = value
  return { ok: true, value: copy }
}

/**
 * A copy of plain data with the value at the path written; what the path does not touch is shared, not copied.
 * Missing objects on the way are made; lists never are. With `copies` a container made earlier is written in place.
 */
export function writePath(
  root: unknown,
  path: readonly PathSegment[],
  value: unknown,
  how: { mode?: WriteMode; copies?: OwnCopies | undefined } = {},
): Written {
  const [segment, ...rest] = path
  if (segment === undefined) return { ok: true, value }
  if (isForbiddenKey(String(segment))) return { ok: false, reason: `the key ${segment} is not allowed` }
  const parent = root ?? {}
  if (!Array.isArray(parent) && !isPlainObject(parent))
    return { ok: false, reason: `nothing stands inside ${segment}` }
  const isLast = rest.length === 0
  const inner: Written = isLast
    ? { ok: true, value }
    : writePath(readPath(parent, [segment]), rest, value, how)
  if (!inner.ok) return inner
  const at = { segment, value: inner.value, mode: isLast ? (how.mode ?? 'replace') : 'replace' } as const
  return Array.isArray(parent) ? writeList(parent, at, how.copies) : writeObject(parent, at, how.copies)
}
