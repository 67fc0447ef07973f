import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MASK, maskStep, maskText, maskValue, secretsOf } from './mask-secrets.ts'

const field = (fieldName: string, sensitive?: true) => ({ fieldName, sensitive })

describe('values of sensitive parameters', () => {
  it('are those of the declared parameters, in lists and objects too', () => {
    const parameters = [field('pin', true), field('note'), field('keys', true)]
    const params = { pin: 7, note: 'open', keys: ['abc', { inner: 'say "hi"' }, true, null] }
    expect(secretsOf(parameters, params)).toEqual([String.raw`say \"hi\"`, 'say "hi"', 'abc', '7'])
  })

  it.each([
    ['a text', 'set to hunter22!', 'hunter22', `set to ${MASK}!`],
    ['more than once', 'hunter22 hunter22', 'hunter22', `${MASK} ${MASK}`],
    ['cut off', 'body {"pw":"hunter2…', 'hunter22', `body {"pw":"${MASK}…`],
    ['short, as a word', 'from 7 to 17', '7', `from ${MASK} to 17`],
    ['with signs of patterns', 'is a.c*e+g now', 'a.c*e+g', `is ${MASK} now`],
    ['like it, but another', 'abcdeX', 'abcdefg', 'abcdeX'],
  ])('are hidden in a text: %s', (_name, text, secret, shown) => {
    expect(maskText(text, [secret])).toBe(shown)
  })

  it('are found nowhere in a step, whatever the game echoes', () => {
    // Characters that nothing of our own has.
    const letters = fc.constantFrom('Ω', 'Ψ', '"', '\\', '界')
    const secret = fc
      .string({ unit: letters, minLength: 4, maxLength: 300 })
      .filter((text) => /[ΩΨ界]/.test(text))
    fc.assert(
      fc.property(secret, fc.string({ maxLength: 8 }), fc.nat(300), (pin, around, cut) => {
        const secrets = secretsOf([field('pin', true)], { pin: [pin] })
        const step = {
          step: 0,
          status: 'done' as const,
          actions: [around + pin + around, pin.slice(0, Math.max(6, cut))],
          json: { [pin]: [pin, { deep: around + pin }], text: JSON.stringify({ body: pin }) },
          table: { columns: [{ key: 'k', title: pin }], rows: [[pin, 1]] },
          changes: [{ diff: 'Role', path: [pin], op: 'set' as const, value: pin, old: 'x' }],
          conflicts: [{ index: 0, loaded: pin, current: 1, mine: pin }],
          msg: `no ${pin}`,
        }
        expect(JSON.stringify(maskStep(step, secrets))).not.toMatch(/[ΩΨ界]/)
      }),
      { seed: 26, numRuns: 200 },
    )
  })

  it('leaves numbers of our own alone, and everything where nothing is sensitive', () => {
    const step = { step: 7, status: 'done' as const, json: { level: 7, other: 8 }, conflicts: [] }
    expect(maskStep(step, ['7'])).toEqual({ ...step, json: { level: MASK, other: 8 } })
    expect(maskStep(step, [])).toBe(step)
    expect(maskValue({ a: [true, null] }, ['true'])).toEqual({ a: [true, null] })
  })
})
