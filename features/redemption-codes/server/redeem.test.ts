import {
  aCodeBatch,
  CODES_LINE,
  CODES_MINUTE_MS,
  codesWorld,
  codesWorldMigrations,
} from '@qd/app-server/testing'
import type { Store } from '@qd/store'
import { describeOnBothDatabases } from '@qd/store/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'

type World = ReturnType<typeof codesWorld>
const FREE = { perPlayerCode: null } as const

describeOnBothDatabases('redemption by game servers', codesWorldMigrations, (openStore) => {
  let store: Store<never>
  let world: World
  let others: World[] = []
  beforeEach(async () => {
    store = await openStore<never>()
    world = codesWorld(store)
    others = []
  })
  afterEach(async () => {
    await Promise.all([world, ...others].map((each) => each.stop()))
  })
  const another = () => {
    const made = codesWorld(store, world.shared)
    others.push(made)
    return made
  }
  const universal = (part: object = {}) => world.release({ kind: 'universal', word: 'SPRING-2026', ...part })
  const row = (id: string) =>
    world.store.read.selectFrom('code_redemption').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  test('[S3.06] [S3.07] a code is held, confirmed once and for all, and typed in any way', async () => {
    await universal()
    const held = await world.redeem('spring 2026', '1')
    expect(held).toMatchObject({
      status: 200,
      isSigned: true,
      data: { gift: [{ number: 1001, quantity: 5 }], endsAt: world.shared.now + CODES_MINUTE_MS },
    })
    const { reservation } = held.data
    expect((await world.open('confirm', { reservation })).data).toEqual({ confirmed: true })
    expect((await world.open('confirm', { reservation })).data).toEqual({ confirmed: true })
    world.shared.now += 6 * 86_400_000
    expect((await world.open('confirm', { reservation })).data).toEqual({ confirmed: true })
    expect((await world.open('cancel', { reservation })).data).toEqual({ cancelled: false })
    expect(await row(reservation)).toMatchObject({ state: 'confirmed', u_id: '1', s_id: 123 })
  })

  test('[contract-clock] a batch begins and ends at real midnights, also for a game that is a day ahead', async () => {
    const midnight = Date.parse('2026-11-30T16:00:00Z')
    world.game.offset = 86_400_000
    world.shared.now = midnight - 1
    await universal({ validFrom: midnight, validTo: midnight + 86_400_000 })
    const at = async (now: number, uId: string) => {
      world.shared.now = now
      const { refused } = (await world.redeem('SPRING-2026', uId)).data
      return refused ?? 'held'
    }
    expect(await at(midnight - 1, '1')).toBe(6004)
    expect(await at(midnight, '2')).toBe('held')
    expect(await at(midnight + 86_400_000 - 1, '3')).toBe('held')
    expect(await at(midnight + 86_400_000, '4')).toBe(6003)
  })

  test('200 at once from two nodes get exactly the 100 there are', async () => {
    const { id } = await universal({ total: 100, ...FREE })
    const nodes = [world, another()]
    const all = await Promise.all(
      Array.from({ length: 200 }, (_, at) => nodes[at % 2]!.redeem('SPRING2026', String(at + 1))),
    )
    const held = all.filter(({ data }) => data.reservation !== undefined)
    expect(held).toHaveLength(100)
    expect(all.filter(({ data }) => data.refused === 6002)).toHaveLength(100)
    await Promise.all(
      held.map(({ data: { reservation } }, at) => nodes[at % 2]!.open('confirm', { reservation })),
    )
    expect((await world.get(id)).funnel).toMatchObject({ redeemed: 100, confirmed: 100 })
  })

  test('one player gets one, however often and wherever at once', async () => {
    await universal()
    const nodes = [world, another()]
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, at) => nodes[at % 2]!.redeem('SPRING2026', '7')),
    )
    expect(all.filter(({ data }) => data.reservation !== undefined)).toHaveLength(1)
    expect(all.filter(({ data }) => data.refused === 6006)).toHaveLength(19)
  })

  test('the same request gets the same answer; another one under its key is refused', async () => {
    await universal({ total: 1 })
    const requestId = 'request-0001'
    const both = await Promise.all([
      world.redeem('SPRING2026', '1', { requestId }),
      world.redeem('SPRING2026', '1', { requestId }),
    ])
    expect(both[0]!.data).toEqual(both[1]!.data)
    expect((await world.redeem('SPRING2026', '1', { requestId })).data).toEqual(both[0]!.data)
    expect(await world.redeem('SPRING2026', '2', { requestId })).toMatchObject({
      status: 409,
      code: 'idempotency_conflict',
    })
  })

  test('what is never confirmed goes to the next one, and only then is lost', async () => {
    await universal({ perCode: 1 })
    const first = (await world.redeem('SPRING2026', '1')).data.reservation
    expect((await world.redeem('SPRING2026', '2')).data.refused).toBe(6002)
    world.shared.now += CODES_MINUTE_MS
    const second = (await world.redeem('SPRING2026', '2')).data.reservation
    expect((await world.open('confirm', { reservation: first })).data).toMatchObject({ refused: 6009 })
    expect((await world.open('confirm', { reservation: second })).data).toEqual({ confirmed: true })
  })

  test('a late confirm still counts while nobody else got the use, until seven days are over', async () => {
    await universal({ perCode: 2 })
    const first = (await world.redeem('SPRING2026', '1')).data.reservation
    const second = (await world.redeem('SPRING2026', '2')).data.reservation
    world.shared.now += 6 * 86_400_000
    expect((await world.open('confirm', { reservation: first })).data).toEqual({ confirmed: true })
    world.shared.now += 2 * 86_400_000
    expect((await world.open('confirm', { reservation: second })).data).toMatchObject({ refused: 6009 })
  })

  test('what is cancelled is free at once', async () => {
    await universal({ perCode: 1 })
    const { reservation } = (await world.redeem('SPRING2026', '1')).data
    expect((await world.open('cancel', { reservation })).data).toEqual({ cancelled: true })
    expect((await world.open('cancel', { reservation })).data).toEqual({ cancelled: true })
    expect((await world.open('confirm', { reservation })).data).toMatchObject({ refused: 6009 })
    expect((await world.redeem('SPRING2026', '2')).data.reservation).toBeTruthy()
  })

  test('one server speaks for no other, and for no line without the codes', async () => {
    await universal()
    const { reservation } = (await world.redeem('SPRING2026', '1')).data
    expect((await world.open('confirm', { reservation }, 124)).data).toMatchObject({ refused: 6009 })
    expect((await world.open('cancel', { reservation }, 124)).data).toEqual({ cancelled: false })
    expect(await world.open('confirm', { reservation, sId: 123 }, 124)).toMatchObject({
      status: 403,
      code: 'game_server_foreign',
    })
    expect((await row(reservation)).state).toBe('reserved')
    expect((await world.redeem('SPRING2026', '3', {}, 77)).data.refused).toBe(6001)
  })

  test('a batch that changes while it is redeemed keeps what is held; a void one loses it', async () => {
    const { id: batchId } = await universal({ ...FREE })
    const held = [
      (await world.redeem('SPRING2026', '1')).data.reservation,
      (await world.redeem('SPRING2026', '2')).data.reservation,
      (await world.redeem('SPRING2026', '3')).data.reservation,
    ]
    await world.post('move', { batchId, moveTo: 'paused' })
    expect((await world.redeem('SPRING2026', '4')).data.refused).toBe(6007)
    expect((await world.open('confirm', { reservation: held[0] })).data).toEqual({ confirmed: true })
    await world.post('move', { batchId, moveTo: 'ended' })
    expect((await world.redeem('SPRING2026', '4')).data.refused).toBe(6003)
    expect((await world.open('confirm', { reservation: held[1] })).data).toEqual({ confirmed: true })
    await world.post('void', { batchId, reason: 'leaked' })
    expect((await world.open('confirm', { reservation: held[2] })).data).toMatchObject({ refused: 6009 })
  })

  test('a batch paused in the middle of a rush holds exactly what it told, and voided then, loses all of it', async () => {
    const { id: batchId } = await universal({ total: 100, ...FREE })
    const nodes = [world, another()]
    const rush = Array.from({ length: 60 }, (_, at) => nodes[at % 2]!.redeem('SPRING2026', String(at + 1)))
    await Promise.race(rush)
    const paused = world.post('move', { batchId, moveTo: 'paused' })
    const all = await Promise.all(rush)
    await paused
    const held = all.flatMap(({ data }) => data.reservation ?? [])
    expect(held.length).toBeGreaterThan(0)
    expect(all.filter(({ data }) => data.refused === 6007)).toHaveLength(60 - held.length)
    expect((await world.get(batchId)).funnel).toMatchObject({ redeemed: held.length, confirmed: 0 })
    const [first, ...rest] = held
    expect((await world.open('confirm', { reservation: first })).data).toEqual({ confirmed: true })
    await world.post('void', { batchId, reason: 'leaked' })
    for (const reservation of rest.slice(0, 3))
      expect((await nodes[1]!.open('confirm', { reservation })).data).toMatchObject({ refused: 6009 })
    expect((await world.get(batchId)).funnel.confirmed).toBe(1)
  })

  test('an address is one however the game writes it, and another one is not', async () => {
    await universal()
    const forms = [
      '93.184.216.9:4001',
      '::FFFF:5db8:d809',
      ' 93.184.216.9',
      '93.184.216.9:4002',
      '[::ffff:93.184.216.9]:9',
    ]
    for (let at = 0; at < 50; at++)
      await world.redeem('WRONG-CODE', String(1_000 + at), { address: forms[at % forms.length] })
    expect((await world.redeem('SPRING2026', '1', { address: '93.184.216.9' })).data.refused).toBe(6008)
    expect(
      (await world.redeem('SPRING2026', '2', { address: '::ffff:5db8:d80a' })).data.reservation,
    ).toBeTruthy()
  })

  test('an address the player writes before their own changes nothing, for them or for whose it is', async () => {
    await universal({ ...FREE })
    for (let at = 0; at < 50; at++)
      await world.redeem('WRONG-CODE', String(1_000 + at), {
        address: `203.0.${at}.1, 1.1.1.1, 93.184.216.9`,
      })
    expect((await world.redeem('SPRING2026', '1', { address: '93.184.216.9' })).data.refused).toBe(6008)
    expect((await world.redeem('SPRING2026', '2', { address: '1.1.1.1' })).data.reservation).toBeTruthy()
  })

  test.each(['10.0.0.7', '127.0.0.1', 'unknown', '93.184.216.70'])(
    'a game that sends %s for everybody blocks nobody but who guessed',
    async (address) => {
      await universal({ ...FREE })
      let asked = 0
      const redeem = async (code: string, uId: string) => {
        const said = { code, uId, roleId: uId, attributes: {}, requestId: `request-${++asked}`, address }
        return (await world.open('redeem', said, 123, { remoteAddress: '93.184.216.70' })).data
      }
      for (let at = 0; at < 51; at++) await redeem('WRONG-CODE', String(1_000 + at))
      expect(await redeem('SPRING2026', '1')).toHaveProperty('reservation')
      for (let at = 0; at < 5; at++) await redeem('WRONG-CODE', '2')
      expect(await redeem('SPRING2026', '2')).toMatchObject({ refused: 6008 })
    },
  )

  test('who was blocked while the clock ran ahead is not blocked once it is right', async () => {
    await universal()
    const right = world.shared.now
    world.shared.now = right + 400 * 86_400_000
    for (let at = 0; at < 6; at++) await world.redeem('WRONG-CODE', '1')
    expect((await world.redeem('SPRING2026', '1')).data.refused).toBe(6008)
    world.shared.now = right
    expect((await world.redeem('SPRING2026', '1')).data.reservation).toBeTruthy()
  })

  test('five wrong codes in a minute block the player, longer each time; an address after fifty', async () => {
    await universal({ ...FREE })
    const guess = async (uId: string, address = '') =>
      (await world.redeem('WRONG-CODE', uId, { address })).data
    for (let at = 0; at < 5; at++) expect((await guess('1')).refused).toBe(6001)
    expect(await guess('1')).toMatchObject({ refused: 6008, retryAfterMs: CODES_MINUTE_MS })
    expect((await world.redeem('SPRING2026', '1')).data.refused).toBe(6008)
    expect((await world.redeem('SPRING2026', '2')).data.reservation).toBeTruthy()
    world.shared.now += CODES_MINUTE_MS
    for (let at = 0; at < 5; at++) expect((await guess('1')).refused).toBe(6001)
    expect(await guess('1')).toMatchObject({ refused: 6008, retryAfterMs: 2 * CODES_MINUTE_MS })
    for (let at = 0; at < 50; at++)
      expect((await guess(String(1_000 + at), '93.184.216.9')).refused).toBe(6001)
    expect((await guess('99', '93.184.216.9')).refused).toBe(6008)
    expect((await guess('99', '93.184.216.10')).refused).toBe(6001)
  })

  const NAMED = '30123000001'
  /** A player that a server's game knows, by what a look-up says. */
  const knows = (uId: string, sId: number) => {
    const player = { uId, roleId: '1', name: 'Lin', sId, level: 9, online: false, channel: 'ios' }
    world.game.players = [...world.game.players, { ...player, vip: 0, registeredAt: 0, lastLoginAt: 0 }]
  }

  test.each<[string, (at: number) => [uId: string, more: object, sId: number]]>([
    ['under other roles', (at) => [NAMED, { roleId: `role-${at}` }, 123]],
    ['under other spellings of a role', (at) => [NAMED, { roleId: ['a', 'A', ' a', 'a '][at % 4]! }, 123]],
    ['with zeros before the uId', (at) => [`${'0'.repeat(at % 5)}${NAMED}`, {}, 123]],
    ['at several servers', (at) => [NAMED, {}, at % 2 === 0 ? 123 : 124]],
    ['from several addresses', (at) => [NAMED, { address: `93.184.216.${at}` }, 123]],
    ['as other requests', (at) => [NAMED, { requestId: `request-000${at}` }, 123]],
  ])('wrong codes count for the player, %s', async (_name, typed) => {
    await universal({ ...FREE })
    knows(NAMED, 124)
    const said: number[] = []
    for (let at = 0; at < 6; at++) {
      const [uId, more, sId] = typed(at)
      if (sId === 123) world.game.players = []
      else knows(NAMED, 124)
      said.push((await world.redeem('WRONG-CODE', uId, more, sId)).data.refused)
    }
    expect(said).toEqual([6001, 6001, 6001, 6001, 6001, 6008])
    expect((await world.redeem('SPRING2026', NAMED, { roleId: 'another' })).data.refused).toBe(6008)
  })

  test('zeros before a uId make no second player of one', async () => {
    await universal()
    expect((await world.redeem('SPRING2026', NAMED)).data.reservation).toBeTruthy()
    expect((await world.redeem('SPRING2026', `00${NAMED}`)).data.refused).toBe(6006)
  })

  test.each<[string, string, () => void, number | undefined]>([
    ['its own player', NAMED, () => undefined, undefined],
    ['a player of another server', '30124000001', () => undefined, 6010],
    ['a player who moved here', '30124000001', () => knows('30124000001', 123), undefined],
    ['a player of a server merged into this one', '30888000001', () => knows('30888000001', 123), undefined],
    ['a player whose server is not in the catalogue', '30888000001', () => undefined, 6010],
    ['a player who moved on from here', '30124000001', () => knows('30124000001', 124), 6010],
    ['a player of another platform', '50123000001', () => undefined, 6010],
    ['a uId that names no server', '7', () => undefined, undefined],
    [
      'one of another server, where the game offers no look-up',
      '30124000001',
      () => world.game.lacks.add('lookup'),
      6010,
    ],
    [
      'one of a server that is gone, where the game offers no look-up',
      '30888000001',
      () => world.game.lacks.add('lookup'),
      undefined,
    ],
  ])('a server redeems for %s: only where the player is', async (_name, uId, happens, refused) => {
    await universal()
    happens()
    const { data } = await world.redeem('SPRING2026', uId)
    expect(data.refused).toBe(refused)
    expect(data.reservation === undefined).toBe(refused !== undefined)
    const why = await world.post<{ refusals: { code: number }[] }>('why', {
      code: 'SPRING2026',
      uId,
      sId: 123,
    })
    expect(why.refusals.map(({ code }) => code)).toEqual(refused === undefined ? [6006] : [refused])
  })

  test('a game that numbers its players otherwise names its servers by its own bases', async () => {
    await universal()
    expect((await world.redeem('SPRING2026', '301230000001')).data.refused).toBe(6010)
    Object.assign(world.numbering, { platformBase: 100_000_000_000, serverBase: 10_000_000 })
    expect((await world.redeem('SPRING2026', '301230000001')).data.reservation).toBeTruthy()
    expect((await world.redeem('SPRING2026', '301240000001')).data.refused).toBe(6010)
  })

  test('while its game does not answer, a stranger is neither refused nor served', async () => {
    await universal()
    world.game.isDown = true
    const answer = await world.redeem('SPRING2026', '30124000001')
    expect(answer.status).toBe(503)
    world.game.isDown = false
    expect((await world.redeem('SPRING2026', '30124000001')).data.refused).toBe(6010)
    expect((await world.redeem('SPRING2026', NAMED)).data.reservation).toBeTruthy()
  })

  test('items a limit looks at are asked for by their numbers', async () => {
    const typeCode = { code: 2, name: 'items' }
    await universal({ limits: [{ typeCode, content: { owns: 'all', numbers: ['7', '8'] } }] })
    const asked = await world.redeem('SPRING2026', '1')
    expect(asked.data).toMatchObject({ refused: 6005, limit: 'items', asks: ['7', '8'] })
    const told = (items: string[]) => world.redeem('SPRING2026', '1', { attributes: { items } })
    expect((await told(['7'])).data.refused).toBe(6005)
    expect((await told(['7', '8'])).data.reservation).toBeTruthy()
  })

  const SPRING = 1_793_000_000
  test.each<[string, number, string, unknown, unknown]>([
    ['a list of channels', 0, 'channels', ['ios', 'tap'], ['ios', 'tap']],
    ['channels as a text', 0, 'channels', 'ios, tap', ['ios', 'tap']],
    ['a text', 1, 'text', '30123000001', { of: 'uId', match: 'equals', values: ['30123000001'] }],
    [
      'a text of what the name says',
      1,
      'language',
      'zh',
      { of: 'language', match: 'equals', values: ['zh'] },
    ],
    ['items', 2, 'items', [1001, '1002'], { owns: 'all', numbers: ['1001', '1002'] }],
    ['times in seconds', 3, 'time', [1, SPRING], { of: 'redeemed', from: 1000, to: SPRING * 1000 }],
    [
      'times in milliseconds',
      3,
      'registered',
      [null, SPRING * 1000],
      { of: 'registered', from: null, to: SPRING * 1000 },
    ],
    ['numbers', 4, 'range', ['10', 60], { of: 'level', min: 10, max: 60 }],
    ['numbers open at one end', 4, 'vip', [3, ''], { of: 'vip', min: 3, max: null }],
    ['ours as it is', 4, 'range', { of: 'vip', min: 3, max: null }, { of: 'vip', min: 3, max: null }],
  ])('[S3.06] a limit takes %s', async (...[, code, name, content, kept]) => {
    const { id } = await world.save({ limits: [{ typeCode: { code, name }, content }] as never })
    expect((await world.get(id)).draft.limits).toEqual([{ typeCode: { code, name }, content: kept }])
  })

  test.each<[string, number, unknown]>([
    ['a text for times', 3, 'soon'],
    ['three times', 3, [1, 2, 3]],
    ['times the wrong way round', 3, [SPRING, 1]],
    ['two open ends', 4, [null, null]],
    ['words for numbers', 4, ['low', 'high']],
    ['no text at all', 1, ''],
    ['items that are none', 2, ['sword']],
    ['an object of nothing', 4, {}],
  ])('[S3.06] a limit refuses %s, by its place', async (_name, code, content) => {
    const draft = aCodeBatch({ limits: [{ typeCode: { code, name: 'x' }, content }] as never })
    const answer = await world.operator.post('/partner/codes/save', {
      lineId: CODES_LINE,
      batchId: null,
      revision: 0,
      draft,
    })
    expect([answer.http, answer.body.err?.field]).toEqual([
      400,
      expect.stringMatching(/^draft\.limits\.0(\.|$)/),
    ])
  })

  test('[S3.06] a limit in a plain shape decides like ours', async () => {
    await universal({
      ...FREE,
      limits: [{ typeCode: { code: 4, name: 'level' }, content: [10, 20] }] as never,
    })
    const at = async (level: number) =>
      (await world.redeem('SPRING2026', '1', { attributes: { level } })).data
    expect((await at(9)).refused).toBe(6005)
    expect((await at(20)).reservation).toBeTruthy()
  })

  test.each<[string, unknown]>([
    ['the text of items and quantities', '1001,5|1002,1'],
    ['that text as people type it', ' 1001，5 ｜1002, 1'],
    [
      'entries by number',
      [
        { number: '1001', quantity: '5' },
        { number: '1002', quantity: '1' },
      ],
    ],
    [
      'entries by name, with numbers',
      [
        { name: 1001, quantity: 5 },
        { name: '1002', quantity: '1' },
      ],
    ],
  ])('[S3.07] the gift of a batch takes %s', async (_name, gift) => {
    const { id } = await world.save({ gift: gift as never })
    expect((await world.get(id)).draft.gift).toEqual([
      { number: '1001', quantity: '5' },
      { number: '1002', quantity: '1' },
    ])
  })

  test.each<[string, unknown, string]>([
    ['a text that is none', '1001', 'draft.gift'],
    ['nothing', '', 'draft.gift'],
    ['a name that is no number', [{ name: 'sword', quantity: 1 }], 'draft.gift.0.number'],
    ['no quantity', [{ name: 1001 }], 'draft.gift.0.quantity'],
  ])('[S3.07] a gift refuses %s, by its place', async (_name, gift, field) => {
    const draft = aCodeBatch({ gift: gift as never })
    const body = { lineId: CODES_LINE, batchId: null, revision: 0, draft }
    const answer = await world.operator.post('/partner/codes/save', body)
    expect([answer.http, answer.body.err?.field]).toEqual([400, field])
  })

  test('redemptions leave no row in the audit, and a look-up says who, when and where', async () => {
    const { id: batchId } = await universal({ perCode: 50, total: 20 })
    const before = world.audit.rows.length
    await world.redeem('SPRING2026', '1', { attributes: { channel: 'ios' } })
    expect(world.audit.rows).toHaveLength(before)
    const found = await world.post<{ found: { used: number; uses: unknown[] } }>('lookUp', {
      code: 'spring2026',
    })
    expect(found.found).toMatchObject({ used: 1, most: 20, isVoid: false, batch: { id: batchId } })
    expect(found.found.uses).toMatchObject([{ uId: '1', sId: 123, channel: 'ios', state: 'reserved' }])
    const why = await world.post<{ refusals: unknown[] }>('why', {
      code: 'spring2026',
      uId: '1',
      sId: 123,
    })
    expect(why.refusals).toMatchObject([{ refusal: 'yours', code: 6006 }])
    const list = await world.post<{ list: unknown[] }>('redemptions', { batchId })
    expect(list.list).toMatchObject([{ last4: '2026', uId: '1' }])
  })

  test('who holds nothing at the line learns and does nothing', async () => {
    const { id: batchId } = await universal()
    const stranger = world.signIn('zoe', [{ scope: 'lantern', environment: '*', codes: ['index.read'] }])
    const calls = {
      list: {},
      get: { batchId },
      move: { batchId, moveTo: 'paused' },
      lookUp: { code: 'SPRING2026' },
    }
    for (const [path, body] of Object.entries(calls)) {
      const answer = await stranger.post(`/partner/codes/${path}`, { lineId: CODES_LINE, ...body })
      expect(answer.http).toBe(403)
      expect(
        (await world.anonymous.post(`/partner/codes/${path}`, { lineId: CODES_LINE, ...body })).http,
      ).toBe(401)
    }
  })
})
