import { isPlainObject } from './names.ts'
import { parseProtocol } from './parse-protocol.ts'
import type { ParsedProtocol } from './parse-protocol.ts'
import type { ModuleRoot, ProtoModules } from './proto-modules.ts'
import { oneofOf, ProtoTypes } from './proto-types.ts'
import type { ProtoField, ProtoNested, ProtoNode } from './proto-types.ts'
import type { DiffInfo, Field } from './protocol-definition.ts'
import { isBuiltInType } from '../types.ts'

/** Thrown inside the derivation only; becomes its reason. */
class DeriveFault extends Error {}

/** How often a message may stand inside itself; below that it is left out by name. */
const MAX_TURNS = 3
const MAX_LABEL = 30

const INT32 = { min: -2_147_483_648, max: 2_147_483_647 }
const UINT32 = { min: 0, max: 4_294_967_295 }
const INT64 = { min: '-9223372036854775808', max: '9223372036854775807' }
const UINT64 = { min: '0', max: '18446744073709551615' }

type Facts = Pick<Field, 'type'> & Partial<Field>

const SCALARS: ReadonlyMap<string, Facts> = new Map<string, Facts>([
  ...['int32', 'sint32', 'sfixed32'].map((type) => [type, { type: 'int', ...INT32 }] as const),
  ...['uint32', 'fixed32'].map((type) => [type, { type: 'int', ...UINT32 }] as const),
  ...['int64', 'sint64', 'sfixed64'].map((type) => [type, { type: 'int', ...INT64 }] as const),
  ...['uint64', 'fixed64'].map((type) => [type, { type: 'int', ...UINT64 }] as const),
  ['bool', { type: 'int', min: 0, max: 1 }],
  ['float', { type: 'float' }],
  ['double', { type: 'float' }],
  ['string', { type: 'string' }],
  ['bytes', { type: 'string', encoding: 'base64' }],
])

