import type { Json } from './scenario.ts'

type Part =
  | { kind: 'name'; name: string }
  | { kind: 'index'; index: number }
  | { kind: 'match'; name: string; value: string }

const CACHE_SIZE = 500
const known = new Map<string, readonly Part[] | null>()

const NAME = /^\.([\p{L}_][\p{L}\p{N}_]*)/u
const QUOTED = /^\["((?:[^"\\]|\\.)*)"\]/
const INDEX = /^\[(-?\d{1,9})\]/
const MATCH = /^\[([\p{L}_][\p{L}\p{N}_]*)=([^\]"]{1,100})\]/u

function unquoted(text: string): string | null {
  try {
    return JSON.parse(`"${text}"`) as string
  } catch {
    return null
  }
}

function partAt(rest: string): { part: Part; length: number } | null {
  const name = NAME.exec(rest)
  if (name) return { part: { kind: 'name', name: name[1]! }, length: name[0].length }
  const index = INDEX.exec(rest)
  if (index) return { part: { kind: 'index', index: Number(index[1]) }, length: index[0].length }
  const match = MATCH.exec(rest)
  if (match) return { part: { kind: 'match', name: match[1]!, value: match[2]! }, length: match[0].length }
  const quoted = QUOTED.exec(rest)
  const plain = quoted ? unquoted(quoted[1]!) : null
  return quoted && plain !== null ? { part: { kind: 'name', name: plain }, length: quoted[0].length } : null
}

function parsePath(path: string): readonly Part[] | null {
  if (!path.startsWith('$')) return null
  const parts: Part[] = []
  let rest = path.slice(1)
  while (rest !== '') {
    const found = partAt(rest)
    if (found === null) return null
    parts.push(found.part)
    rest = rest.slice(found.length)
  }
  return parts
}

function partsOf(path: string): readonly Part[] | null {
  let parts = known.get(path)
  if (parts === undefined) {
    parts = parsePath(path)
    if (known.size >= CACHE_SIZE) known.clear()
    known.set(path, parts)
  }
  return parts
}

/** `$.items[0].id`, `$.items[-1]`, `$["a b"]`, `$.items[itemId=10060].count`, `$.items.length`. */
export function isPath(path: string): boolean {
  return partsOf(path) !== null
}

function stepInto(value: Json, part: Part): Json | undefined {
  if (Array.isArray(value)) {
    if (part.kind === 'index') return value.at(part.index)
    if (part.kind === 'name') return part.name === 'length' ? value.length : undefined
    return value.find((each) => {
      const found = stepInto(each, { kind: 'name', name: part.name })
      return found !== undefined && String(found) === part.value
    })
  }
  if (value === null || typeof value !== 'object' || part.kind !== 'name') return undefined
  return Object.hasOwn(value, part.name) ? value[part.name] : undefined
}

/** The value at a path; undefined where there is none. */
export function readPath(root: Json, path: string): Json | undefined {
  let value: Json | undefined = root
  for (const part of partsOf(path) ?? []) {
    if (value === undefined) return undefined
    value = stepInto(value, part)
  }
  return value
}

/** The path one step below another. */
export function pathBelow(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`
}
