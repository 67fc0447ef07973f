import { FaultError } from '../fault.ts'
import type { ValueNode } from '../value-node.ts'

type Marked = ValueNode & { kind: 'marked' }

/** `R:` and `r:`: a value that is another one, by its number. */
const isReference = ({ name }: Marked): boolean => name === 'reference' || name === 'object'

/** Values of PHP in the order in which `unserialize` counts them. */
class Slots {
  /** For each: how deep it stands and under which key, which together say where; and whether an object may be meant. */
  readonly places: string[] = []
  readonly isObject: boolean[] = []
  readonly references: { name: string; number: number; before: number }[] = []
  /** What a class wrote by itself counts too, and only that class knows how. */
  hasCustom = false

  constructor(root: ValueNode) {
    this.#walk(root, '', 0)
  }

  #walk(node: ValueNode, key: string, depth: number): void {
    if (node.kind === 'marked' && isReference(node)) this.#refer(node, key, depth)
    else this.#place(node, key, depth)
    if (node.kind === 'list')
      for (const [at, item] of node.items.entries()) this.#walk(item, `int ${at}`, depth + 1)
    else if (node.kind === 'map' || node.kind === 'object')
      for (const [name, value] of node.pairs) this.#walk(value, keyText(name), depth + 1)
  }

  #place(node: ValueNode, key: string, depth: number): void {
    const isCustom = node.kind === 'marked' && node.name.startsWith('custom ')
    this.hasCustom ||= isCustom
    // Of what a class wrote each byte may be a further value.
    const inside = isCustom ? ` ${JSON.stringify(node)}` : ''
    this.places.push(`${depth} ${key}${inside}`)
    this.isObject.push(node.kind === 'object' || isCustom || (node.kind === 'marked' && node.name === 'enum'))
  }

  /** `r:` takes a number itself, `R:` does not. */
  #refer(node: Marked, key: string, depth: number): void {
    if (node.value.kind !== 'int') throw new FaultError('range', -1)
    this.references.push({ name: node.name, number: Number(node.value.value), before: this.places.length })
    if (node.name === 'reference') return
    this.places.push(`${depth} ${key}`)
    this.isObject.push(true)
  }
}

function keyText(key: ValueNode): string {
  return key.kind === 'int' || key.kind === 'text' ? `${key.kind} ${key.value}` : JSON.stringify(key)
}

/** Whether each number means a value in front of it, and `r:` an object: PHP refuses the whole otherwise. */
const areMeant = ({ references, isObject }: Slots): boolean =>
  references.every(
    ({ name, number, before }) =>
      number >= 1 && number <= before && (name === 'reference' || isObject[number - 1] === true),
  )

/**
 * References name a value by its number, counted from the beginning. An edit may change what stands in its place; where
 * it moves, adds or leaves out a value that is counted, the numbers would mean others: fault `references`.
 */
export function assertReferences(node: ValueNode, before: ValueNode | null): void {
  const now = new Slots(node)
  if (now.references.length === 0) return
  const fault = new FaultError('references', -1)
  const old = before === null ? null : new Slots(before)
  if (!now.hasCustom && !areMeant(now)) throw fault
  const most = Math.max(...now.references.map(({ number }) => number))
  if (old === null || old.references.length === 0) {
    if (now.hasCustom) throw fault
    return
  }
  if (now.hasCustom) {
    const isSame = JSON.stringify(now.references) === JSON.stringify(old.references)
    if (!isSame || String(now.places) !== String(old.places)) throw fault
  }
  for (let at = 0; at < most; at += 1) if (now.places[at] !== old.places[at]) throw fault
}
