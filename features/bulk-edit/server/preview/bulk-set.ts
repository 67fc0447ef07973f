import { AppError } from '@qd/contract-kit'
import { checkChange, exactInt, INT64_MAX, placeText, placeWords, touchesSensitive } from '@qd/protocol-model'
import type { ProtocolDefinition } from '@qd/protocol-model'
import type { CallContext } from '@qd/server-kit'
import { dataEditErrors } from '@qd/data-edit/contract'
import { bulkEditErrors } from '../../contract/index.ts'
import type { BulkChange, BulkSet } from '../../contract/index.ts'

/** What the change looks like for a player in whom the place is as the set supposes. */
function likely(change: BulkChange): BulkChange {
  const { by, ...plain } = change
  return { ...plain, old: change.old ?? null, ...(by === undefined ? {} : { value: change.old ?? 0 }) }
}

function refuse(index: number, msg: string): never {
  throw new AppError(bulkEditErrors.bulk_set_refused, { field: `set.changes.${index}`, params: { msg } })
}

/** Something to add: an amount is signed, also where a field reaches to 2^64. */
function isAmount(by: unknown): boolean {
  const amount = exactInt(by)
  return amount !== null && amount !== 0n && amount <= INT64_MAX
}

/** Refuses a set that is wrong for every player: no such field, a value of another type, adding to a text. */
export function refuseWrongSet(protocol: ProtocolDefinition, set: BulkSet, text: CallContext['text']): void {
  for (const [index, change] of set.changes.entries()) {
    const field = placeText(change)
    const isSum = change.by !== undefined
    if (isSum && (change.op !== 'set' || !isAmount(change.by))) {
      refuse(index, text('bulk.stop.by_nothing', { field }))
    }
    const fault = checkChange(protocol, likely(change))
    if (fault === null) continue
    // Where a number is added the range is that of the sum, which only the player's data tells.
    if (isSum && (fault.code === 'below_min' || fault.code === 'above_max')) continue
    refuse(index, text(`fault.${fault.code}`, { field: fault.field, detail: fault.detail }))
  }
}

/** Refuses sensitive fields in the hand of somebody who may not change them here. */
export function refuseSensitive(protocol: ProtocolDefinition, set: BulkSet, maySensitive: boolean): void {
  const index = maySensitive ? -1 : set.changes.findIndex((change) => touchesSensitive(protocol, change))
  const change = set.changes[index]
  if (change === undefined) return
  const params = { field: placeText(change) }
  throw new AppError(dataEditErrors.field_forbidden, { field: `set.changes.${index}`, params })
}

/** A value in a name: short, and a record only by its braces. */
const shortValue = (value: unknown) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null)
  return text.length > 24 ? `${text.slice(0, 23)}…` : text
}

function changeWords(protocol: ProtocolDefinition, change: BulkChange): string {
  const place = placeWords(protocol, change)
  const { op, by, value } = change
  if (op === 'add') return `+ ${place}`
  if (op === 'remove') return `− ${place}`
  // Names stand in lists, messages and the audit, where people read who may not see the value.
  if (touchesSensitive(protocol, change)) return place
  if (by === undefined) return `${place} → ${shortValue(value)}`
  return by.startsWith('-') ? `${place} −${by.slice(1)}` : `${place} +${by}`
}

/** Changes that the page of a job tells one by one. */
export const FACTS_SHOWN = 20
const NAMED_CHANGES = 2

/** What a set does in the words of the game, for the names of jobs: `设置 · 语音 → 61`. */
export function changesInWords(protocol: ProtocolDefinition, set: BulkSet): string {
  const words = set.changes.slice(0, NAMED_CHANGES).map((change) => changeWords(protocol, change))
  const more = set.changes.length - words.length
  return [...words, ...(more > 0 ? [`+${more}`] : [])].join(', ')
}

/** The changed places in the words of the game, for the page of a job. */
export function placesInWords(protocol: ProtocolDefinition, set: BulkSet): string[] {
  return set.changes.slice(0, FACTS_SHOWN).map((change) => placeWords(protocol, change))
}
