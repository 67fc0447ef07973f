import type { Field, ProtocolDefinition } from '@qd/protocol-model'
import { describe, expect, it } from 'vitest'
import { deltaText } from './change-facts.ts'

const field = (fieldName: string, type: string, more: Partial<Field> = {}): Field => ({
  name: fieldName,
  fieldName,
  type,
  comment: '',
  ...more,
})

const protocol: ProtocolDefinition = {
  diffInfos: {
    x: {
      name: 'x',
      comment: '',
      key: 'rowId',
      netKey: 'x',
      names: {},
      fields: [
        field('rowId', 'int'),
        field('count', 'int'),
        field('rate', 'float'),
        field('note', 'string'),
        field('openAt', 'int', { time: 's' }),
        field('tier', 'int', { dataProvider: 'enum:[[1,"a"],[2,"b"],[3,"c"]]' }),
        field('isOpen', 'int', { min: 0, max: 1 }),
        field('item', 'int', { dataProvider: 'gameProp' }),
      ],
    },
  },
  protocols: [],
}

describe('deltaText', () => {
  it.each([
    ['count', 480, 680, '+200'],
    ['count', '9223372036854775807', '9223372036854775800', '-7'],
    ['rate', 0.1, 0.3, '+0.2'],
    ['note', 'a', 'b', null],
  ])('[ED.26] %s from %s to %s is %s', (name, old, value, delta) => {
    expect(deltaText(protocol, { diff: 'x', key: '1', path: [name], op: 'set', old, value })).toBe(delta)
  })

  it.each(['openAt', 'tier', 'isOpen', 'item', 'gone'])(
    '[ED.26] nothing is counted between two of %s',
    (name) => {
      expect(
        deltaText(protocol, { diff: 'x', key: '1', path: [name], op: 'set', old: 1, value: 3 }),
      ).toBeNull()
    },
  )
})
