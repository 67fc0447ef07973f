import type { RedisBytes, SearchIndex } from '../../../contract/index.ts'
import { bytesId } from '../../detail/model/bytes.ts'

/** An index with the node it is on; `index` is null for a name that was typed. */
export interface ListedIndex {
  readonly id: string
  readonly node: string
  readonly name: RedisBytes
  readonly index: SearchIndex | null
}

interface IndexNode {
  readonly node: string
  readonly data: { readonly indexes: readonly SearchIndex[] }
}

export const listedIndexes = (nodes: readonly IndexNode[]): ListedIndex[] =>
  nodes.flatMap(({ node, data }) =>
    data.indexes.map((index) => ({ id: `${node} ${bytesId(index.name)}`, node, name: index.name, index })),
  )
