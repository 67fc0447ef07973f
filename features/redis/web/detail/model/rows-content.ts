import type { PageRow } from '../../../contract/index.ts'
import type { CopiedContent } from './key-command.ts'

/** What a command is made of, from rows of one type. */
export function contentOfRows(rows: readonly PageRow[]): CopiedContent {
  const pick = <T extends PageRow['type']>(type: T) =>
    rows.filter((row): row is PageRow & { type: T } => row.type === type)
  switch (rows[0]?.type) {
    case 'hash':
      return { type: 'hash', fields: pick('hash') }
    case 'set':
      return { type: 'set', members: pick('set').map(({ member }) => member) }
    case 'zset':
      return { type: 'zset', members: pick('zset') }
    case 'stream':
      return { type: 'stream', entries: pick('stream') }
    default:
      return { type: 'list', values: pick('list').map(({ value }) => value) }
  }
}
