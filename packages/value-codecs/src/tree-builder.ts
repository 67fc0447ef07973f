import { FaultError } from './fault.ts'
import type { Limits } from './fault.ts'
import type { ByteReader } from './bytes/byte-reader.ts'
import type { ValueNode } from './value-node.ts'

export type Attach = (node: ValueNode) => void

/** Counts what a tree holds, and keeps what was read of it when it breaks off. */
export class TreeBuilder {
  root: ValueNode | null = null
  readonly #limits: Limits
  readonly #reader: ByteReader
  #nodes = 0

  constructor(limits: Limits, reader: ByteReader) {
    this.#limits = limits
    this.#reader = reader
  }

  readonly attachRoot: Attach = (node) => {
    this.root = node
  }

  get maxDepth(): number {
    return this.#limits.depth
  }

  /** To be called for each value, with how many it stands inside of. */
  begin(depth: number): void {
    this.#nodes += 1
    if (this.#nodes > this.#limits.nodes) throw new FaultError('tooMany', this.#reader.at)
    if (depth > this.#limits.depth) throw new FaultError('tooDeep', this.#reader.at)
  }

  /** A count must leave room for its values: nothing is made for what cannot be there. */
  expect(count: number, bytesEach: number): void {
    if (count * bytesEach > this.#reader.left) throw new FaultError('truncated', this.#reader.bytes.length)
  }
}

/** Adds a pair to a map before its value is whole, so that a broken one is seen. */
export function attachTo(pairs: [ValueNode, ValueNode][], key: ValueNode): Attach {
  return (value) => pairs.push([key, value])
}
