import {
  checkValue,
  elementKeyOf,
  equalValues,
  exactInt,
  fieldNode,
  moduleNode,
  readPath,
} from '@qd/protocol-model'
import type { ChangeFaultCode, DataNode, DiffInfo, ProtocolDefinition } from '@qd/protocol-model'
import { valueOf } from './json-reader.ts'
import type { JsonNode } from './json-reader.ts'
import { moduleAt } from './json-scope.ts'
import type { JsonScope } from './json-scope.ts'
import { scopeNode } from './node-at.ts'

/** A fault of the definition's rules, at its exact place in the text. */
export interface PlacedFault {
  code: ChangeFaultCode
  from: number
  to: number
  detail: string
  /** What people call the place: the field's name. */
  field: string
  /** The game holds it so: it is told, and keeps nothing from being applied. */
  isWarning?: true
}

/** What the game holds is told only where it is of another kind than the definition says. */
const OF_KIND: ReadonlySet<ChangeFaultCode> = new Set(['wrong_type', 'out_of_int64'])

const MAX_FAULTS = 100
/** Characters of a value that are marked. */
const MOST_MARKED = 200

interface Task {
  node: JsonNode
  is: DataNode | 'player'
  name: string
  /** What stands there now; undefined: nothing, or nobody knows. */
  base: unknown
}

/** What the game holds already is nobody's fault, also where a newer definition no longer allows it. */
const isUntouched = (node: JsonNode, base: unknown): boolean =>
  base !== undefined && equalValues(valueOf(node), base)

const inside = (base: unknown, key: string): unknown => readPath(base, [key])

/** Holds a text against the definition, a slice at a time; all faults, not only the first. */
export class JsonCheck {
  readonly faults: PlacedFault[] = []
  readonly warnings: PlacedFault[] = []
  readonly #protocol: ProtocolDefinition
  readonly #open: Task[]
  readonly #nodes = new Map<DiffInfo, Map<string, { node: DataNode | null; name: string }>>()

  /** `base`: what the text was printed from; a value that is there cannot be left out. */
  constructor(protocol: ProtocolDefinition, scope: JsonScope, root: JsonNode, base?: unknown) {
    this.#protocol = protocol
    const is = scopeNode(scope)
    this.#open = [{ node: root, is, name: scope.kind === 'player' ? '' : scope.info.comment, base }]
    if (scope.kind === 'row') this.#sameKey(root, { field: scope.info.key, key: scope.key })
  }

  /** Checks on for so many values; true at the end. */
  check(values = Number.POSITIVE_INFINITY): boolean {
    for (let left = values; left > 0; left -= 1) {
      const task = this.#open.pop()
      if (!task || this.faults.length >= MAX_FAULTS) return true
      this.#one(task)
    }
    return this.#open.length === 0
  }

