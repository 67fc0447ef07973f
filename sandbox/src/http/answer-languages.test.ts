import { randomUUID } from 'node:crypto'
import type { GameCallName } from '@qd/game-contract'
import { LANGUAGE_HEADER } from '@qd/game-contract/signing'
import { LANGUAGES } from '@qd/i18n'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callGame } from '../../testing/call-game.ts'
import { NOTABLE_U_ID, startGameServerForTest } from '../../testing/index.ts'
import type { TestGameServer } from '../../testing/index.ts'

const operator = { opId: '7', user: 'tester', reason: 'test', requestId: 'r-1' }
const HAN = /\p{Script=Han}/u

let game: TestGameServer
beforeAll(async () => {
  game = await startGameServerForTest({ sId: 123 })
})
afterAll(() => game.stop())

/** A call whose header asks for a language; none without one. */
function ask(name: GameCallName, input: unknown, language?: string, key: string = randomUUID()) {
  const headers: Record<string, string> = language === undefined ? {} : { [LANGUAGE_HEADER]: language }
  return callGame(game.target, name, input as never, { headers, key })
}

const refusals: [string, GameCallName, unknown][] = [
  ['an unknown player', 'dataGet', { uId: '30123999999', items: [] }],
  ['an unknown module', 'dataGet', { uId: NOTABLE_U_ID, items: [{ diff: 'Nothing' }] }],
  ['a time beyond the limit', 'setTime', { mode: 'offset', value: 1e14, operator }],
  ['a name that is not accepted', 'accountsCreate', { count: 1, name: '灯'.repeat(40), operator }],
  ['an unknown command', 'commandsRun', { name: 'formatDisk', params: {}, operator }],
  ['a missing parameter', 'commandsRun', { name: 'addItem', params: {}, operator, uId: NOTABLE_U_ID }],
  [
    'a number out of range',
    'commandsRun',
    { name: 'addItem', params: { itemId: 10_007, count: 10_000 }, operator, uId: NOTABLE_U_ID },
  ],
]

