import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { NO_READINGS, findEntries, indexText, scoreOf, wordsOf } from './matcher.ts'
import type { Readings } from './matcher.ts'
import { loadReadings } from './pinyin.ts'

let readings: Readings
beforeAll(async () => {
  readings = await loadReadings()
})

const score = (text: string, query: string) => scoreOf(indexText(text, readings), wordsOf(query))

describe('what is typed and what it finds', () => {
  it.each([
    ['潮汐之门', 'cxzm'],
    ['潮汐之门', 'chaoxi'],
    ['潮汐之门', 'chxizm'],
    ['潮汐之门', '潮汐'],
    ['潮汐之门', '之门'],
    ['潮汐之门', 'zhimen'],
    ['潮汐之门', '潮xi'],
    ['S123 潮汐之门', 's123'],
    ['S123 潮汐之门', '123 cx'],
    ['长安重楼', 'cacl'],
    ['长安重楼', 'zhangan'],
    ['長安重樓', 'changan chonglou'],
    ['Game server tools', 'gst'],
    ['Game server tools', 'tools game'],
    ['Übersicht', 'uber'],
    ['Журнал аудита', 'ауд'],
  ])('%s is found by %s', (text, query) => expect(score(text, query)).toBeGreaterThan(0))

  it.each([
    ['潮汐之门', 'cxmz'],
    ['潮汐之门', 'ch aoz'],
    ['Game server', 'servers'],
    ['Game server', 'erver g x'],
    ['Audit', 'dt'],
  ])('%s is not found by %s', (text, query) => expect(score(text, query)).toBe(0))

  it.each([
    ['Audit', 'Audit log', 'audit'],
    ['Audit log', 'Preaudit', 'audit'],
    ['Server list', 'Online server', 'server'],
    ['Online server', 'Observer', 'server'],
    ['潮汐', '海潮汐', 'cx'],
    ['Tools', 'The old lists', 'tools'],
  ])('%s comes before %s for %s', (first, second, query) => {
    const entries = [second, first].map((entry) => ({ entry, text: indexText(entry, readings) }))
    expect(findEntries(entries, query)[0]).toBe(first)
  })

  it('the name in a protocol counts as much as the title, each by itself', () => {
    const field = (name: string, fieldName: string) => ({
      entry: fieldName,
      text: indexText(name, readings),
      beside: [indexText(fieldName, readings), indexText(`货币 · ${fieldName}`, readings)],
    })
    const fields = [
      field('花费', 'spentDiamond'),
      field('钻石消耗', 'diamondSpent'),
      field('红钻', 'red_diamond'),
      field('钻石', 'diamond'),
    ]
    const names = ['diamond', 'diamondSpent', 'red_diamond', 'spentDiamond']
    expect(findEntries(fields, 'diamond')).toEqual(names)
    expect(findEntries(fields, 'diamond 钻石')).toEqual(['diamond', 'diamondSpent'])
    expect(findEntries(fields, 'zs')).toEqual(['diamond', 'diamondSpent'])
  })

  it('a long name that begins so stays before one that has it later, used lately or not', () => {
    const long = `audit ${'of everything that was ever done '.repeat(4)}`
    const entries = ['The audit', long].map((entry) => ({ entry, text: indexText(entry, readings) }))
    expect(findEntries(entries, 'audit', (entry) => (entry === 'The audit' ? 8 : 0))[0]).toBe(long)
  })

  it('of equals the one used lately comes first', () => {
    const entries = ['S1 alpha', 'S1 beta'].map((entry) => ({ entry, text: indexText(entry, readings) }))
    expect(findEntries(entries, 's1', (entry) => (entry === 'S1 beta' ? 1 : 0))[0]).toBe('S1 beta')
  })
})

const han = fc.constantFrom(...'潮汐之门长安重楼岚夜听雪灯海燈龍單')
const latin = fc.constantFrom(...'abcdefgh 123')
const names = fc
  .array(fc.oneof(han, latin), { minLength: 1, maxLength: 12 })
  .map((parts) => parts.join('').trim())
  .filter((name) => name !== '')

describe('always', () => {
  it('any part of a text finds it', () => {
    fc.assert(
      fc.property(names, fc.nat(12), fc.integer({ min: 1, max: 12 }), (name, from, length) => {
        const characters = [...name]
        const part = characters
          .slice(from % characters.length)
          .slice(0, length)
          .join('')
        expect(score(name, part)).toBeGreaterThan(0)
      }),
    )
  })

  it('a name is found by any reading of each character, in full or by its first letter', () => {
    const word = fc.array(fc.tuple(han, fc.nat(5), fc.boolean()), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(word, (parts) => {
        const name = parts.map(([character]) => character).join('')
        const typed = parts
          .map(([character, pick, isFull]) => {
            const all = readings(character)
            const reading = all[pick % all.length] ?? ''
            return isFull ? reading : reading.slice(0, 1)
          })
          .join('')
        expect(score(name, typed)).toBeGreaterThan(0)
      }),
    )
  })

  it('typing on never finds what fewer letters did not', () => {
    const letters = fc.string({ unit: latin, minLength: 2, maxLength: 5 })
    fc.assert(
      fc.property(names, letters, (name, typed) => {
        const word = typed.replaceAll(' ', '')
        if (word.length > 1 && score(name, word) > 0)
          expect(score(name, word.slice(0, -1))).toBeGreaterThan(0)
      }),
    )
  })

  it('anything may be typed and searched', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, query) => {
        expect(score(text, query)).toBeLessThanOrEqual(100)
        expect(scoreOf(indexText(text, NO_READINGS), wordsOf(query))).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})