  #report(
    code: ChangeFaultCode,
    at: { from: number; to: number },
    about: { field: string; detail: string },
  ): void {
    if (this.faults.length < MAX_FAULTS) this.faults.push({ code, from: at.from, to: at.to, ...about })
  }

  /** Of a value that stands there already: no fault of the text. */
  #reportHeld({ node, base }: Task, code: ChangeFaultCode, about: { field: string; detail: string }): void {
    const at = { from: node.from, to: Math.min(node.to, node.from + MOST_MARKED) }
    if (!isUntouched(node, base)) this.#report(code, at, about)
    else if (OF_KIND.has(code) && this.warnings.length < MAX_FAULTS)
      this.warnings.push({ code, ...at, ...about, isWarning: true })
  }

  #one(task: Task): void {
    const { is } = task
    if (is === 'player') this.#player(task)
    else if (is.kind === 'table') this.#table(task, is.info)
    else if (is.kind === 'object') this.#object(task, is.info)
    else if (is.kind === 'list') this.#list(task, is)
    else this.#scalar(task, is)
  }

  #isObject(task: Task, field: string, type: string): boolean {
    const { node } = task
    if (node.kind === 'object') return true
    // null is how the game says that there is nothing.
    const isNothing = node.kind === 'scalar' && node.value === null && isUntouched(node, task.base)
    if (!isNothing) this.#reportHeld(task, 'wrong_type', { field, detail: type })
    return false
  }

  #player(task: Task): void {
    const { node, base } = task
    if (!this.#isObject(task, '', 'object')) return
    for (const [at, netKey] of node.keys!.entries()) {
      const info = moduleAt(this.#protocol, netKey)
      const inner = node.items![at]!
      if (info) {
        const is = moduleNode(info)
        this.#open.push({ node: inner, is, name: info.comment || info.name, base: inside(base, netKey) })
      } else this.#unknown(node, at, 'unknown_diff')
    }
  }

  #unknown(node: JsonNode, at: number, code: 'unknown_diff' | 'unknown_path'): void {
    const key = node.keys![at]!
    const from = node.keysAt![at]!
    this.#report(code, { from, to: from + key.length + 2 }, { field: key, detail: key })
  }

  #table(task: Task, info: DiffInfo): void {
    const { node, name, base } = task
    if (!this.#isObject(task, name, 'object')) return
    const isInt = info.fields.find(({ fieldName }) => fieldName === info.key)?.type === 'int'
    for (const [at, key] of node.keys!.entries()) {
      const from = node.keysAt![at]!
      if (key === '' || (isInt && exactInt(key) === null)) {
        this.#report(
          'wrong_type',
          { from, to: from + key.length + 2 },
          { field: name, detail: isInt ? 'int' : 'key' },
        )
      }
      const row = node.items![at]!
      this.#sameKey(row, { field: info.key, key })
      this.#open.push({ node: row, is: { kind: 'object', info }, name, base: inside(base, key) })
    }
  }

  /** A row says its key again inside, and both must agree. */
  #sameKey(row: JsonNode, { field, key }: { field: string; key: string }): void {
    if (row.kind !== 'object') return
    const at = row.keys!.indexOf(field)
    const own = row.items![at]
    if (!own) this.#report('key_required', { from: row.from, to: row.from + 1 }, { field, detail: field })
    else if (own.kind === 'scalar' && String(own.value) !== key)
      this.#report('key_mismatch', own, { field, detail: key })
  }

  #fieldsOf(info: DiffInfo): Map<string, { node: DataNode | null; name: string }> {
    const held = this.#nodes.get(info)
    if (held) return held
    const fields = new Map(
      info.fields.map((field) => [
        field.fieldName,
        { node: fieldNode(this.#protocol, field), name: field.name || field.fieldName },
      ]),
    )
    this.#nodes.set(info, fields)
    return fields
  }

  /** A list may be left out, it is empty then; of anything else that is there the new value is missing. */
  #leftOut({ node, base }: Task, info: DiffInfo): void {
    for (const [key, field] of this.#fieldsOf(info)) {
      const isKept = field.node?.kind !== 'list' && (inside(base, key) ?? null) !== null
      if (!isKept || key === info.key || node.keys!.includes(key)) continue
      this.#report(
        'value_required',
        { from: node.from, to: node.from + 1 },
        { field: field.name, detail: key },
      )
    }
  }

  #object(task: Task, info: DiffInfo): void {
    const { node, name, base } = task
    if (!this.#isObject(task, name, info.name)) return
    const fields = this.#fieldsOf(info)
    for (const [at, key] of node.keys!.entries()) {
      const field = fields.get(key)
      if (field?.node)
        this.#open.push({ node: node.items![at]!, is: field.node, name: field.name, base: inside(base, key) })
      else if (!isUntouched(node.items![at]!, inside(base, key))) this.#unknown(node, at, 'unknown_path')
    }
    this.#leftOut(task, info)
  }

  #list(task: Task, is: Extract<DataNode, { kind: 'list' }>): void {
    const { node, name, base } = task
    if (node.kind !== 'array') return this.#reportHeld(task, 'wrong_type', { field: name, detail: 'array' })
    const key = elementKeyOf(is)
    const seen = new Set<string>()
    const held = new Map(
      key === '' || !Array.isArray(base) ? [] : base.map((each) => [String(inside(each, key)), each]),
    )
    for (const element of node.items!) {
      const own = key === '' ? undefined : element.items?.[element.keys?.indexOf(key) ?? -1]
      this.#open.push({ node: element, is: is.item, name, base: own && held.get(String(own.value)) })
      if (key === '' || element.kind !== 'object') continue
      if (!own)
        this.#report(
          'key_required',
          { from: element.from, to: element.from + 1 },
          { field: name, detail: key },
        )
      else if (seen.has(String(own.value)))
        this.#report('duplicate_key', own, { field: name, detail: String(own.value) })
      else seen.add(String(own.value))
    }
  }

  #scalar(task: Task, is: Extract<DataNode, { kind: 'scalar' }>): void {
    const { node, name, base } = task
    const value = node.kind === 'scalar' ? node.value : {}
    // null is how the game says that there is nothing; where there is something it is no value.
    if (value === null) {
      if ((base ?? null) !== null) this.#report('value_required', node, { field: name, detail: '' })
      return
    }
    const fault = checkValue(this.#protocol, is, { value, place: name })
    if (fault) this.#reportHeld(task, fault.code, fault)
  }
}
