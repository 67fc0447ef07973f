import { AppError } from '@qd/contract-kit'
import type { RouteInput } from '@qd/contract-kit'
import { checkEntries, parseGift, printGift } from '@qd/gift-content'
import { uuidv7 } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import type { Store } from '@qd/store'
import { GIFTS_MAX, propertiesErrors } from '../../contract/index.ts'
import type { GiftTemplate, removeGift, saveGift } from '../../contract/index.ts'
import type { GiftRow, PropertiesTables } from '../tables.ts'

type Tables = Store<PropertiesTables>['read']

const changedMeanwhile = () => new AppError(propertiesErrors.gift_changed, { field: 'revision' })

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

const wordsOf = ({ name, content }: GiftRow) => ({ name, content })

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
  const { username } = ctx.caller
  const content = printGift(contentOf(values.entries, 'values.entries'))
  return ctx.commit<PropertiesTables, GiftTemplate>(async (tx) => {
    const rows = await rowsOf(tx, lineCode)
    const before = rows.find((row) => row.id === id)
    if (id !== undefined && before === undefined) throw new AppError(propertiesErrors.gift_not_found)
    if (before !== undefined && before.revision !== revision) throw changedMeanwhile()
    if (rows.some((row) => row !== before && row.name === values.name)) {
      throw new AppError(propertiesErrors.gift_exists, { field: 'values.name' })
    }
    if (before === undefined && rows.length >= GIFTS_MAX) {
      throw new AppError(propertiesErrors.gifts_full, { params: { limit: GIFTS_MAX } })
    }
    const row: GiftRow = {
      id: before?.id ?? uuidv7(),
      line_id: lineCode,
      name: values.name,
      content,
      revision: (before?.revision ?? 0) + 1,
      changed_by: username,
      changed_at: nowMs,
    }
    if (before === undefined) await tx.insertInto('gift_template').values(row).execute()
    else {
      const { numUpdatedRows } = await tx
        .updateTable('gift_template')
        .set(row)
        .where('id', '=', row.id)
        .where('revision', '=', before.revision)
        .executeTakeFirst()
      if (numUpdatedRows !== 1n) throw changedMeanwhile()
    }
    ctx.changed(before === undefined ? null : wordsOf(before), wordsOf(row))
    return templateOf(row)
  })
}

export async function removeGiftRecord(
  { lineCode, id, revision }: RouteInput<typeof removeGift>['body'],
  ctx: CallContext,
): Promise<null> {
  await ctx.commit<PropertiesTables, void>(async (tx) => {
    const before = (await rowsOf(tx, lineCode)).find((row) => row.id === id)
    if (before === undefined) throw new AppError(propertiesErrors.gift_not_found)
    const { numDeletedRows } = await tx
      .deleteFrom('gift_template')
      .where('id', '=', id)
      .where('revision', '=', revision)
      .executeTakeFirst()
    if (numDeletedRows !== 1n) throw changedMeanwhile()
    ctx.changed(wordsOf(before), null)
  })
  return null
}