describe('the language of an answer', () => {
  it.each(refusals)('is the one asked for when it refuses %s, else Chinese', async (_title, name, input) => {
    const msg = async (language?: string) => (await ask(name, input, language)).envelope.msg
    const chinese = await msg()
    expect(chinese).toMatch(HAN)
    expect(await msg('cn')).toBe(chinese)
    expect(await msg('xx')).toBe(chinese)
    expect(await msg('__proto__')).toBe(chinese)
    for (const language of LANGUAGES.filter((one) => one !== 'cn' && one !== 'tw')) {
      const said = await msg(language)
      expect(said).not.toMatch(HAN)
      expect(said).not.toBe('')
    }
  })

  it('is not covered by the signature, and the answer is signed all the same', async () => {
    const answer = await ask('lookup', { by: 'phone', value: '1' }, 'de')
    expect(answer).toMatchObject({ httpStatus: 422, isSigned: true })
  })

  it('is that of row results, warnings and actions of a check, with names of the world', async () => {
    const { document } = game.server.game.player(NOTABLE_U_ID)
    const { currency, role, bag } = document
    const set = (diff: string, path: string, old: unknown, value: unknown) => {
      return { diff, path: [path], op: 'set', old, value }
    }
    const pieces = bag[10_007]?.count ?? 0
    const changes = [
      set('CurrencyInfo', 'diamond', currency.diamond, currency.diamond + 2000),
      { ...set('BagItem', 'count', pieces, pieces + 5), key: '10007' },
      set('RoleInfo', 'title', role.title, '守灯人'),
      set('RoleInfo', 'gender', role.gender, 7),
      set('RoleInfo', 'exp', 'not this', '5'),
    ]
    const input = { uId: NOTABLE_U_ID, version: '1', changes }
    const said = async (language: string) => {
      const { data } = (await ask('dataCheck', input, language)).envelope as {
        data: { actions: { text: string }[]; warnings: { msg: string }[]; refused: { msg: string }[] }
      }
      return {
        actions: data.actions.map(({ text }) => text),
        warnings: data.warnings.map(({ msg }) => msg),
        refused: data.refused.map(({ msg }) => msg),
      }
    }
    expect(await said('en')).toEqual({
      actions: [
        'Adds Diamonds ×2,000',
        'Adds Tide Crystal ×5',
        // A title that a player wears is data, whatever language the reader has.
        `Changes Character › Title from ${role.title} to 守灯人`,
      ],
      warnings: ['Adds Diamonds ×2,000, more than 1,000 at once'],
      refused: ['RoleInfo.gender: must be at most 2', 'The value here has changed'],
    })
    expect((await said('cn')).actions[1]).toBe('增加 潮汐晶石 ×5')
    expect((await said('tw')).actions[0]).toBe('增加 鑽石 ×2,000')
    expect((await said('de')).actions[1]).toContain('Gezeitenkristall')
  })

  it('is that of what a command says, its columns included', async () => {
    const params = { itemId: 10_041, count: 2 }
    const dry = { name: 'addItem', params, operator, uId: NOTABLE_U_ID, dryRun: true }
    const count = game.server.game.player(NOTABLE_U_ID).document.bag[10_041]?.count ?? 0
    const given = await ask('commandsRun', dry, 'en')
    const text = `Adds Sea Salt Bread ×2, ${count + 2} in all`
    expect(given.envelope.data).toMatchObject({ text, actions: [{ text }] })
    const table = { name: 'onlineByLevel', params: {}, operator }
    expect((await ask('commandsRun', table, 'fr')).envelope.data).toMatchObject({
      table: { columns: [{ title: 'Niveau' }, { title: 'Joueurs' }] },
    })
    expect((await ask('commandsRun', table)).envelope.data).toMatchObject({
      table: { columns: [{ title: '等级' }, { title: '人数' }] },
    })
  })

  it('is that of what fires when the clock moves', async () => {
    const input = { mode: 'offset', value: 86_400_000 * 3, dryRun: true, operator }
    const fires = async (language: string) =>
      (await ask('setTime', input, language)).envelope as { data: { firing: { text: string }[] } }
    expect((await fires('en')).data.firing[0]?.text).toMatch(/^New day: /)
    expect((await fires('cn')).data.firing[0]?.text).toMatch(/^跨天：/)
  })

  it('stays that of the first asker where an answer is repeated', async () => {
    const key = randomUUID()
    const input = { name: 'addGold', params: { amount: '7' }, operator, uId: NOTABLE_U_ID }
    const first = await ask('commandsRun', input, 'en', key)
    const again = await ask('commandsRun', input, 'cn', key)
    expect(again.envelope).toMatchObject({ replayed: true, data: first.envelope.data })
  })

  it('is every language at once for names of items, channels and commands', async () => {
    const items = (await ask('items', {})).envelope.data as { number: number; name: unknown; type: unknown }[]
    expect(items.find(({ number }) => number === 10_007)).toMatchObject({
      name: { cn: '潮汐晶石', en: 'Tide Crystal', de: 'Gezeitenkristall', ua: 'Кристал припливу' },
      type: { code: 'material', name: { cn: '材料', tr: 'Malzeme' } },
    })
    expect((await ask('channels', {})).envelope.data).toMatchObject([
      { code: 'official', name: { cn: '官网', it: 'Sito ufficiale' } },
      { code: 'taptap', name: 'TapTap' },
      { code: 'appstore', name: 'App Store' },
      { code: 'google', name: 'Google Play' },
    ])
    const commands = (await ask('commands', {})).envelope.data as { name: string }[]
    expect(commands.find(({ name }) => name === 'clearMail')).toMatchObject({
      group: { cn: '邮件', ru: 'Почта' },
      title: { cn: '清理旧邮件', de: 'Alte Briefe löschen' },
      comment: { cn: '附件未领取的保留', en: 'Keeps those with unclaimed attachments' },
      parameters: [{ name: { cn: '早于天数', en: 'Older than' }, unit: { cn: '天', en: 'days' } }],
    })
  })
})
