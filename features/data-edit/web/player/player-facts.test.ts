import type { Field, PlayerFact, ProtocolDefinition } from '@qd/protocol-model'
import { expect, it } from 'vitest'
import { playerFacts, playerName } from './player-facts.ts'

const field = (fieldName: string, shows?: PlayerFact): Field => ({
  name: fieldName,
  fieldName,
  type: 'string',
  comment: '',
  ...(shows === undefined ? {} : { shows }),
})
const protocolOf = (manager: Field[]): ProtocolDefinition => {
  const module = (name: string, fields: Field[]) => ({
    name,
    comment: '',
    fields,
    names: {},
    key: '',
    netKey: name.toLowerCase(),
  })
  const infos = [module('Club', [field('name'), field('level')]), module('Manager', manager)]
  return { md5: 'a', diffInfos: Object.fromEntries(infos.map((info) => [info.name, info])), protocols: [] }
}
const data = { club: { name: 'FC Tide', level: '7' }, manager: { title: 'Boss', rank: '31' } }
const told = { name: 'Ada', level: 30 }

it('the look-up says name and level, not a field of a club that is called so', () => {
  const protocol = protocolOf([field('title'), field('rank')])
  expect(playerFacts(protocol, data, told)).toMatchObject({ name: 'Ada', level: 30 })
})

it('fields that the definition declares win over the look-up, since the data is newer', () => {
  const protocol = protocolOf([field('title', 'name'), field('rank', 'level')])
  expect(playerFacts(protocol, data, told)).toMatchObject({ name: 'Boss', level: '31' })
  expect(playerName(protocol, { ...data, manager: { title: ' ' } }, told)).toBe('Ada')
})
