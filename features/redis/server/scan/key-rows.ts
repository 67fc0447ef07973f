import type { KeyRow } from '../../contract/index.ts'
import type { KeyTree, TreeRow } from '@qd/key-tree'
import { bytesOf } from '../bytes.ts'

/** Bytes of names in one answer: more, and a page would be behind with a single one. The first row always fits. */
const ANSWER_BYTES = 131_072

const shown = (bytes: Uint8Array) => bytesOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))

function rowOf(row: TreeRow, isDrained: boolean): KeyRow {
  if (row.kind === 'key') return { kind: 'key', key: shown(row.key), name: shown(row.name) }
  const { keys, isStale, isSettled } = row
  const count = isStale ? 'stale' : isDrained || isSettled ? 'exact' : 'soFar'
  return { kind: 'folder', name: shown(row.name), prefix: shown(row.prefix), keys, count }
}

const lengthOf = (row: TreeRow) => row.name.length + (row.kind === 'key' ? row.key.length : row.prefix.length)

/** Rows of a folder as a page takes them. */
export function keyRows(
  tree: KeyTree,
  isDrained: boolean,
  { prefix, from, count }: { prefix: Buffer; from: number; count: number },
) {
  const page = tree.page(prefix, from, count)
  const rows: KeyRow[] = []
  let bytes = 0
  for (const row of page.rows) {
    bytes += lengthOf(row)
    if (rows.length > 0 && bytes > ANSWER_BYTES) break
    rows.push(rowOf(row, isDrained))
  }
  const { total, listed, isDropped } = page
  return { rows, total, listed, isCut: listed < total && !isDropped, isDropped }
}
