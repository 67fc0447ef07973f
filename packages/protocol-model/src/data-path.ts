import { isForbiddenKey, isPlainObject, ownValue } from './names.ts'
import type { PathSegment } from './protocol-definition.ts'

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

function writeList(list: readonly unknown[], segment: PathSegment, value: unknown, mode: WriteMode): Written {
  const index = indexOf(segment, mode === 'insert' ? list.length + 1 : list.length)
  if (index === null) return { ok: false, reason: `the list has no place ${segment}` }
  const copy = [...list]
  if (mode === 'remove') copy.splice(index, 1)
  else copy.splice(index, mode === 'insert' ? 0 : 1, value)
  return { ok: true, value: copy }
}

function writeObject(
  object: Record<string, unknown>,
  segment: PathSegment,
  value: unknown,
  mode: WriteMode,
): Written {
  const key = String(segment)
  const copy: Record<string, unknown> = { ...object }
  if (mode === 'remove') delete copy[key]
  else copy[key] = value
  return { ok: true, value: copy }
}

/**
 * A copy of plain data with the value at the path written; what the path does not touch is shared, not copied.
 * Missing objects on the way are made; lists never are.
 */
export function writePath(
  root: unknown,
  path: readonly PathSegment[],
  value: unknown,
  mode: WriteMode = 'replace',
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
    : writePath(readPath(parent, [segment]), rest, value, mode)
  if (!inner.ok) return inner
  const here = isLast ? mode : 'replace'
  return Array.isArray(parent)
    ? writeList(parent, segment, inner.value, here)
    : writeObject(parent, segment, inner.value, here)
}
