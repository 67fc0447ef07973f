import { findMessage, readSchema } from '@qd/proto-wire'
import type { JsonPlace } from '@qd/web-json'
import { describe, expect, it } from 'vitest'
import { DEFINITION } from '../testing/fake-game.ts'
import { protoOptions } from './proto-complete.ts'

const read = readSchema(DEFINITION.proto)
if (!read.ok) throw new Error(read.reason)
const type = findMessage(read.schema, 'lantern.UseItemReq')!
const place = (given: Partial<JsonPlace>): JsonPlace => ({
  at: 'key',
  path: [],
  key: null,
  from: 0,
  to: 0,
  taken: new Set(),
  ...given,
})
const labels = (given: Partial<JsonPlace>) =>
  protoOptions(type, place(given), false, ['n']).map(({ label }) => label)

describe('completion of a request', () => {
  it('offers the fields that are not there yet, with their comments', () => {
    const options = protoOptions(type, place({ taken: new Set(['count']) }), false, [])
    expect(options.map(({ shown }) => shown)).toEqual(['itemId', 'quality', 'tags'])
    expect(options[0]).toMatchObject({ detail: 'int32 · 物品编号', apply: '"itemId": 0' })
    expect(options[2]).toMatchObject({ apply: '"tags": []' })
  })

  it('offers enum values by name, and variables', () => {
    expect(labels({ at: 'value', key: 'quality' })).toEqual(['"PLAIN"', '"RARE"', '"{{n}}"'])
    expect(labels({ at: 'value', key: 'tags' })).toEqual(['[]'])
    expect(labels({ at: 'value', path: ['tags', '*'] })).toEqual(['"{{n}}"'])
  })

  it('offers nothing where the definition knows nothing', () => {
    expect(labels({ path: ['nothing'] })).toEqual([])
    expect(labels({ at: 'value', key: 'nothing' })).toEqual([])
  })
})
