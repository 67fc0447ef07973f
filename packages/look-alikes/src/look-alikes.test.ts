import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nameFault, skeletonsOf } from './index.ts'

const look = (left: string, right: string) => {
  const looks = new Set(skeletonsOf(left))
  return skeletonsOf(right).some((each) => looks.has(each))
}
const kindOf = (name: string) => nameFault(name.normalize('NFKC'))?.kind ?? 'fine'

describe('what a name may be written with', () => {
  it.each([
    ['zhou.fan'],
    ['周帆'],
    ['周帆zhou'],
    ['さくらサクラ桜Sakura'],
    ['김민수Kim'],
    ['ㄅㄆ周'],
    ['İbrahim.Yılmaz'],
    ['Ольга_2'],
    ['Ігор'],
    ['Ελένη'],
    ['محمد٤٢'],
    ['name@company.example'],
    ['ｆｕｌｌ'],
    ['ops-7'],
  ])('%s may be given', (name) => {
    expect(kindOf(name)).toBe('fine')
  })

  it.each([
    ['аdmin', 'mixed'],
    ['admіn', 'mixed'],
    ['αdmin', 'mixed'],
    ['周аdmin', 'mixed'],
    ['ナ김', 'mixed'],
    ['a٤', 'mixed'],
    ['٤۴', 'mixed'],
    ['ad\u200bmin', 'characters'],
    ['ad\u202emin', 'characters'],
    ['admi\u0307n', 'characters'],
    ['ƒoo', 'characters'],
    ['ᎪᎠ', 'characters'],
    ['ad min', 'characters'],
    ['ad/min', 'characters'],
    ['ad\0min', 'characters'],
    ['²x', 'fine'],
    ['x\u{1f600}', 'characters'],
    ['._-@', 'empty'],
    ['', 'empty'],
  ])('%j is %s', (name, kind) => {
    expect(kindOf(name)).toBe(kind)
  })

  it('names the characters that are in the way, each once', () => {
    expect(nameFault('a\u200bb\u200b\u202e')).toEqual({
      kind: 'characters',
      characters: ['\u200b', '\u202e'],
    })
  })
})

describe('what a name looks like', () => {
  it.each([
    ['admin', 'ADMIN'],
    ['admin', 'adımin'],
    ['admin', 'admın'],
    ['admin', 'аdmin'],
    ['admin', 'admin.'],
    ['admin', '-_admin@'],
    ['admin', '．ａｄｍｉｎ'],
    ['admin', 'adm1n'],
    ['admin', 'admln'],
    ['admin', 'ADMlN'],
    ['admin', 'ADM|N'],
    ['admin', 'ad\u200bmin'],
    ['admin', '.\u200badmin\u200b.'],
    ['admin', 'adrnin'],
    ['admin', 'admi\u0307n'],
    ['root', 'r00t'],
    ['root', 'rооt'],
    ['bob', 'ВОВ'],
    ['copy', 'сору'],
    ['İbrahim', 'ibrahim'],
    ['zoë', 'Zoe\u0308'],
    ['力', 'カ'],
    ['ops', 'ορs'],
  ])('%s is taken for %s', (left, right) => {
    expect(look(left, right)).toBe(true)
  })

  it.each([
    ['admin', 'admins'],
    ['mei', 'meı.lan'],
    ['zoe', 'zoë'],
    ['zhou.fan', 'zhoufan'],
    ['operator', 'operator2'],
    ['周帆', '周凡'],
    ['Ольга', 'Оля'],
  ])('%s is told from %s', (left, right) => {
    expect(look(left, right)).toBe(false)
  })

  const plain = fc.stringMatching(/^[a-z0-9][a-z0-9._-]{0,20}[a-z0-9]$/)
  const ends = fc.stringMatching(/^[._@-]{0,5}$/)

  it('whatever stands at the ends, whatever the case, whatever cannot be seen', () => {
    fc.assert(
      fc.property(plain, ends, ends, fc.nat(), (name, before, after, at) => {
        const cut = at % (name.length + 1)
        const spelt = `${before}${name.slice(0, cut)}\u200b${name.slice(cut).toUpperCase()}${after}`
        expect(look(name, spelt)).toBe(true)
      }),
    )
  })

  const LOOKS: Record<string, string> = { a: 'а', c: 'с', e: 'е', o: 'о', p: 'р', x: 'х', y: 'у', i: 'і' }

  it('any letter may be the one of another script', () => {
    fc.assert(
      fc.property(plain, fc.infiniteStream(fc.boolean()), (name, coins) => {
        const spelt = [...name].map((each) => (coins.next().value === true ? (LOOKS[each] ?? each) : each))
        expect(look(name, spelt.join(''))).toBe(true)
      }),
    )
  })

  it('any text has few, non-empty unless nothing is left, and the same each time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 64 }), (text) => {
        const looks = skeletonsOf(text)
        expect(looks.length).toBeGreaterThan(0)
        expect(looks.length).toBeLessThan(5)
        expect(looks).toEqual([...new Set(looks)].sort())
        expect(skeletonsOf(text)).toEqual(looks)
      }),
    )
  })

  it('a name that may be given is never refused by what it is folded to', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (text) => {
        const name = text.normalize('NFKC')
        fc.pre(nameFault(name) === null)
        expect(skeletonsOf(name)).not.toContain('')
      }),
    )
  })
})
