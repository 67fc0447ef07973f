import { NO_WORTH, effectsOf } from '@qd/contract-kit'
import type { RouteInput, Words, WorthRate } from '@qd/contract-kit'
import type { ItemRow } from '@qd/game-contract'
import { objectKey } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import type { Store } from '@qd/store'
import { VALUES_MAX, propertiesErrors } from '../../contract/index.ts'
import type { ValueRecord, removeValue, saveValue } from '../../contract/index.ts'
import { seenItems } from '../items/seen-items.ts'
import { nextRecord, removeRecord, seenRecord, storeRecord } from '../records/line-records.ts'
import type { RecordKind, Tables } from '../records/line-records.ts'
import type { PropertiesTables, ValueRow } from '../tables.ts'

interface ValueDeps {
  store: Store<PropertiesTables>
  nowMs(): number
}

const rateOf = ({ per, worth }: ValueRow): WorthRate => ({ per, worth })

const recordOf = (row: ValueRow): ValueRecord => ({
  id: row.id,
  number: row.number,
  rate: rateOf(row),
  revision: row.revision,
  by: row.changed_by,
  at: Number(row.changed_at),
})

const VALUES: RecordKind<ValueRow> = {
  table: 'item_value',
  most: VALUES_MAX,
  gone: propertiesErrors.value_not_found,
  changed: propertiesErrors.value_changed,
  full: propertiesErrors.values_full,
  taken: propertiesErrors.value_exists,
  takenField: 'values.number',
  isSame: (one, other) => one.number === other.number,
  wordsOf: (row) => ({ number: row.number, ...rateOf(row) }),
}

const rowsOf = (db: Tables, lineId: string): Promise<ValueRow[]> =>
  db.selectFrom('item_value').selectAll().where('line_id', '=', lineId).orderBy('number').execute()

export async function valuesOfLine(db: Tables, lineId: string): Promise<ValueRecord[]> {
  return (await rowsOf(db, lineId)).map(recordOf)
}

/** The console's rates of these items of a line. */
export async function ratesOf(
  db: Tables,
  lineId: string,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, WorthRate>> {
  if (numbers.length === 0) return new Map()
  const rows = await db
    .selectFrom('item_value')
    .selectAll()
    .where('line_id', '=', lineId)
    .where('number', 'in', numbers)
    .execute()
  return new Map(rows.map((row) => [row.number, rateOf(row)]))
}

const rateWords = ({ per, worth }: WorthRate): Words => ({
  key: 'properties.value.rate',
  params: { per: { quantity: per }, worth: { quantity: worth } },
})

function gameWords(item: ItemRow | undefined): Words {
  if (item?.value === undefined) return { key: 'properties.value.none' }
  return { key: 'properties.value.ofGame', params: { value: { quantity: String(item.value) } } }
}

function nameWords(item: ItemRow | undefined, number: string): Words {
  if (item === undefined) return number
  return typeof item.name === 'string' ? item.name : { texts: item.name, otherwise: number }
}

interface ValueChange {
  lineId: string
  before: ValueRow | undefined
  after: ValueRow | undefined
}

/** Asks for the approval of a change, told as what the item counts for before and after; then for the proof. */
async function approveValue(
  { store }: ValueDeps,
  ctx: CallContext,
  { lineId, before, after }: ValueChange,
): Promise<void> {
  const { number } = (after ?? before)!
  const item = (await seenItems(store, lineId)).get(number)?.row
  const told = (row: ValueRow | undefined) => (row === undefined ? gameWords(item) : rateWords(rateOf(row)))
  const what = nameWords(item, number)
  await ctx.approve({
    title: { key: 'properties.title.value', params: { number } },
    risk: 'R3',
    value: { rows: 1, worth: NO_WORTH },
    effects: effectsOf('rights'),
    objects: [objectKey('item-value', lineId, number)],
    bases: [
      {
        key: 'value',
        label: { key: 'properties.base.value' },
        version: before === undefined ? '0' : `${before.id}/${String(before.revision)}`,
      },
    ],
    preview: [{ kind: 'changes', rows: [{ what, before: told(before), after: told(after) }], more: 0 }],
    hint: '/gameProp?part=values',
  })
  await ctx.askStepUp()
}

/** Says what an item is worth, or says otherwise if that still is as it was seen. */
export async function saveValueRecord(
  { id, revision, values }: RouteInput<typeof saveValue>['body'],
  deps: ValueDeps,
  lineId: string,
  ctx: CallContext,
): Promise<ValueRecord> {
  const seen = { id, revision }
  const next = {
    number: String(BigInt(values.number)),
    per: String(BigInt(values.rate.per)),
    worth: String(BigInt(values.rate.worth)),
    line_id: lineId,
    changed_by: ctx.caller.username,
    changed_at: deps.nowMs(),
  }
  const { before, row } = nextRecord(VALUES, await rowsOf(deps.store.read, lineId), seen, next)
  await approveValue(deps, ctx, { lineId, before, after: row })
  return ctx.commit<PropertiesTables, ValueRecord>(async (tx) =>
    recordOf(await storeRecord(VALUES, { tx, ctx, rows: await rowsOf(tx, lineId) }, seen, next)),
  )
}

/** The item counts again for what the game says. */
export async function removeValueRecord(
  { id, revision }: RouteInput<typeof removeValue>['body'],
  deps: ValueDeps,
  lineId: string,
  ctx: CallContext,
): Promise<null> {
  const seen = { id, revision }
  const before = seenRecord(VALUES, await rowsOf(deps.store.read, lineId), seen)
  await approveValue(deps, ctx, { lineId, before, after: undefined })
  await removeRecord(VALUES, (tx) => rowsOf(tx, lineId), seen, ctx)
  return null
}
