import { describe, expect, it } from 'vitest'
import { textIn } from './local-text.ts'

describe('textIn', () => {
  it.each([
    ['Gold', 'de', 'Gold'],
    [{ cn: '金币', en: 'Gold', de: 'Goldmünzen' }, 'de', 'Goldmünzen'],
    [{ cn: '金币', en: 'Gold' }, 'de', 'Gold'],
    [{ cn: '金币', de: '' }, 'de', '金币'],
    [{ tr: 'Altın' }, 'de', 'Altın'],
    [{}, 'de', ''],
    [JSON.parse('{"__proto__": "x"}') as Record<string, string>, 'de', 'x'],
  ] as const)('%j in %s is %s', (text, language, shown) => {
    expect(textIn(text, language)).toBe(shown)
  })
})
