import { ownValue } from '@qd/protocol-model'
import type { Field, PlayerData, PlayerFact, ProtocolDefinition } from '@qd/protocol-model'
import { inputKind } from '@qd/web-controls/fields'
import { modulesOf } from '../model/module-list.ts'

/** What the head of the player page shows, as far as the game has it. */
export interface PlayerFacts {
  name: string
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

/** What the game's look-up says of the player. */
export interface ToldPlayer {
  name: string
  level: number
}

function first(
  protocol: ProtocolDefinition,
  data: PlayerData,
  isOne: (field: Field) => boolean,
): Found | null {
  for (const info of modulesOf(protocol).filter(({ key }) => key === '')) {
    const values = Object.hasOwn(data, info.netKey) ? data[info.netKey] : null
    if (typeof values !== 'object' || values === null) continue
    const field = info.fields.find(isOne)
    if (field && Object.hasOwn(values, field.fieldName)) {
      return { field, value: ownValue(values as Record<string, unknown>, field.fieldName) }
    }
  }
  return null
}

const declared = (protocol: ProtocolDefinition, data: PlayerData, fact: PlayerFact) =>
  first(protocol, data, ({ shows }) => shows === fact)

/** What the definition declares, else a field with one of the usual names. */
function find(
  protocol: ProtocolDefinition,
  data: PlayerData,
  fact: PlayerFact,
  { names, isTime = false }: { names: RegExp; isTime?: boolean },
): Found | null {
  const isUsual = (field: Field) => names.test(field.fieldName) && (!isTime || inputKind(field) === 'time')
  return declared(protocol, data, fact) ?? first(protocol, data, isUsual)
}

/**
 * The player's name: of the field that the definition declares, else as the game's look-up says it. A field that is just
 * called so may be the name of a guild or a ship.
 */
export function playerName(protocol: ProtocolDefinition, data: PlayerData, told: ToldPlayer): string {
  const name = declared(protocol, data, 'name')?.value
  return typeof name === 'string' && name.trim() !== '' ? name.trim() : told.name
}

/** Name and level are what the game declares; of the rest the usual names are looked for. */
export function playerFacts(protocol: ProtocolDefinition, data: PlayerData, told: ToldPlayer): PlayerFacts {
  const value = (fact: PlayerFact, names: RegExp): unknown => find(protocol, data, fact, { names })?.value
  const time = (fact: PlayerFact, names: RegExp) => find(protocol, data, fact, { names, isTime: true })
  return {
    name: playerName(protocol, data, told),
    level: declared(protocol, data, 'level')?.value ?? told.level,
    power: value('power', /^(power|fight(ing)?|combat(power)?|battlePower)$/i),
    vip: value('vip', /^vip(level|lv)?$/i),
    channel: value('channel', /^channel$/i),
    registered: time('registered', /^(created?(at|time)|reg(ister)?(at|time))$/i),
    lastLogin: time('lastLogin', /^(last)?login(at|time)$/i),
  }
}
