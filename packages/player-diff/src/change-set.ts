import { readJson } from '@qd/json-text'
import type { FileFault } from '@qd/json-text'
import type { Change } from '@qd/protocol-model'

/** Changes of a player as a file: made on one player, checked and taken over on another. */
export interface ChangeSet {
  format: 'quarterdeck-change-set'
  version: 1
  game: string
  /** Fingerprint of the definition the changes were made under. */
  protocolMd5: string
  /** The player they were made on, if they are about one. */
  uId?: string
  changes: Change[]
  note: string
  /** Epoch milliseconds, and the account. */
  made: { at: number; by: string }
}

export const CHANGE_SET_LIMITS = {
  maxBytes: 10 * 1024 * 1024,
  maxChanges: 10_000,
  maxDepth: 40,
  maxValues: 400_000,
  maxNote: 500,
  maxPath: 32,
} as const

/** `line` counts from 1; `path` is dotted, like `changes.3.op`. */
export interface ChangeSetFault {
  code:
    | FileFault['code']
    | 'too_long'
    | 'not_a_change_set'
    | 'other_version'
    | 'missing'
    | 'wrong'
    | 'unknown_key'
  line: number
  path: string
}

export type ParsedChangeSet = { ok: true; set: ChangeSet } | { ok: false; fault: ChangeSetFault }

/** Thrown inside the parser only. */
class Fault extends Error {
  readonly code: ChangeSetFault['code']
  readonly path: string
  constructor(code: ChangeSetFault['code'], path: string) {
    super(code)
    this.code = code
    this.path = path
  }
}

type Fields = Record<string, unknown>
type Test = (value: unknown) => boolean

const isText =
  (max: number, min = 0): Test =>
  (value) =>
    typeof value === 'string' && value.length >= min && value.length <= max
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}

/** The object at a path with its known fields checked and no others in it. */
function fieldsOf(
  value: unknown,
  path: string,
  known: Record<string, { test: Test; isOptional?: boolean }>,
): Fields {
  if (!isObject(value)) throw new Fault('wrong', path)
  for (const [key, { test, isOptional }] of Object.entries(known)) {
    const isThere = Object.hasOwn(value, key)
    if (!isThere && isOptional !== true) throw new Fault('missing', join(path, key))
    if (isThere && !test(value[key])) throw new Fault('wrong', join(path, key))
  }
  const other = Object.keys(value).find((key) => !Object.hasOwn(known, key))
  if (other !== undefined) throw new Fault('unknown_key', join(path, other))
  return value
}

const isSegment: Test = (value) =>
  isText(256)(value) || (Number.isSafeInteger(value) && (value as number) >= 0)
const anything: Test = () => true

const CHANGE = {
  diff: { test: isText(128, 1) },
  key: { test: isText(256), isOptional: true },
  path: {
    test: (value: unknown) =>
      Array.isArray(value) && value.length <= CHANGE_SET_LIMITS.maxPath && value.every(isSegment),
  },
  op: { test: (value: unknown) => value === 'set' || value === 'add' || value === 'remove' },
  value: { test: anything, isOptional: true },
  old: { test: anything, isOptional: true },
}

function changeOf(value: unknown, index: number): Change {
  const path = `changes.${index}`
  const change = fieldsOf(value, path, CHANGE) as unknown as Change
  if (change.op !== 'remove' && change.value === undefined) throw new Fault('missing', `${path}.value`)
  if (change.op !== 'add' && change.old === undefined) throw new Fault('missing', `${path}.old`)
  return { ...change, path: change.path.map(String) }
}

const SET = {
  format: { test: anything },
  version: { test: anything },
  game: { test: isText(128, 1) },
  protocolMd5: { test: isText(64, 1) },
  uId: { test: (value: unknown) => typeof value === 'string' && /^\d{1,20}$/.test(value), isOptional: true },
  changes: {
    test: (value: unknown) =>
      Array.isArray(value) && value.length > 0 && value.length <= CHANGE_SET_LIMITS.maxChanges,
  },
  note: { test: isText(CHANGE_SET_LIMITS.maxNote) },
  made: { test: isObject },
}
const MADE = { at: { test: (value: unknown) => Number.isSafeInteger(value) }, by: { test: isText(128) } }

function setOf(value: unknown): ChangeSet {
  if (!isObject(value) || value.format !== 'quarterdeck-change-set') throw new Fault('not_a_change_set', '')
  if (value.version !== 1) throw new Fault('other_version', 'version')
  const fields = fieldsOf(value, '', SET)
  fieldsOf(fields.made, 'made', MADE)
  const changes = (fields.changes as unknown[]).map(changeOf)
  return { ...(fields as unknown as ChangeSet), changes }
}

/** Reads a change-set file; what is wrong is told with its line and path. */
export function parseChangeSet(text: string): ParsedChangeSet {
  if (new TextEncoder().encode(text).length > CHANGE_SET_LIMITS.maxBytes) {
    return { ok: false, fault: { code: 'too_long', line: 1, path: '' } }
  }
  const read = readJson(text.startsWith('\uFEFF') ? text.slice(1) : text, CHANGE_SET_LIMITS)
  if (!read.ok) return read
  try {
    return { ok: true, set: setOf(read.value) }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    // A missing key has no line: the object that lacks it has.
    const { code, path } = error
    const known = code === 'missing' ? path.split('.').slice(0, -1).join('.') : path
    return { ok: false, fault: { code, path, line: read.lineOf(known) } }
  }
}
