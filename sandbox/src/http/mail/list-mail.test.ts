import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { callGame } from '../../../testing/call-game.ts'
import { GameClient } from '../../../testing/game-client.ts'
import { startGameServerForTest } from '../../../testing/index.ts'
import type { TestGameServer } from '../../../testing/index.ts'
import type { MailRow } from '../../game/document.ts'

const operator = { opId: '7', user: 'tester', reason: 'test', requestId: 'r-1' }
const DAY_MS = 86_400_000

let game: TestGameServer
let content: ReturnType<typeof contentAt>
beforeEach(async () => {
  game = await startGameServerForTest({ sId: 124 })
  content = contentAt(game.server.game.clock.gameMs())
})
afterEach(() => game.stop())

const contentAt = (now: number) => ({
  title: { cn: '补偿', en: 'Compensation', de: 'Entschädigung' },
  body: { cn: '{name}，抱歉', en: 'Sorry, {name}', tr: 'Üzgünüz, {name}' },
  sender: '运营',
  attach: [
    { number: 10_041, quantity: 3 },
    { number: 2, quantity: 50 },
  ],
  sendAt: now,
  expireAt: now + 7 * DAY_MS,
})

const uIdOf = (sequence: number) => game.server.game.uIdOf(sequence)
const playerOf = (sequence: number) => game.server.game.player(uIdOf(sequence))
const mailsOf = (sequence: number): MailRow[] =>
  Object.values(playerOf(sequence).document.mail).filter(({ sender }) => sender === '运营')

async function send(recipients: object[], rest: { mail?: object; key?: string; batch?: string } = {}) {
  const body = {
    mailId: 'm-1',
    batch: rest.batch ?? '0',
    mail: { ...content, ...rest.mail },
    recipients,
    operator,
  }
  const { envelope } = await callGame(game.target, 'mailBatch', body as never, {
    key: rest.key ?? randomUUID(),
  })
  return envelope
}
const codesOf = (envelope: Awaited<ReturnType<typeof send>>) => envelope.data?.results.map(({ code }) => code)

async function status(rest: object = {}) {
  const { envelope } = await callGame(
    game.target,
    'mailStatus',
    { mailId: 'm-1', ...rest },
    { tsMs: game.clock.now() },
  )
  return envelope
}
async function recall(rest: object = {}) {
  const body = { mailId: 'm-1', operator, ...rest }
  const { envelope } = await callGame(game.target, 'mailRecall', body)
  return envelope.data
}

/** A client that plays this player. */
async function enter(sequence: number): Promise<GameClient> {
  const client = await GameClient.open(game.target)
  const entered = await client.enter(game.server.game.store.player(uIdOf(sequence))!.account, {
    tsMs: game.clock.now(),
  })
  expect(entered.status).toBe(0)
  return client
}

function empty(sequence: number): void {
  game.server.game.mutate(playerOf(sequence), (document) => {
    document.mail = {}
    document.bag = {}
    document.currency.diamond = 0
    document.role.language = 'tr'
  })
}

