import { moduleLabel, placeFacts, readPath } from '@qd/protocol-model'
import type { Change, PlayerData, ProtocolDefinition } from '@qd/protocol-model'
import { placeText } from '@qd/player-diff'
import type { Place } from '@qd/player-diff'
import type { NamesOfPlace } from '../state/editor-context.ts'
import { nameOf, valueText } from './value-text.ts'
import type { ValueContext } from './value-text.ts'

/** What a change is about, in words: the item or row, then the field. */
export interface ChangeLabel {
  /** `bag[10007].count`. */
  place: string
  module: string
  /** Name of the row: of its item, or its own name field, or empty. */
  row: string
  field: string
}

function rowName(
  protocol: ProtocolDefinition,
  change: Place,
  at: { data: PlayerData; place: NamesOfPlace },
): string {
  const { info } = placeFacts(protocol, change)
  if (!info || change.key === undefined) return ''
  const key = info.fields.find(({ fieldName }) => fieldName === info.key)
  const item = key ? nameOf(key, change.key, at.place) : null
  if (item !== null) return item
  const row = readPath(at.data, [info.netKey, change.key])
  const naming = info.fields.find(
    ({ fieldName, type }) => type === 'string' && /^(name|title)$/i.test(fieldName),
  )
  const name = naming ? readPath(row, [naming.fieldName]) : undefined
  if (typeof name === 'string') return name
  const owner = info.fields.find(({ dataProvider }) => dataProvider === 'gameProp')
  const owned = owner ? nameOf(owner, readPath(row, [owner.fieldName]), at.place) : null
  return owned ?? ''
}

/** Names a change as people know it. */
export function changeLabel(
  protocol: ProtocolDefinition,
  change: Place,
  at: { data: PlayerData; place: NamesOfPlace },
): ChangeLabel {
  const { info, fields } = placeFacts(protocol, change)
  return {
    place: placeText(change, info?.netKey ?? change.diff),
    module: info ? moduleLabel(protocol, info) : change.diff,
    row: rowName(protocol, change, at),
    field: fields.map(({ name }) => name).join(' · '),
  }
}

/** Old and new value of a change as text; null for the side that does not exist. */
export function changeTexts(
  protocol: ProtocolDefinition,
  change: Change,
  context: ValueContext,
): { before: string | null; after: string | null } {
  const { info, fields, node } = placeFacts(protocol, change)
  const field = fields.at(-1) ?? null
  const at = { ...context, keyName: info?.key ?? '' }
  const inner = node?.kind === 'object' ? node.info : null
  const text = (value: unknown): string =>
    typeof value === 'object' ? valueText(null, value, at, inner) : valueText(field, value, at)
  return {
    before: change.op === 'add' ? null : text(change.old),
    after: change.op === 'remove' ? null : text(change.value),
  }
}
