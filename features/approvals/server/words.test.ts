import { expect, it } from 'vitest'
import type { UseCaseDeps } from './approvals-deps.ts'
import { say } from './words.ts'

const deps = {
  texts: {
    text: (lang: string, key: string, params: object) => `${lang} ${key} ${Object.values(params).join(' ')}`,
  },
} as unknown as Pick<UseCaseDeps, 'texts'>

it('groups the digits of quantities as each language does, and leaves other numbers as they are', () => {
  const worth = { quantity: '9007199254740993' }
  expect(say(deps, worth, 'en')).toBe('9,007,199,254,740,993')
  expect(say(deps, worth, 'de')).toBe('9.007.199.254.740.993')
  const batch = { key: 'batch', params: { number: 12_345, uses: { quantity: '50000' } } }
  expect(say(deps, batch, 'cn')).toBe('cn batch 12345 50,000')
})
