import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { base64Of, bytesOfBase64, bytesOfHex, hexOf } from '../index.ts'
import { firstBadUtf8, textOf } from './utf8.ts'

const RUNS = { seed: 4, numRuns: 300 }

describe('bytes as text', () => {
  it('are those of Node, and come back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        expect(base64Of(bytes)).toBe(Buffer.from(bytes).toString('base64'))
        expect(hexOf(bytes)).toBe(Buffer.from(bytes).toString('hex'))
        expect(bytesOfBase64(base64Of(bytes))).toEqual(bytes)
        expect(bytesOfHex(hexOf(bytes))).toEqual(bytes)
      }),
      RUNS,
    )
  })

  it.each(['0', '0g', '0x1', 'zz'])('%s is no hex', (text) => expect(bytesOfHex(text)).toBeNull())

  it('may be written with spaces and 0x', () => {
    expect(bytesOfHex('0x0A 0x0b\n ff')).toEqual(Uint8Array.of(10, 11, 255))
  })

  it.each(['a', 'a=', 'ab=', 'a*cd', 'abcd=', '===='])('%s is no base64', (text) => {
    expect(bytesOfBase64(text)).toBeNull()
  })
})

describe('UTF-8', () => {
  const pieces = fc.constantFrom(
    'a',
    'abcdefg',
    '你',
    '灯塔',
    'é',
    '🦊',
    '\u0800',
    '\ud7ff',
    '\ue000',
    '\uffff',
    '\ufeff',
  )
  const texts = fc.array(pieces, { maxLength: 30 }).map((list) => list.join(''))

  it('of texts long and short is read', () => {
    fc.assert(
      fc.property(texts, fc.nat(5), (text, before) => {
        const bytes = Buffer.concat([Buffer.alloc(before, 0xff), Buffer.from(text)])
        expect(textOf(bytes, before, bytes.length)).toBe(text)
        expect(firstBadUtf8(bytes, before, bytes.length)).toBe(bytes.length)
      }),
      RUNS,
    )
  })

  it('that is none is refused where the platform refuses it, at its first bad byte', () => {
    const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    const isText = (bytes: Uint8Array) => {
      try {
        return strict.decode(bytes) !== null
      } catch {
        return false
      }
    }
    const odd = fc.constantFrom<number[]>(
      [0xed, 0xa0, 0x80],
      [0xe0, 0x80, 0x80],
      [0xf0, 0x80, 0x80, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      ...[0x80, 0xbf, 0xc0, 0xc2, 0xe0, 0xa0, 0xed, 0x9f, 0xee, 0xf0, 0x90, 0xf4, 0x8f, 0xf5, 0xff, 0x61].map(
        (byte) => [byte],
      ),
    )
    fc.assert(
      fc.property(texts, fc.array(odd, { maxLength: 6 }), texts, (front, middle, back) => {
        const bytes = Buffer.concat([Buffer.from(front), Buffer.from(middle.flat()), Buffer.from(back)])
        expect(textOf(bytes, 0, bytes.length) !== null).toBe(isText(bytes))
        const bad = firstBadUtf8(bytes, 0, bytes.length)
        expect(bad === bytes.length).toBe(isText(bytes))
        expect(isText(bytes.subarray(0, bad))).toBe(true)
      }),
      { seed: 5, numRuns: 800 },
    )
  })
})