describe('mail to named players', () => {
  it('reaches each once: a chunk sent again, under the same key or another, delivers nothing twice', async () => {
    const key = randomUUID()
    const recipients = [1, 2, 3].map((sequence) => ({ uId: uIdOf(sequence) }))
    const first = await send(recipients, { key })
    expect(codesOf(first)).toEqual([0, 0, 0])
    const replayed = await send(recipients, { key })
    expect(replayed).toMatchObject({ replayed: true, data: first.data })
    const again = await send([...recipients, { uId: uIdOf(4) }, { roleId: uIdOf(4) }], { batch: '1' })
    expect(again.data?.results.map(({ status, code }) => [status, code])).toEqual([
      [0, 2006],
      [0, 2006],
      [0, 2006],
      [0, 0],
      [0, 2006],
    ])
    expect([1, 2, 3, 4].map((sequence) => mailsOf(sequence).length)).toEqual([1, 1, 1, 1])
    expect(game.lines.filter(({ event }) => event === 'mail.batch').map(({ facts }) => facts)).toMatchObject([
      { mailId: 'm-1', batch: '0', delivered: 3, duplicates: 0, refused: 0 },
      { batch: '1', delivered: 1, duplicates: 4 },
    ])
  })

  it('speaks the language of the player, fills their variables and gives their own attachments', async () => {
    empty(1)
    empty(2)
    game.server.game.mutate(playerOf(2), ({ role }) => {
      role.language = 'de'
    })
    const own = [{ number: 10_042, quantity: 2 }]
    await send([
      { uId: uIdOf(1), vars: { name: 'Işık', strange: 'x' } },
      { uId: uIdOf(2), attach: [...own, ...own] },
    ])
    expect(mailsOf(1)).toMatchObject([
      {
        // No Turkish title: English stands in for it.
        title: 'Compensation',
        body: 'Üzgünüz, Işık',
        attach: [
          { itemId: 10_041, count: 3 },
          { itemId: 2, count: 50 },
        ],
        isRead: 0,
        isClaimed: 0,
      },
    ])
    expect(mailsOf(2)).toMatchObject([
      { title: 'Entschädigung', body: 'Sorry, {name}', attach: [{ itemId: 10_042, count: 4 }] },
    ])
  })

  it('answers every row by itself', async () => {
    const { store } = game.server.game
    game.server.game.mutate(playerOf(5), (document) => {
      const [row] = Object.values(document.mail)
      document.mail = Object.fromEntries(
        Array.from({ length: 100 }, (_, index) => [
          String(index + 1),
          { ...row!, mailId: String(index + 1) },
        ]),
      )
    })
    const answer = await send([
      { uId: '30124999999' },
      { uId: '30123000001' },
      { roleId: 'nobody' },
      { uId: uIdOf(5) },
      { uId: uIdOf(6), attach: [{ number: 99_999, quantity: 1 }] },
      { uId: uIdOf(6), attach: [{ number: 2, quantity: 50_001 }] },
      { uId: uIdOf(6), vars: { name: 'x'.repeat(999) + '灯'.repeat(1) }, attach: [] },
      { uId: uIdOf(7) },
    ])
    expect(answer.data?.results.map(({ index, status, code }) => [index, status, code])).toEqual([
      [0, 404, 2001],
      [1, 404, 2001],
      [2, 404, 2001],
      [3, 409, 2007],
      [4, 422, 2004],
      [5, 422, 2005],
      [6, 0, 0],
      [7, 0, 0],
    ])
    expect(store.mails.counts('m-1', 0).get('delivered')).toBe(2)
  })

  const wrong: [string, object, number][] = [
    ['an item that does not exist', { attach: [{ number: 99_999, quantity: 1 }] }, 2004],
    ['more of an item than its upper limit', { attach: [{ number: 10_033, quantity: 2 }] }, 2005],
    [
      'doubles that are over it together',
      {
        attach: [
          { number: 10_033, quantity: 1 },
          { number: 10_033, quantity: 1 },
        ],
      },
      2005,
    ],
    [
      'too many kinds',
      { attach: Array.from({ length: 11 }, (_, index) => ({ number: 10_041 + index, quantity: 1 })) },
      2004,
    ],
    ['a title that is too long in one language', { title: { cn: '补偿', ru: 'ж'.repeat(61) } }, 2004],
    ['a body that is too long', { body: 'x'.repeat(2001) }, 2004],
    ['an expiry before it is sent', { expireAt: 1 }, 2004],
    ['a quantity of nothing', { attach: [{ number: 10_041, quantity: 0 }] }, 2004],
  ]
  it.each(wrong)('is refused as a whole for %s', async (_title, mail, code) => {
    const answer = await send([{ uId: uIdOf(1) }], { mail })
    expect(answer).toMatchObject({ status: code })
    expect(answer.err?.field).toMatch(/^mail\./)
    expect(mailsOf(1)).toEqual([])
    expect((await status()).status).toBe(3002)
  })

  it('is refused as a whole with too many rows, or as another mail under the same name', async () => {
    const many = Array.from({ length: 1001 }, (_, index) => ({ uId: uIdOf(index + 1) }))
    expect(await send(many)).toMatchObject({ status: 2005, err: { field: 'recipients' } })
    expect((await send([{ uId: uIdOf(1) }])).status).toBe(0)
    expect(await send([{ uId: uIdOf(2) }], { mail: { title: 'other' } })).toMatchObject({ status: 2008 })
    expect(mailsOf(2)).toEqual([])
  })

  it('shows up at once for who is online, and is read and claimed into bag and purse', async () => {
    empty(1)
    const client = await enter(1)
    await send([{ uId: uIdOf(1), vars: { name: 'Işık' } }])
    const [mail] = mailsOf(1)
    const { mailId } = mail!
    const read = await client.send(1704, { mailId })
    expect(read).toMatchObject({
      status: 0,
      body: {
        body: 'Üzgünüz, Işık',
        attach: [
          { itemId: 10_041, count: 3 },
          { itemId: 2, count: 50 },
        ],
      },
    })
    expect(client.pushes).toContainEqual({
      cmd: 1710,
      body: { mail: expect.objectContaining({ mailId, title: 'Compensation' }) },
    })
    expect((await status()).data).toMatchObject({ counts: { read: 1, delivered: 0 } })
    expect((await client.send(1702, { mailId })).status).toBe(0)
    expect(playerOf(1).document).toMatchObject({ bag: { 10_041: { count: 3 } }, currency: { diamond: 50 } })
    const changed = client.pushes
      .filter(({ cmd }) => cmd === 1100)
      .flatMap(({ body }) => body.c as { d: string }[])
    expect(changed.map(({ d }) => d)).toEqual(expect.arrayContaining(['mail', 'bag', 'currency']))
    expect((await client.send(1702, { mailId })).status).toBe(1)
    expect((await status()).data).toMatchObject({
      counts: { claimed: 1, read: 0 },
      rows: [{ uId: uIdOf(1), state: 'claimed' }],
    })
    await client.close()
  })

  it('expires where nobody claimed it in time, also for who never comes back', async () => {
    await send([{ uId: uIdOf(1) }, { uId: uIdOf(2) }])
    game.clock.advance(8 * DAY_MS)
    expect((await status()).data).toMatchObject({
      counts: { expired: 2, delivered: 0 },
      rows: [{ state: 'expired', at: content.expireAt }, { state: 'expired' }],
    })
    const client = await enter(1)
    const late = await client.send(1702, { mailId: mailsOf(1)[0]!.mailId })
    expect([late.status, late.body.msg]).toEqual([1, '邮件已过期'])
    await client.close()
  })
})

