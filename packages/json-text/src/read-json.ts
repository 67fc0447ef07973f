import { isForbiddenKey } from '@qd/protocol-model'
import { JsonReader, valueOf } from './json-reader.ts'
import type { JsonNode } from './json-reader.ts'

/** Why a file is no JSON we take: `line` counts from 1, `path` is dotted and empty for the whole text. */
export interface FileFault {
  code:
    | 'syntax'
    | 'unsafe_number'
    | 'duplicate_key'
    | 'forbidden_key'
    | 'too_deep'
    | 'oversized'
    | 'half_character'
  line: number
  path: string
}

/** `lineOf` gives the line on which the value at a dotted path begins. */
export type ReadFile =
  | { ok: true; value: unknown; lineOf: (path: string) => number }
  | { ok: false; fault: FileFault }

export interface FileLimits {
  maxDepth: number
  maxValues: number
}

/** What the reader does for one value at most: its key, itself, the comma after it and its end. */
const STEPS_PER_VALUE = 4

interface Found {
  code: FileFault['code']
  path: string
  from: number
}

const inside = (path: string, name: string | number): string => (path === '' ? `${name}` : `${path}.${name}`)

const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length

/** Looks at what was read in the order of the text, also when its end is missing; gives the first fault. */
class Look {
  #count = 0
  readonly #text: string
  readonly #limits: FileLimits

  constructor(text: string, limits: FileLimits) {
    this.#text = text
    this.#limits = limits
  }

  value(node: JsonNode, path: string, depth: number): Found | null {
    const { from } = node
    this.#count += 1
    if (depth > this.#limits.maxDepth) return { code: 'too_deep', path, from }
    if (this.#count > this.#limits.maxValues) return { code: 'oversized', path, from }
    if (node.kind === 'scalar') {
      const code = this.#scalarFault(node)
      return code && { code, path, from }
    }
    return node.kind === 'object' ? this.#object(node, path, depth + 1) : this.#list(node, path, depth + 1)
  }

  #scalarFault({ value, from }: JsonNode): FileFault['code'] | null {
    // A whole number that a double cannot hold was kept as text, without quotes: it must be written as text.
    if (typeof value === 'string' && this.#text[from] !== '"') return 'unsafe_number'
    if (typeof value === 'number' && !Number.isFinite(value)) return 'unsafe_number'
    return typeof value === 'string' && !value.isWellFormed() ? 'half_character' : null
  }

  #list(node: JsonNode, path: string, depth: number): Found | null {
    for (const [at, item] of node.items!.entries()) {
      const found = this.value(item, inside(path, at), depth)
      if (found) return found
    }
    return null
  }

  #object(node: JsonNode, path: string, depth: number): Found | null {
    const names = new Set<string>()
    for (const [at, key] of node.keys!.entries()) {
      const from = node.keysAt![at]!
      const inner = inside(path, key)
      if (!key.isWellFormed()) return { code: 'half_character', path, from }
      if (isForbiddenKey(key)) return { code: 'forbidden_key', path: inner, from }
      if (names.has(key)) return { code: 'duplicate_key', path: inner, from }
      names.add(key)
      const item = node.items![at]
      const found = item ? this.value(item, inner, depth) : null
      if (found) return found
    }
    return null
  }
}

/** The path of what was being read where the text broke off: a value that was begun, or one that is missing. */
function brokenPath(text: string, root: JsonNode | null, at: number): string {
  let path = ''
  let node = root
  while (node && node.kind !== 'scalar') {
    const { keys, items } = node
    const last: JsonNode | undefined = items!.at(-1)
    // A value ends where it begins until its end was read.
    node = last && last.to === last.from ? last : null
    const isMissing = keys ? keys.length > items!.length : wantsValue(text, at)
    if (node || isMissing) path = inside(path, keys ? keys.at(-1)! : items!.length - (node ? 1 : 0))
  }
  return path
}

function wantsValue(text: string, at: number): boolean {
  const before = text.slice(0, at).trimEnd().at(-1)
  return before === '[' || before === ','
}

/**
 * Where the value at a dotted path begins, as an offset in its text; null: there is none. Keys may have dots in them: of two
 * such places the later one counts.
 */
export function fromOf(node: JsonNode, path: string): number | null {
  if (path === '') return node.from
  const items = node.items ?? []
  for (let at = items.length - 1; at >= 0; at -= 1) {
    const name = node.keys ? node.keys[at]! : String(at)
    if (path !== name && !path.startsWith(`${name}.`)) continue
    const found = fromOf(items[at]!, path.slice(name.length + 1))
    if (found !== null) return found
  }
  return null
}

/** Strict JSON: no key twice, none that reaches a prototype, no number that loses digits; the first fault is told. */
export function readJson(text: string, limits: FileLimits): ReadFile {
  const reader = new JsonReader(text, { maxDepth: limits.maxDepth + 1 })
  // More steps than that, and there are too many values: the look finds which is the first.
  reader.read(STEPS_PER_VALUE * limits.maxValues + STEPS_PER_VALUE)
  const { root } = reader
  const found = root && new Look(text, limits).value(root, '', 0)
  if (found) {
    const { code, path, from } = found
    return { ok: false, fault: { code, path, line: lineAt(text, from) } }
  }
  const syntax = reader.faults.find(({ code }) => code === 'syntax')
  if (syntax || !root) {
    const from = syntax?.from ?? 0
    return {
      ok: false,
      fault: { code: 'syntax', path: brokenPath(text, root, from), line: lineAt(text, from) },
    }
  }
  return { ok: true, value: valueOf(root), lineOf: (path) => lineAt(text, fromOf(root, path) ?? 0) }
}
