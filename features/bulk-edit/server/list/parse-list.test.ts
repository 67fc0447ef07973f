import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PlayerListReader } from './parse-list.ts'
import type { PlayerList } from './parse-list.ts'

const pausesOf = (work: Iterable<undefined>): number => Array.from(work).length

/** Without pauses. */
function listOf(text: string): PlayerList {
  const reader = new PlayerListReader(1_000)
  pausesOf(reader.take(text.split(/\r\n|\r|\n/u)))
  return reader.list
}

const ids = (text: string) => listOf(text).players.map(({ uId }) => uId)

describe('a list of players', () => {
  it.each([
    ['30123000045\n30123000046', ['30123000045', '30123000046']],
    [
      '30123000045, 30123000046;30123000047\t30123000048',
      ['30123000045', '30123000046', '30123000047', '30123000048'],
    ],
    ['30123000045\r\n\r\n  30123000046  \r', ['30123000045', '30123000046']],
    ['# of ticket 12\n30123000045', ['30123000045']],
    ['"30123000045","30123000046"', ['30123000045', '30123000046']],
    ['name,uId,level\nIvy,30123000045,3\n"Bo",030123000046,4', ['30123000045', '30123000046']],
    ['name,uId\n"Bo, Ivy; and\tme",30123000045\n "a ""Bo"", b",30123000046', ['30123000045', '30123000046']],
    ['', []],
    [' \n\t\n', []],
  ])('%j reads as %j', (text, expected) => {
    const list = listOf(text)
    expect(list.players.map(({ uId }) => uId)).toEqual(expected)
    expect(list.wrong).toEqual([])
  })

  it('repeated players count once and are told', () => {
    const list = listOf('30123000045\n030123000045,30123000046\n30123000046')
    expect(list.players).toEqual([
      { uId: '30123000045', line: 1 },
      { uId: '30123000046', line: 2 },
    ])
    expect(list.duplicates).toBe(2)
  })

  it.each([
    ['abc\n30123000045', 1, 'abc'],
    ['30123000045\n12.5', 2, '12.5'],
    ['\n\n9223372036854775808', 3, '9223372036854775808'],
    ['0', 1, '0'],
    ['uId,name\n30123000045,a\n,b', 3, ''],
    ['-5', 1, '-5'],
  ])('%j is wrong in line %i', (text, line, shown) => {
    expect(listOf(text).wrong).toEqual([{ line, text: shown }])
  })

  it('what is wrong is cut to a length that can be shown', () => {
    expect(listOf('x'.repeat(500)).wrong[0]?.text).toHaveLength(40)
  })

  it('a list of millions of entries in one line is read with pauses, and keeps what can be told of it', () => {
    const reader = new PlayerListReader(1_000)
    expect(pausesOf(reader.take(['x,'.repeat(200_000)]))).toBeGreaterThan(200_000)
    expect(reader.list.wrongCount).toBe(200_000)
    expect(reader.list.wrong).toHaveLength(1_000)
  })

  it('ends with the first player too many, and keeps no more', () => {
    const reader = new PlayerListReader(2)
    const work = reader.take(['1,2,2', '3', ...Array.from({ length: 50 }, () => '4')])
    expect(pausesOf(work)).toBeLessThan(10)
    expect([reader.isTooLong, reader.list.players.length, reader.list.duplicates]).toEqual([true, 3, 1])
  })

  it('any list of uIds comes back in its order, however it is parted', () => {
    const uId = fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }).map(String)
    const gap = fc.constantFrom('\n', '\r\n', ',', '; ', '\t', '  ')
    fc.assert(
      fc.property(fc.uniqueArray(uId, { maxLength: 50 }), gap, (list, parting) => {
        expect(ids(list.join(parting))).toEqual(list)
      }),
    )
  })
})