describe('the recall of a mail', () => {
  it('removes what nobody claimed, lists who claimed, and later chunks are refused', async () => {
    empty(1)
    await send([1, 2, 3].map((sequence) => ({ uId: uIdOf(sequence) })))
    const client = await enter(1)
    await client.send(1702, { mailId: mailsOf(1)[0]!.mailId })
    expect(await recall()).toMatchObject({
      removed: 2,
      claimed: [{ uId: uIdOf(1), takenBack: [], missing: [] }],
      cursor: '',
    })
    expect([1, 2, 3].map((sequence) => mailsOf(sequence).length)).toEqual([1, 0, 0])
    expect(playerOf(1).document.currency.diamond).toBe(50)
    expect(await recall()).toMatchObject({ removed: 0, claimed: [{ uId: uIdOf(1) }] })
    expect(await send([{ uId: uIdOf(4) }])).toMatchObject({ status: 2006 })
    expect((await status()).data?.counts).toMatchObject({ recalled: 2, claimed: 1 })
    await client.close()
  })

  it('takes claimed items back as far as they are there, once, and says what was missing', async () => {
    empty(1)
    await send([{ uId: uIdOf(1) }])
    const client = await enter(1)
    await client.send(1702, { mailId: mailsOf(1)[0]!.mailId })
    await client.send(1402, { itemId: 10_041, count: 2 })
    const back = {
      uId: uIdOf(1),
      takenBack: [
        { number: 10_041, quantity: 1 },
        { number: 2, quantity: 50 },
      ],
      missing: [{ number: 10_041, quantity: 2 }],
    }
    expect(await recall({ takeBack: true })).toMatchObject({ removed: 0, claimed: [back] })
    expect(playerOf(1).document.bag[10_041]).toBeUndefined()
    expect(playerOf(1).document.currency.diamond).toBe(0)
    game.server.game.mutate(playerOf(1), ({ currency }) => {
      currency.diamond = 80
    })
    expect(await recall({ takeBack: true })).toMatchObject({ claimed: [back] })
    expect(playerOf(1).document.currency.diamond).toBe(80)
    await client.close()
  })

  it('goes page by page, or for the players named alone', async () => {
    await send([1, 2, 3, 4, 5].map((sequence) => ({ uId: uIdOf(sequence) })))
    expect(await recall({ uIds: [uIdOf(4), uIdOf(9)] })).toMatchObject({ removed: 1, cursor: '' })
    expect((await send([{ uId: uIdOf(6) }], { batch: '1' })).status).toBe(0)
    const first = await recall({ limit: 2 })
    expect(first).toMatchObject({ removed: 2, cursor: uIdOf(2) })
    expect(await recall({ limit: 2, cursor: first?.cursor })).toMatchObject({ removed: 1, cursor: uIdOf(4) })
    expect(await recall({ limit: 2, cursor: uIdOf(4) })).toMatchObject({ removed: 2, cursor: uIdOf(6) })
    expect(await recall({ limit: 2, cursor: uIdOf(6) })).toMatchObject({ removed: 0, cursor: '' })
    const page = await status({ limit: 4 })
    expect(page.data).toMatchObject({ counts: { recalled: 6 }, cursor: uIdOf(4) })
    expect((await status({ cursor: page.data?.cursor, limit: 4 })).data?.rows).toHaveLength(2)
    expect((await status({ uIds: [uIdOf(1), uIdOf(9)] })).data).toMatchObject({
      counts: { recalled: 1 },
      rows: [{ uId: uIdOf(1), state: 'recalled' }],
    })
  })

  it('of a mail that has not come yet keeps it from coming', async () => {
    expect(await recall()).toEqual({ removed: 0, claimed: [], cursor: '' })
    expect(await send([{ uId: uIdOf(1) }])).toMatchObject({ status: 2006 })
    expect(mailsOf(1)).toEqual([])
  })
})
