import { locateChange } from '@qd/protocol-model'
import type { PlayerData, ProtocolDefinition } from '@qd/protocol-model'

interface Place {
  diff: string
  key?: string
  path: string[]
}

/** What stands at a place of a player's data, elements of lists found by their key; null for nothing. */
export function valueAt(protocol: ProtocolDefinition, data: PlayerData, place: Place): unknown {
  const located = locateChange(protocol, data, { ...place, op: 'set' })
  return located.ok ? (located.current ?? null) : null
}
