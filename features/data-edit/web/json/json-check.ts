import { checkValue, elementKeyOf, exactInt, fieldNode } from '@qd/protocol-model'
import type { ChangeFaultCode, DataNode, DiffInfo, ProtocolDefinition } from '@qd/protocol-model'
import type { JsonNode } from './json-reader.ts'
import { moduleAt } from './json-scope.ts'
import type { JsonScope } from './json-scope.ts'

/** A fault of the definition's rules, at its exact place in the text. */
export interface PlacedFault {
  code: ChangeFaultCode
  from: number
  to: number
  detail: string
  /** What people call the place: the field's name. */
  field: string
}

const MAX_FAULTS = 100

interface Task {
  node: JsonNode
  is: DataNode | 'player'
  name: string
}

/** Holds a text against the definition, a slice at a time; all faults, not only the first. */
export class JsonCheck {
  readonly faults: PlacedFault[] = []
  readonly #protocol: ProtocolDefinition
  readonly #open: Task[]
  readonly #nodes = new Map<DiffInfo, Map<string, { node: DataNode | null; name: string }>>()

  constructor(protocol: ProtocolDefinition, scope: JsonScope, root: JsonNode) {
    this.#protocol = protocol
    const is: Task['is'] =
      scope.kind === 'player'
        ? 'player'
        : scope.kind === 'module' && scope.info.key !== ''
          ? { kind: 'table', info: scope.info }
          : { kind: 'object', info: scope.info }
    this.#open = [{ node: root, is, name: scope.kind === 'player' ? '' : scope.info.comment }]
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

  #one(task: Task): void {
    const { node, is } = task
    if (is === 'player') this.#player(node)
    else if (is.kind === 'table') this.#table(node, is.info, task.name)
    else if (is.kind === 'object') this.#object(node, is.info, task.name)
    else if (is.kind === 'list') this.#list(node, is, task.name)
    else this.#scalar(node, is, task.name)
  }

  #isObject(node: JsonNode, field: string, type: string): boolean {
    if (node.kind === 'object') return true
    this.#report(
      'wrong_type',
      { from: node.from, to: Math.min(node.to, node.from + 40) },
      { field, detail: type },
    )
    return false
  }

  #player(node: JsonNode): void {
    if (!this.#isObject(node, '', 'object')) return
    for (const [at, netKey] of node.keys!.entries()) {
      const info = moduleAt(this.#protocol, netKey)
      const inner = node.items![at]!
      if (info) {
        const is: DataNode = info.key === '' ? { kind: 'object', info } : { kind: 'table', info }
        this.#open.push({ node: inner, is, name: info.comment || info.name })
      } else this.#unknown(node, at, 'unknown_diff')
    }
  }

  #unknown(node: JsonNode, at: number, code: 'unknown_diff' | 'unknown_path'): void {
    const key = node.keys![at]!
    const from = node.keysAt![at]!
    this.#report(code, { from, to: from + key.length + 2 }, { field: key, detail: key })
  }

  #table(node: JsonNode, info: DiffInfo, name: string): void {
    if (!this.#isObject(node, name, 'object')) return
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
      this.#open.push({ node: row, is: { kind: 'object', info }, name })
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

  #object(node: JsonNode, info: DiffInfo, name: string): void {
    if (!this.#isObject(node, name, info.name)) return
    const fields = this.#fieldsOf(info)
    for (const [at, key] of node.keys!.entries()) {
      const field = fields.get(key)
      if (field?.node) this.#open.push({ node: node.items![at]!, is: field.node, name: field.name })
      else this.#unknown(node, at, 'unknown_path')
    }
  }

  #list(node: JsonNode, is: Extract<DataNode, { kind: 'list' }>, name: string): void {
    if (node.kind !== 'array') {
      this.#report(
        'wrong_type',
        { from: node.from, to: Math.min(node.to, node.from + 40) },
        { field: name, detail: 'array' },
      )
      return
    }
    const key = elementKeyOf(is)
    const seen = new Set<string>()
    for (const element of node.items!) {
      this.#open.push({ node: element, is: is.item, name })
      if (key === '' || element.kind !== 'object') continue
      const own = element.items![element.keys!.indexOf(key)]
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

  #scalar(node: JsonNode, is: Extract<DataNode, { kind: 'scalar' }>, name: string): void {
    const value = node.kind === 'scalar' ? node.value : {}
    // null is how the game says that there is nothing.
    if (value === null) return
    const fault = checkValue(this.#protocol, is, { value, place: name })
    if (fault) this.#report(fault.code, { from: node.from, to: Math.min(node.to, node.from + 200) }, fault)
  }
}
