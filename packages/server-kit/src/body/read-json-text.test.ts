import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readJsonText } from './read-json-text.ts'

async function* piecesOf(text: string, every: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += every) yield text.slice(at, at + every)
}
const read = (text: string, every = 7, values = 1_000) => readJsonText(piecesOf(text, every), { values })

describe('JSON from text in pieces', () => {
  it('is what the native parser makes of the whole', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.json({ stringUnit: 'grapheme' }),
        fc.integer({ min: 1, max: 9 }),
        async (text, every) => {
          fc.pre(!/__proto__|constructor|prototype/.test(text))
          // Cut between characters, as a decoder cuts them.
          const whole = async function* () {
            const characters = Array.from(text)
            for (let at = 0; at < characters.length; at += every)
              yield characters.slice(at, at + every).join('')
          }
          expect(await readJsonText(whole(), { values: 100_000 })).toEqual(JSON.parse(text))
        },
      ),
    )
  })

  it.each([
    ['{"a":[1,2', 'invalid_json'],
    ['{"a":}', 'invalid_json'],
    ['[1]x', 'invalid_json'],
    ['tru', 'invalid_json'],
    ['{"games":[{"__proto__":{}}]}', 'key_forbidden'],
    ['["\\u0000"]', 'field_invalid'],
    ['['.repeat(100), 'body_too_deep'],
    [`[${'1,'.repeat(1_000)}1]`, 'body_too_many_values'],
  ])('%s is %s', async (text, code) => {
    await expect(read(text)).rejects.toMatchObject({ def: { code } })
  })

  it('no text is nothing', async () => {
    expect(await read('')).toBeUndefined()
    expect(await read(' \n')).toBeUndefined()
  })

  it('lets others have their turn while it reads', async () => {
    let turns = 0
    const timer = setInterval(() => (turns += 1), 1)
    const text = JSON.stringify(
      Array.from({ length: 40_000 }, (_, index) => ({ sId: index, name: `S${index}` })),
    )
    await read(text, 65_536, 1_000_000)
    clearInterval(timer)
    expect(turns).toBeGreaterThan(2)
  })
})
