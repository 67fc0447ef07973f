import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeRedirect } from './navigation.ts'

describe('safeRedirect', () => {
  it.each([
    [null, '/index'],
    ['', '/index'],
    ['/index/30123000045?uId=30123000045', '/index/30123000045?uId=30123000045'],
    ['//evil.example', '/index'],
    ['/\\evil.example', '/index'],
    ['https://evil.example', '/index'],
    ['javascript:alert(1)', '/index'],
    ['/login?redirect=%2Flogin', '/index'],
    ['/setup', '/index'],
    ['/a\nb', '/index'],
  ])('%j leads to %s', (given, expected) => {
    expect(safeRedirect(given)).toBe(expected)
  })

  it('never leaves this origin', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const target = new URL(safeRedirect(text), 'https://console.test')
        expect(target.origin).toBe('https://console.test')
      }),
      { seed: 7 },
    )
  })
})
