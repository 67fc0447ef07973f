import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deviceName } from '../devices/device-name.ts'
import { totpCode } from '../testing/totp-code.ts'
import { matchingStep, newTotpSecret, toBase32, totpAddress, totpStep } from './totp.ts'

/** The secret of RFC 6238, appendix B. */
const RFC_SECRET = toBase32(Buffer.from('12345678901234567890'))

describe('time-based codes', () => {
  test.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('RFC 6238: at %i s the code is %s', (seconds, code) => {
    // The paper prints eight digits; six are their end.
    expect(matchingStep(RFC_SECRET, code.slice(2), seconds * 1_000)).toBe(Math.floor(seconds / 30))
    expect(totpCode(RFC_SECRET, totpStep(seconds * 1_000))).toBe(code.slice(2))
  })

  test('base32 is that of RFC 4648 without padding', () => {
    const pairs = ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => toBase32(Buffer.from(text)))
    expect(pairs).toEqual(['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI'])
  })

  test('a code fits one step around its own and nowhere else', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10, max: 5_000_000_000 }),
        fc.integer({ min: -40, max: 40 }),
        (step, off) => {
          const found = matchingStep(RFC_SECRET, totpCode(RFC_SECRET, step), (step + off) * 30_000 + 15_000)
          if (Math.abs(off) <= 1) expect(found).toBe(step)
          // Elsewhere six digits may agree by accident, but then for another step.
          else expect(found).not.toBe(step)
        },
      ),
    )
  })

  test('secrets are 160 bits and new each time; the address names the user and keeps odd names whole', () => {
    const secrets = Array.from({ length: 100 }, newTotpSecret)
    expect(new Set(secrets).size).toBe(100)
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    const address = new URL(totpAddress(RFC_SECRET, '林夕&secret=x'))
    expect([address.protocol, address.searchParams.get('secret')]).toEqual(['otpauth:', RFC_SECRET])
    expect(decodeURIComponent(address.pathname)).toContain('Quarterdeck:林夕&secret=x')
  })
})

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    'Chrome 141 · Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
    'Edge 141 · Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari 19 · iPhone',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox 143 · Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari 18 · macOS',
  ],
  ['curl/8.5.0', 'curl 8'],
  ['node', 'Node'],
  ['<script>alert(1)</script>', ''],
  ['', ''],
])('the device of %j is %j', (agent, name) => {
  expect(deviceName(agent)).toBe(name)
})
