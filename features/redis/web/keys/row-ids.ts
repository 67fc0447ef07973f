import type { KeyRow, RedisBytes } from '../../contract/index.ts'

/** Names as keys of a map; text and bytes never meet. */
export const bytesId = (bytes: RedisBytes): string =>
  typeof bytes === 'string' ? `t${bytes}` : `b${bytes.base64}`

export const rowId = (row: KeyRow): string =>
  row.kind === 'folder' ? `folder ${bytesId(row.prefix)}` : `key ${bytesId(row.key)}`
