import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressWithPlace, addressWithoutPlace, isAtPlace, placeOfAddress } from './place-address.ts'
import { NOTHING } from './selection.ts'

const at = (game: string, lineId: string, sId = 0) => ({ game, partnerCode: '', lineId, sId })

describe('the place of an address', () => {
  it.each([
    ['/index/7?uId=7&game=ember&line=e1&sId=3', at('ember', 'e1', 3)],
    ['/functions?game=ember&line=e1', at('ember', 'e1')],
    ['/functions?game=ember&line=e1&sId=3e2', at('ember', 'e1')],
    ['/functions?game=ember&line=e1&sId=-3', at('ember', 'e1')],
    ['/mail?game=ember&pid=harbour', { ...at('ember', ''), partnerCode: 'harbour' }],
    ['/mail?game=ember&pid=', null],
    ['/mail?game=&pid=harbour', null],
    ['/index/7?uId=7&game=ember', null],
    ['/index/7?line=e1&sId=3', null],
    ['/index', null],
  ])('%s names %j', (address, place) => {
    expect(placeOfAddress(address)).toEqual(place)
  })

  const id = fc.stringMatching(/^[\w &=?#%+-]{1,12}$/)
  it('what is written is read again, and taken out again', () => {
    fc.assert(
      fc.property(id, id, fc.nat(999_999_999), (game, lineId, sId) => {
        const written = addressWithPlace('/index/7?uId=7&filter=a', at(game, lineId, sId))
        expect(placeOfAddress(written)).toEqual(at(game, lineId, sId))
        expect(addressWithoutPlace(written)).toBe('/index/7?uId=7&filter=a')
      }),
    )
  })

  it('an entry of the menu names game and operator, and never loses them', () => {
    const entry = '/mail?game=ember&pid=harbour'
    expect(addressWithPlace(entry, { ...at('lantern', 'l1', 3), partnerCode: 'northwind' })).toBe(
      '/mail?game=lantern&pid=northwind',
    )
    expect(addressWithPlace(entry, at('lantern', 'l1', 3))).toBe(entry)
    expect(addressWithoutPlace(entry)).toBe(entry)
  })

  it.each([
    [at('ember', 'e1', 3), true],
    [at('ember', 'e1'), true],
    [at('ember', ''), true],
    [at('ember', 'e2', 3), false],
    [at('ember', 'e1', 4), false],
    [at('lantern', 'e1', 3), false],
    [{ ...at('ember', ''), partnerCode: 'harbour' }, true],
    [{ ...at('ember', ''), partnerCode: 'northwind' }, false],
  ])('a selection at ember, harbour, e1, 3 is at %j: %s', (place, isThere) => {
    const selection = { ...NOTHING, game: 'ember', partnerCode: 'harbour', lineId: 'e1', sId: 3 }
    expect(isAtPlace(selection, place)).toBe(isThere)
  })
})
