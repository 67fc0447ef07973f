import { parseProtocol } from '../src/index.ts'
import type { PlayerData, ProtocolDefinition } from '../src/index.ts'

const field = (fieldName: string, type: string, more: object = {}) => ({
  name: `label ${fieldName}`,
  type,
  fieldName,
  comment: '',
  ...more,
})

const info = (name: string, netKey: string, key: string, fields: object[]) => ({
  name,
  comment: '',
  fields,
  names: {},
  key,
  netKey,
})

/** The raw JSON of a small definition with every kind of field; tests change copies of it. */
export function sampleProtocolJson() {
  return {
    diffInfos: {
      Role: info('Role', 'role', '', [
        field('name', 'string', { maxBytes: 24 }),
        field('level', 'int', { min: 1, max: 120 }),
        field('exp', 'int'),
        field('luck', 'float', { min: 0, max: 1 }),
        field('mood', 'int', { dataProvider: 'enum:[[0,"calm"],[1,"bright"]]' }),
        field('home', 'Place'),
        field('titles', 'array', { itemType: 'string' }),
      ]),
      Place: info('Place', '', '', [field('map', 'int'), field('x', 'float'), field('y', 'float')]),
      Bag: info('Bag', 'bag', 'itemId', [
        field('itemId', 'int', { dataProvider: 'gameProp' }),
        field('count', 'int', { min: 0, max: '9223372036854775807' }),
        field('gainAt', 'int', { time: 's' }),
        field('gems', 'array', { itemType: 'Gem' }),
      ]),
      Gem: info('Gem', '', 'slot', [field('slot', 'int'), field('power', 'int')]),
      Note: info('Note', 'note', 'title', [field('title', 'string'), field('text', 'string')]),
    },
    protocols: [{ type: 'diff', keyTip: 'bag', diffInfo: 'Bag', doc: 'what the player owns' }],
  }
}

export function sampleProtocol(): ProtocolDefinition {
  const parsed = parseProtocol(sampleProtocolJson())
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.protocol
}

export function samplePlayer(): PlayerData {
  return {
    role: {
      name: '岚夜听潮',
      level: 72,
      exp: '9007199254740993',
      luck: 0.5,
      mood: 1,
      home: { map: 3, x: 1.5, y: -2 },
      titles: ['first', 'second'],
    },
    bag: {
      '7': { itemId: 7, count: '5', gainAt: 1_700_000_000, gems: [{ slot: 1, power: 10 }] },
      '8': { itemId: 8, count: '1', gainAt: 1_700_000_001, gems: [] },
    },
    note: { hello: { title: 'hello', text: 'world' } },
  }
}
