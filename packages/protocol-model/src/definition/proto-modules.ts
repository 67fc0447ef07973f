import { isCarriedName, isPlainObject } from './names.ts'

/** A message that is a module of the player's data (docs/guides/game-contract.md, "Only .proto files"). */
export interface ModuleRoot {
  /** Full name of the message. */
  message: string
  /** The module's key in the data. */
  netKey: string
  /** Field by which the message itself is a row of a table; absent: the module is one object. */
  key?: string
  comment?: string
}

/** What .proto files cannot say of the player's data. */
export interface ProtoModules {
  roots: ModuleRoot[]
  /** Full message name to the field by which `repeated` ones are told apart. */
  keys: Record<string, string>
}

export type ReadModules = { ok: true; modules: ProtoModules } | { ok: false; reason: string }

const MAX_ROOTS = 5000

function rootOf(input: unknown, index: number): ModuleRoot | string {
  const place = `roots[${index}]`
  if (!isPlainObject(input)) return `${place} is no object`
  const { message, netKey, key, comment } = input
  if (typeof message !== 'string' || message === '') return `${place}.message names no message`
  if (!isCarriedName(netKey) || netKey === '') return `${place}.netKey is no allowed name`
  if (key !== undefined && typeof key !== 'string') return `${place}.key is not text`
  if (comment !== undefined && typeof comment !== 'string') return `${place}.comment is not text`
  return { message, netKey, ...(key ? { key } : {}), ...(comment ? { comment } : {}) }
}

/** Reads the JSON that names root messages and keys; a refusal names the place. */
export function readProtoModules(input: unknown): ReadModules {
  if (!isPlainObject(input) || !Array.isArray(input.roots)) return { ok: false, reason: 'roots is no list' }
  if (input.roots.length === 0 || input.roots.length > MAX_ROOTS)
    return { ok: false, reason: `roots has none, or more than ${MAX_ROOTS}` }
  const roots: ModuleRoot[] = []
  for (const [index, each] of input.roots.entries()) {
    const root = rootOf(each, index)
    if (typeof root === 'string') return { ok: false, reason: root }
    roots.push(root)
  }
  const given = input.keys ?? {}
  if (!isPlainObject(given)) return { ok: false, reason: 'keys is no object' }
  const keys: Record<string, string> = Object.create(null)
  for (const [message, key] of Object.entries(given)) {
    if (typeof key !== 'string') return { ok: false, reason: `keys.${message} is not text` }
    keys[message] = key
  }
  return { ok: true, modules: { roots, keys } }
}
