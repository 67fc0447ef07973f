import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hexDump, readHex, readableByte } from './hex-text.ts'

const someBytes = fc.uint8Array({ maxLength: 80 })

describe('bytes as text', () => {
  it('hex comes back as it was', () => {
    fc.assert(
      fc.property(someBytes, (bytes) => {
        expect(readHex(hexDump(bytes))).toEqual({ ok: true, bytes })
      }),
    )
  })

  it.each([
    ['0x08, 0xCC', [8, 0xcc]],
    ['08:cc-4e', [8, 0xcc, 0x4e]],
    ['08cc\n4e', [8, 0xcc, 0x4e]],
    ['', []],
  ])('reads %j', (text, bytes) => {
    expect(readHex(text)).toEqual({ ok: true, bytes: Uint8Array.from(bytes) })
  })

  it.each([
    ['08 xy', { at: 3, code: 'not_hex' }],
    ['08 c', { at: 3, code: 'odd' }],
    ['8 08', { at: 0, code: 'odd' }],
  ])('says where %j is wrong', (text, fault) => expect(readHex(text)).toEqual({ ok: false, ...fault }))

  it('shows what can be read and points for the rest', () => {
    expect([0x41, 0x20, 0x00, 0x7e, 0xff].map(readableByte).join('')).toBe('A··~·')
  })
})
