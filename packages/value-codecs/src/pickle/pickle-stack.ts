import { utf8Of } from '../bytes/byte-reader.ts'
import type { ByteReader } from '../bytes/byte-reader.ts'
import { DEFAULT_LIMITS, FaultError } from '../fault.ts'
import type { TreeBuilder } from '../tree-builder.ts'
import { textNode } from '../value-node.ts'
import type { ValueNode } from '../value-node.ts'

const MARK = Symbol('mark')
const isTree = ({ kind }: ValueNode): boolean =>
  kind !== 'null' && !['bool', 'int', 'float', 'text', 'bytes'].includes(kind)

/** The stack and the memo of a pickle's machine. */
export class PickleStack {
  readonly #reader: ByteReader
  readonly #tree: TreeBuilder
  readonly #stack: (ValueNode | typeof MARK)[] = []
  readonly #memo = new Map<number, ValueNode>()
  /** Trees that stand for one in the memo: one that is used twice is shown once. */
  readonly #meant = new Map<ValueNode, ValueNode>()
  #told = 0

  constructor(reader: ByteReader, tree: TreeBuilder) {
    this.#reader = reader
    this.#tree = tree
  }

  push(node: ValueNode): void {
    this.#tree.begin(0)
    this.#stack.push(node)
  }

  pop(): ValueNode {
    const top = this.#stack.pop()
    if (top === undefined || top === MARK) throw new FaultError('invalid', this.#reader.at)
    return top
  }

  /** What a command changes: the tree itself where another name of it lies on top. */
  top(): ValueNode {
    const top = this.#stack.at(-1)
    if (top === undefined || top === MARK) throw new FaultError('invalid', this.#reader.at)
    return this.#meant.get(top) ?? top
  }

  mark(): void {
    this.#stack.push(MARK)
  }

  popMark(): ValueNode[] {
    const at = this.#stack.lastIndexOf(MARK)
    if (at === -1) throw new FaultError('invalid', this.#reader.at)
    const items = this.#stack.splice(at) as ValueNode[]
    return items.slice(1)
  }

  drop(): void {
    if (this.#stack.pop() === undefined) throw new FaultError('invalid', this.#reader.at)
  }

  put(key: number): void {
    this.#memo.set(key, this.top())
  }

  memoize(): void {
    this.put(this.#memo.size)
  }

  get(key: number): void {
    const node = this.#memo.get(key)
    if (node === undefined) throw new FaultError('invalid', this.#reader.at)
    this.again(node, key)
  }

  /** A value once more; of a tree only which it is. */
  again(node: ValueNode, key: number): void {
    if (!isTree(node) || (node.kind === 'marked' && node.name === 'global')) {
      this.#spend(node)
      return this.push(node)
    }
    const again: ValueNode = { kind: 'marked', name: 'same as', value: { kind: 'int', value: String(key) } }
    this.#meant.set(again, node)
    this.push(again)
  }

  /** A long text named a million times would be that much to show. */
  #spend(node: ValueNode): void {
    const value = node.kind === 'marked' ? node.value : node
    this.#told += value.kind === 'text' || value.kind === 'bytes' ? value.value.length : 1
    if (this.#told > DEFAULT_LIMITS.outBytes / 4) throw new FaultError('tooLarge', this.#reader.at)
  }

  /** The bytes of a line; texts of protocol 0 are Latin-1 with escapes. */
  lineBytes(): Uint8Array {
    return this.#reader.until(0x0a, this.#reader.left)
  }

  line(): string {
    const text = utf8Of(this.lineBytes())
    if (text === null) throw new FaultError('invalid', this.#reader.at)
    return text
  }

  int(text: string): string {
    const digits = text.replace(/L$/, '')
    if (!/^-?\d{1,4000}$/.test(digits)) throw new FaultError('invalid', this.#reader.at)
    return digits.replace(/^(-?)0+(?=\d)/, '$1')
  }

  text(bytes: Uint8Array): ValueNode {
    const text = utf8Of(bytes)
    return text === null ? { kind: 'bytes', value: bytes.slice() } : textNode(text)
  }

  pairs(items: readonly ValueNode[]): [ValueNode, ValueNode][] {
    if (items.length % 2 !== 0) throw new FaultError('invalid', this.#reader.at)
    return Array.from({ length: items.length / 2 }, (_none, at) => [items[2 * at]!, items[2 * at + 1]!])
  }

  setItems(pairs: [ValueNode, ValueNode][]): void {
    const target = this.top()
    if (target.kind === 'map' || target.kind === 'object') for (const pair of pairs) target.pairs.push(pair)
    else throw new FaultError('invalid', this.#reader.at)
  }

  append(items: readonly ValueNode[]): void {
    const target = this.top()
    const list = target.kind === 'marked' ? target.value : target
    if (list.kind === 'list') for (const item of items) list.items.push(item)
    // A class that takes its items by itself.
    else if (target.kind === 'object')
      target.pairs.push([textNode('items'), { kind: 'list', items: [...items] }])
    else throw new FaultError('invalid', this.#reader.at)
  }

  /** What is called, by its name, and with what. */
  call(callable: ValueNode, parts: readonly [string, ValueNode][]): void {
    const isGlobal =
      callable.kind === 'marked' && callable.name === 'global' && callable.value.kind === 'text'
    const name = isGlobal ? (callable.value as { value: string }).value : '?'
    const pairs = parts.filter(([, value]) => !(value.kind === 'list' && value.items.length === 0))
    const shown = pairs.map(([key, value]): [ValueNode, ValueNode] => [textNode(key), value])
    if (!isGlobal) shown.unshift([textNode('callable'), callable])
    this.push({ kind: 'object', name, pairs: shown })
  }

  /** The state of an object: its fields, where it is a table. */
  build(state: ValueNode): void {
    const target = this.top()
    if (target.kind !== 'object') throw new FaultError('invalid', this.#reader.at)
    if (state.kind === 'map') for (const pair of state.pairs) target.pairs.push(pair)
    else target.pairs.push([textNode('state'), state])
  }

  /** The value a pickle stands for: the tree itself where another name of it lies on top. */
  popRoot(): ValueNode {
    const top = this.pop()
    return this.#meant.get(top) ?? top
  }

  /** What there is of the value when it breaks off. */
  first(): ValueNode | null {
    return this.#stack.find((each) => each !== MARK) ?? null
  }
}

/** Level by level, as no call could go down a tree that is too deep. */
export function isDeeper(root: ValueNode, most: number): boolean {
  let level: ValueNode[] = [root]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > most) return true
    level = level.flatMap((node) => {
      if (node.kind === 'list') return node.items
      if (node.kind === 'map' || node.kind === 'object') return node.pairs.flat()
      return node.kind === 'marked' ? [node.value] : []
    })
  }
  return false
}
