import { AppError } from '@qd/contract-kit'
import type { RouteInput } from '@qd/contract-kit'
import { checkEntries, parseGift, printGift } from '@qd/gift-content'
import type { CallContext } from '@qd/server-kit'
import { GIFTS_MAX, propertiesErrors } from '../../contract/index.ts'
import type { GiftTemplate, removeGift, saveGift } from '../../contract/index.ts'
import { removeRecord, storeRecord } from '../records/line-records.ts'
import type { RecordKind, Tables } from '../records/line-records.ts'
import type { GiftRow, PropertiesTables } from '../tables.ts'

function templateOf(row: GiftRow): GiftTemplate {
  const read = parseGift(row.content)
  const { id, name, revision } = row
  return {
    id,
    name,
    entries: read.ok ? read.entries : [],
    revision,
    by: row.changed_by,
    at: Number(row.changed_at),
  }
}

const GIFTS: RecordKind<GiftRow> = {
  table: 'gift_template',
  most: GIFTS_MAX,
  gone: propertiesErrors.gift_not_found,
  changed: propertiesErrors.gift_changed,
  full: propertiesErrors.gifts_full,
  taken: propertiesErrors.gift_exists,
  takenField: 'values.name',
  isSame: (one, other) => one.name === other.name,
  wordsOf: ({ name, content }) => ({ name, content }),
}

const rowsOf = (db: Tables, lineId: string): Promise<GiftRow[]> =>
  db.selectFrom('gift_template').selectAll().where('line_id', '=', lineId).orderBy('name').execute()

export async function giftsOfLine(db: Tables, lineId: string): Promise<GiftTemplate[]> {
  return (await rowsOf(db, lineId)).map(templateOf)
}

/** The entries with each item once; `gift_invalid` at the first that is wrong. */
export function contentOf(entries: Parameters<typeof checkEntries>[0], field: string) {
  const checked = checkEntries(entries)
  if (checked.ok) return checked.entries
  const [fault] = checked.faults
  const at = fault === undefined ? '' : `.${fault.entry}.${fault.part}`
  throw new AppError(propertiesErrors.gift_invalid, {
    field: `${field}${at}`,
    params: { rule: { text: `gift.${fault?.rule ?? 'empty'}` }, entry: (fault?.entry ?? 0) + 1 },
  })
}

/** Adds a gift, or changes one if it still is as it was seen. */
export async function saveGiftRecord(
  { lineCode, id, revision, values }: RouteInput<typeof saveGift>['body'],
  nowMs: number,
  ctx: CallContext,
): Promise<GiftTemplate> {
  const content = printGift(contentOf(values.entries, 'values.entries'))
  const row = {
    line_id: lineCode,
    name: values.name,
    content,
    changed_by: ctx.caller.username,
    changed_at: nowMs,
  }
  return ctx.commit<PropertiesTables, GiftTemplate>(async (tx) => {
    const rows = await rowsOf(tx, lineCode)
    return templateOf(await storeRecord(GIFTS, { tx, ctx, rows }, { id, revision }, row))
  })
}

export async function removeGiftRecord(
  { lineCode, id, revision }: RouteInput<typeof removeGift>['body'],
  ctx: CallContext,
): Promise<null> {
  await removeRecord(GIFTS, (tx) => rowsOf(tx, lineCode), { id, revision }, ctx)
  return null
}
