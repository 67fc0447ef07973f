import { exactInt, moduleLabel, placeFacts } from '@qd/protocol-model'
import type { Change, ProtocolDefinition } from '@qd/protocol-model'
import { placeId } from '@qd/player-diff'
import type { DraftChange } from './bulk-draft.ts'

/** The server takes so many at once. */
export const CHANGES_MAX = 200

/** Whether it sets a whole number that could be added to as well: no item, no time. */
export function isWholeNumber(protocol: ProtocolDefinition, change: Change): boolean {
  const { node } = placeFacts(protocol, change)
  return (
    change.op === 'set' &&
    node?.kind === 'scalar' &&
    node.type === 'int' &&
    exactInt(change.value) !== null &&
    node.field.dataProvider === undefined &&
    node.field.time === undefined
  )
}

/** Module, row and field of a change in words, as far as the definition has any. */
export function plainLabel(protocol: ProtocolDefinition, change: Change): string {
  const { info, fields } = placeFacts(protocol, change)
  const module = info === null ? '' : moduleLabel(protocol, info)
  return [module, change.key ?? '', ...fields.map(({ name }) => name)]
    .filter((part) => part !== '')
    .join(' · ')
}

/** The set with further changes; of two about one place the new one stays. */
export function withChanges(
  before: readonly DraftChange[],
  more: readonly DraftChange[],
): readonly DraftChange[] {
  const kept = new Map([...before, ...more].map((draft) => [placeId(draft.change), draft]))
  return [...kept.values()]
}
