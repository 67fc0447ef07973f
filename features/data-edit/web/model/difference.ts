import { placeFacts, placeText } from '@qd/protocol-model'
import { diffPlayer } from '@qd/player-diff'
import type { Change, PlayerData, ProtocolDefinition } from '@qd/protocol-model'
import { inputKind, isIdField } from '@qd/web-controls/fields'

/** What differs in one module, by row; a single object has one row without a key. */
export interface ModuleDifference {
  diff: string
  count: number
  rows: { key: string | undefined; changes: Change[] }[]
}

/** Ids and times of play differ between any two players and say nothing. */
function isNoise(protocol: ProtocolDefinition, change: Change): boolean {
  const { info, fields } = placeFacts(protocol, change)
  const field = fields.at(-1)
  return field !== undefined && (inputKind(field) === 'time' || isIdField(field, info?.key ?? ''))
}

/** The changes that would make the player the other one, without those that say nothing if so wished. */
export function differenceOf(
  protocol: ProtocolDefinition,
  { here, there }: { here: PlayerData; there: PlayerData },
  { isQuiet }: { isQuiet: boolean },
): Change[] {
  const changes = diffPlayer(protocol, here, there)
  return isQuiet ? changes.filter((change) => !isNoise(protocol, change)) : changes
}

/** The changes as a tree of modules and rows, those whose text holds the filter only. */
export function groupDifference(changes: readonly Change[], filter: string): ModuleDifference[] {
  const needle = filter.trim().toLowerCase()
  const shown = changes.filter(({ diff, key, path }) =>
    placeText({ diff, key, path }).toLowerCase().includes(needle),
  )
  const modules = Map.groupBy(shown, ({ diff }) => diff)
  return [...modules].map(([diff, list]) => ({
    diff,
    count: list.length,
    rows: [...Map.groupBy(list, ({ key }) => key)].map(([key, rowChanges]) => ({ key, changes: rowChanges })),
  }))
}

/** Whether a difference can be taken over: a field that the other side does not have cannot be emptied by hand. */
export const canBeTaken = ({ op, value }: Change): boolean => op !== 'set' || (value ?? null) !== null
