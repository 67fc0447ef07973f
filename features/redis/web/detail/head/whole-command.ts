import type { RouteReply } from '@qd/contract-kit'
import { isCallError } from '@qd/web-base'
import { call } from '@qd/web-calls'
import { copyAloud, toast } from '@qd/web-frame'
import { EDIT_BYTES, PAGE_MAX, keyPage } from '../../../contract/index.ts'
import type { PageRow, keyShow } from '../../../contract/index.ts'
import { redisText } from '../../texts.ts'
import { redisBytesOf, sizeText, utf8Of } from '../model/bytes.ts'
import { onlyMatch } from '../model/json-path.ts'
import { keyCommand } from '../model/key-command.ts'
import type { CopiedContent } from '../model/key-command.ts'
import { contentOfRows } from '../model/rows-content.ts'
import { readWhole } from '../key-queries.ts'
import type { ValuePlace } from '../key-queries.ts'
import type { KeyPlace } from '../key-place.ts'
import { isJsonType, rowTypeOf } from '../key-type.ts'
import { wholeRow } from '../rows/long-names.ts'
import { NO_FILTER } from '../rows/use-rows.ts'
import type { RowType } from '../rows/use-rows.ts'

/** Entries and bytes a command carries at most. */
const MOST_ROWS = 5_000
const MOST_BYTES = 4 * EDIT_BYTES

type Shown = RouteReply<typeof keyShow>

interface Copied {
  content: CopiedContent
  /** False: there is more than a command carries. */
  isAll: boolean
}

async function wholeValue(place: KeyPlace, at: ValuePlace): Promise<Uint8Array | null> {
  const { bytes, sha1 } = await readWhole(place, at, EDIT_BYTES)
  return sha1 === '' ? null : bytes
}

/** A row with all of its name and value; null: it is too large, or an entry of a stream that was cut. */
async function filledRow(place: KeyPlace, row: PageRow): Promise<PageRow | null> {
  const named = await wholeRow(place, row)
  return named === null ? null : filledValue(place, named)
}

async function filledValue(place: KeyPlace, row: PageRow): Promise<PageRow | null> {
  if (!row.isCut) return row
  if (row.type !== 'hash' && row.type !== 'list') return null
  const at: ValuePlace =
    row.type === 'hash' ? { kind: 'field', field: row.field } : { kind: 'index', index: row.index }
  const bytes = await wholeValue(place, at)
  return bytes === null ? null : { ...row, value: redisBytesOf(bytes), isCut: false }
}

const bytesIn = (row: PageRow): number =>
  row.type === 'stream' ? JSON.stringify(row.fields).length : row.bytes

async function rowsOf(place: KeyPlace, type: RowType): Promise<Copied> {
  const rows: PageRow[] = []
  let cursor = ''
  let bytes = 0
  let isAll = true
  const { lineId, connectionId, db, key } = place
  do {
    const page = await call(
      keyPage,
      { body: { lineId, connectionId, db, key, type, cursor, count: PAGE_MAX, ...NO_FILTER } },
      { tag: 'redis:detail.copyCommand', told: 'form' },
    )
    for (const row of page.rows) {
      bytes += bytesIn(row)
      const filled = rows.length < MOST_ROWS && bytes < MOST_BYTES ? await filledRow(place, row) : null
      if (filled === null) isAll = false
      else rows.push(filled)
    }
    cursor = page.cursor
  } while (cursor !== '' && rows.length < MOST_ROWS && bytes < MOST_BYTES)
  return { content: contentOfRows(rows), isAll: isAll && cursor === '' }
}

async function copiedOf(place: KeyPlace, type: string): Promise<Copied | null> {
  const rowType = rowTypeOf(type)
  if (rowType !== null) return rowsOf(place, rowType)
  const isJson = isJsonType(type)
  const bytes = await wholeValue(place, isJson ? { kind: 'json', path: '$' } : { kind: 'string' })
  if (bytes === null) return null
  if (!isJson) return { content: { type: 'string', value: redisBytesOf(bytes) }, isAll: true }
  const value = onlyMatch(utf8Of(bytes) ?? '')
  return value === null ? null : { content: { type: 'json', value }, isAll: true }
}

/** Copies the commands that would make the key anew; says when they are not all of it, and why there are none. */
export async function copyKeyCommand(place: KeyPlace, shown: Shown): Promise<void> {
  try {
    await copyCommand(place, shown)
  } catch (error) {
    if (!isCallError(error)) throw error
    toast.error(error.told)
  }
}

async function copyCommand(place: KeyPlace, { type, ttlMs }: Shown): Promise<void> {
  const copied = await copiedOf(place, type)
  if (copied === null) {
    return toast.error(redisText('detail.copyTooLarge', { limit: sizeText(EDIT_BYTES) }))
  }
  if (!(await copyAloud(keyCommand(place.key, copied.content, ttlMs ?? -1)))) return
  if (!copied.isAll) toast.warning(redisText('detail.copiedPart'))
}