/** What comes before the first stop of a comment, when that is short enough to be a label. */
function labelOf(comment: string | undefined, name: string): string {
  const phrase = (comment ?? '').split(/[\n，。；：（,;:(]|\. /u)[0]?.trim() ?? ''
  return phrase === '' || phrase.length > MAX_LABEL ? name : phrase
}

function enumFacts(node: ProtoNode): Facts {
  const choices = Object.entries(node.values ?? {}).map(([name, value]) => [
    value,
    labelOf(node.comments?.[name], name),
  ])
  return { type: 'int', dataProvider: `enum:${JSON.stringify(choices)}` }
}

/** A message under the name its fields use for it; `turn` counts how often it stands inside itself already. */
interface Use {
  message: string
  turn: number
}

class Derivation {
  readonly infos = new Map<string, DiffInfo>()
  readonly #types: ProtoTypes
  readonly #keys: Record<string, string>
  readonly #path: string[] = []

  constructor(nested: ProtoNested, modules: ProtoModules) {
    this.#types = new ProtoTypes(nested)
    this.#keys = modules.keys
    for (const message of Object.keys(modules.keys)) this.#messageOf(message, `keys.${message}`)
  }

  #messageOf(name: string, place: string): ProtoNode & { fields: Record<string, ProtoField> } {
    const node = this.#types.get(name)
    if (node?.fields === undefined) throw new DeriveFault(`${place}: there is no message ${name}`)
    return { ...node, fields: node.fields }
  }

  /** Which turn of a message is meant by a field of one that is being read; null when it would be one too many. */
  #useOf(message: string, turn: number): Use | null {
    const isOpen = this.#path.includes(`${message}~${turn}`)
    const next = isOpen ? turn + 1 : turn
    return next < MAX_TURNS ? { message, turn: next } : null
  }

  #nameOf({ message, turn }: Use): string {
    const name = isBuiltInType(message) ? `.${message}` : message
    return turn === 0 ? name : `${name}~${turn + 1}`
  }

  /** Name, type and limits of what one value of a type is; null for what is left out. */
  #factsOf(type: string, from: Use): Facts | null {
    const scalar = SCALARS.get(type)
    if (scalar !== undefined) return scalar
    const name = this.#types.resolve(type, from.message)
    const node = name === null ? undefined : this.#types.get(name)
    if (name === null || node === undefined)
      throw new DeriveFault(`${from.message} has the unknown type ${type}`)
    if (node.values !== undefined) return enumFacts(node)
    const use = this.#useOf(name, from.turn)
    return use === null ? null : { type: this.#typeOf(use) }
  }

  /** Entries of a map as rows with `key` and `value`, as they are on the wire. */
  #mapType(name: string, field: ProtoField, from: Use): string | null {
    const entry = `${this.#nameOf(from)}.${name}[]`
    const key = SCALARS.get(field.keyType ?? '')
    const value = this.#factsOf(field.type, from)
    if (key === undefined || value === null) return null
    const plain = { name: '', comment: '' }
    this.#add({
      name: entry,
      comment: labelOf(field.comment, name),
      fields: [
        { ...plain, ...key, name: 'key', fieldName: 'key' },
        { ...plain, ...value, name: 'value', fieldName: 'value' },
      ],
      key: 'key',
    })
    return entry
  }

  #add(info: Pick<DiffInfo, 'name' | 'comment' | 'fields' | 'key'> & Partial<DiffInfo>): void {
    this.infos.set(info.name, { names: {}, netKey: '', ...info })
  }

  #fieldOf(name: string, node: ProtoNode, field: ProtoField, from: Use): Field | null {
    const isList = field.rule === 'repeated' || field.keyType !== undefined
    const facts =
      field.keyType === undefined ? this.#factsOf(field.type, from) : mapped(this.#mapType(name, field, from))
    if (facts === null) return null
    const group = oneofOf(node, name)
    const comment = [
      field.comment ?? '',
      group === null ? '' : `oneof ${group.name}: ${group.members.join(' | ')}`,
    ]
    return {
      ...facts,
      ...(isList ? { type: 'array', itemType: facts.type } : {}),
      name: labelOf(field.comment, name),
      fieldName: name,
      comment: comment.filter((line) => line !== '').join('\n'),
      ...(group === null ? {} : { oneof: group.name }),
    }
  }

  /** Fields of a message, and the names of those that are left out. */
  #fieldsOf(use: Use, skip: ReadonlySet<string>): { fields: Field[]; leftOut: string[] } {
    const node = this.#messageOf(use.message, use.message)
    const leftOut = [...(node.leftOut ?? [])]
    const fields: Field[] = []
    this.#path.push(`${use.message}~${use.turn}`)
    for (const [name, field] of Object.entries(node.fields)) {
      if (skip.has(name)) continue
      const made = this.#fieldOf(name, node, field, use)
      if (made === null) leftOut.push(name)
      else fields.push(made)
    }
    this.#path.pop()
    return { fields, leftOut }
  }

  #typeOf(use: Use): string {
    const name = this.#nameOf(use)
    if (this.infos.has(name)) return name
    const { fields, leftOut } = this.#fieldsOf(use, new Set())
    const key = Object.hasOwn(this.#keys, use.message) ? this.#keys[use.message]! : ''
    const node = this.#types.get(use.message)
    const comment = labelOf(node?.comment, use.message.split('.').at(-1) ?? '')
    this.#add({ name, comment, fields, key, ...(leftOut.length === 0 ? {} : { leftOut }) })
    return name
  }

  /** A `repeated` field of a root whose message has a declared key is a table of its own. */
  #tablesOf(root: ModuleRoot): Map<string, { message: string; comment: string }> {
    const node = this.#messageOf(root.message, `the root ${root.netKey}`)
    const tables = new Map<string, { message: string; comment: string }>()
    if (root.key !== undefined) return tables
    for (const [name, field] of Object.entries(node.fields)) {
      const message = field.rule === 'repeated' ? this.#types.resolve(field.type, root.message) : null
      if (message === null || !Object.hasOwn(this.#keys, message)) continue
      const own = this.#types.get(message)?.comment
      tables.set(name, { message, comment: labelOf(field.comment, labelOf(own, name)) })
    }
    return tables
  }

  addRoot(root: ModuleRoot): void {
    const tables = this.#tablesOf(root)
    const use = { message: root.message, turn: 0 }
    const { fields, leftOut } = this.#fieldsOf(use, new Set(tables.keys()))
    const told = leftOut.length === 0 ? {} : { leftOut }
    const comment = root.comment ?? labelOf(this.#types.get(root.message)?.comment, root.netKey)
    const module = { name: `${root.message}@${root.netKey}`, comment, fields, key: root.key ?? '', ...told }
    if (fields.length > 0 || leftOut.length > 0) this.#add({ ...module, netKey: root.netKey })
    for (const [netKey, table] of tables) this.#addTable(netKey, table)
  }

  #addTable(netKey: string, { message, comment }: { message: string; comment: string }): void {
    const info = this.infos.get(this.#typeOf({ message, turn: 0 }))!
    this.#add({ ...info, name: `${message}@${netKey}`, comment, netKey })
  }
}

const mapped = (type: string | null): Facts | null => (type === null ? null : { type })

/**
 * The data definition of a game that offers only its messages: each root is a module, each `repeated` field of it with
 * a declared key a table, and what messages hold are types. Bool is 0 or 1, bytes are base64, a map is a list of
 * entries by `key`, an int64 and uint64 are exact text.
 */
export function deriveProtocol(nested: ProtoNested, modules: ProtoModules): ParsedProtocol {
  try {
    if (!isPlainObject(nested)) throw new DeriveFault('nested is no object')
    const derivation = new Derivation(nested, modules)
    for (const root of modules.roots) derivation.addRoot(root)
    const protocols = [...derivation.infos.values()]
      .filter(({ netKey }) => netKey !== '')
      .map(({ name, comment }) => ({ type: 'diff', keyTip: comment, diffInfo: name, doc: '' }))
    return parseProtocol({ diffInfos: Object.fromEntries(derivation.infos), protocols })
  } catch (error) {
    if (error instanceof DeriveFault) return { ok: false, reason: error.message }
    throw error
  }
}
