import { ownValue } from '@qd/protocol-model'
import type { Field, PlayerData, ProtocolDefinition } from '@qd/protocol-model'
import { inputKind } from '@qd/web-controls/fields'
import { modulesOf } from '../model/module-list.ts'

/** What the head of the player page shows of the role data, as far as the game has it. */
export interface PlayerFacts {
  name: unknown
  level: unknown
  power: unknown
  vip: unknown
  registered: { value: unknown; field: Field } | null
  lastLogin: { value: unknown; field: Field } | null
  channel: unknown
}

interface Found {
  value: unknown
  field: Field
}

function find(protocol: ProtocolDefinition, data: PlayerData, names: RegExp, isTime = false): Found | null {
  // The role stands first, so its name wins over that of a guild or a ship.
  for (const info of modulesOf(protocol).filter(({ key }) => key === '')) {
    const values = Object.hasOwn(data, info.netKey) ? data[info.netKey] : null
    if (typeof values !== 'object' || values === null) continue
    const field = info.fields.find(
      (each) => names.test(each.fieldName) && (!isTime || inputKind(each) === 'time'),
    )
    if (field && Object.hasOwn(values, field.fieldName)) {
      return { field, value: ownValue(values as Record<string, unknown>, field.fieldName) }
    }
  }
  return null
}

const NAME = /^(name|nick(name)?|roleName)$/i

/** The name the player's own data gives; empty: it has none. */
export function playerName(protocol: ProtocolDefinition, data: PlayerData): string {
  const name = find(protocol, data, NAME)?.value
  return typeof name === 'string' ? name.trim() : ''
}

/** Looks for the usual names; what a game does not have stays out of the head. */
export function playerFacts(protocol: ProtocolDefinition, data: PlayerData): PlayerFacts {
  const value = (names: RegExp): unknown => find(protocol, data, names)?.value
  return {
    name: value(NAME),
    level: value(/^(level|lv|roleLevel)$/i),
    power: value(/^(power|fight(ing)?|combat(power)?|battlePower)$/i),
    vip: value(/^vip(level|lv)?$/i),
    channel: value(/^channel$/i),
    registered: find(protocol, data, /^(created?(at|time)|reg(ister)?(at|time))$/i, true),
    lastLogin: find(protocol, data, /^(last)?login(at|time)$/i, true),
  }
}
