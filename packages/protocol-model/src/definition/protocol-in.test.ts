import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '@qd/i18n'
import { moduleLabel, parseDataProvider, parseProtocol, protocolIn } from '../index.ts'
import type { ProtocolDefinition } from '../index.ts'

function read(input: unknown): ProtocolDefinition {
  const parsed = parseProtocol(input)
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.protocol
}

const GOLD = { cn: '金币', en: 'Gold', de: 'Goldmünzen' }
const WEAPON = { cn: '武器', en: 'Weapon' }

const definition = (parts: Record<string, unknown> = {}) => ({
  diffInfos: {
    Currency: {
      name: 'Currency',
      comment: { cn: '货币', en: 'Currency' },
      fields: [
        {
          fieldName: 'gold',
          name: GOLD,
          type: 'int',
          comment: { cn: '所得', en: 'Earned' },
          unit: { cn: '枚' },
        },
        {
          fieldName: 'kind',
          name: 'Kind',
          type: 'int',
          comment: '',
          dataProvider: `enum:${JSON.stringify([[1, WEAPON], 2])}`,
        },
        { fieldName: 'shell', name: GOLD, type: 'int', comment: '' },
      ],
      names: { shell: { cn: '贝壳', en: 'Shells' } },
      key: '',
      netKey: 'currency',
      ...parts,
    },
  },
  protocols: [{ type: 'diff', keyTip: { cn: '钱包', en: 'Wallet' }, diffInfo: 'Currency', doc: '' }],
})

const shown = (protocol: ProtocolDefinition) => {
  const info = protocol.diffInfos.Currency!
  const [gold, kind] = info.fields
  return {
    module: moduleLabel(protocol, info),
    comment: info.comment,
    gold: [gold?.name, gold?.comment, gold?.unit],
    names: { ...info.names },
    choices: parseDataProvider(kind!.dataProvider!),
  }
}

describe('a definition by language', () => {
  it('is told in each language, in English where the game has it in no other', () => {
    const protocol = read(definition())
    expect(shown(protocolIn(protocol, 'de'))).toEqual({
      module: 'Wallet',
      comment: 'Currency',
      gold: ['Goldmünzen', 'Earned', '枚'],
      names: { gold: 'Goldmünzen', kind: 'Kind', shell: 'Shells' },
      choices: {
        kind: 'enum',
        choices: [
          { value: 1, label: 'Weapon' },
          { value: 2, label: '2' },
        ],
      },
    })
    expect(shown(protocolIn(protocol, 'cn'))).toMatchObject({
      module: '钱包',
      gold: ['金币', '所得', '枚'],
      names: { gold: '金币', shell: '贝壳' },
    })
  })

  it('without a language it is in the default one', () => {
    const protocol = read(definition())
    expect(shown(protocol)).toEqual(shown(protocolIn(protocol, 'cn')))
  })

  it('is the same object each time, and itself where all texts are plain', () => {
    const protocol = read(definition())
    expect(protocolIn(protocol, 'de')).toBe(protocolIn(protocol, 'de'))
    const plain = read({ diffInfos: {}, protocols: [] })
    expect(protocolIn(plain, 'de')).toBe(plain)
  })

  it.each<[string, unknown, string]>([
    ['no language', { comment: { 'zh-CN': '货币' } }, 'Currency.comment has "zh-CN"'],
    ['no text', { comment: { cn: 5 } }, 'Currency.comment.cn is not text'],
    ['too long', { comment: { cn: 'x'.repeat(65_537) } }, 'Currency.comment.cn is longer'],
    ['no text in names', { names: { shell: { cn: [] } } }, 'Currency.names.shell.cn is not text'],
  ])('a text with %s is refused with its place', (_title, parts, reason) => {
    const parsed = parseProtocol(definition(parts as Record<string, unknown>))
    expect(parsed).toMatchObject({ ok: false, reason: expect.stringContaining(reason) })
  })

  it('what was read can be written and read again, in every language alike', () => {
    const text = fc.oneof(
      fc.string({ minLength: 1, maxLength: 8 }),
      fc.dictionary(fc.constantFrom(...LANGUAGES), fc.string({ maxLength: 8 }), { noNullPrototype: true }),
    )
    fc.assert(
      fc.property(text, text, text, (name, comment, label) => {
        const protocol = read(
          definition({
            comment,
            fields: [{ fieldName: 'gold', name, type: 'int', comment }],
            names: { gold: label },
          }),
        )
        const again = read(JSON.parse(JSON.stringify(protocol)))
        expect(again).toEqual(protocol)
        for (const language of LANGUAGES) {
          expect(protocolIn(again, language)).toEqual(protocolIn(protocol, language))
        }
      }),
    )
  })
})
