import { gzipSync } from 'node:zlib'
import { startLyingGame } from '@qd/adapter-standard/testing'
import type { LyingGame } from '@qd/adapter-standard/testing'
import type { Grant, RouteReply } from '@qd/contract-kit'
import type { ApprovalCall, ApprovalNeeded } from '@qd/server-kit'
import { bytesSource, readSheet, writeXlsx } from '@qd/sheet-rows'
import { openStoreForTest } from '@qd/store/testing'
import type { Store } from '@qd/store'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as contract from '../contract/index.ts'
import type { MailCheck, MailRecord, mailList } from '../contract/index.ts'
import {
  AT_MAIL as AT,
  aMailDraft as aDraft,
  freshMailKey as freshKey,
  mailWorld,
  mailWorldMigrations as worldMigrations,
} from '@qd/app-server/testing'
import type { MailWorld, MailWorldTables } from '@qd/app-server/testing'

type MailSummary = RouteReply<typeof mailList>['list'][number]

const U = '30123000045'
const NOBODY_HERE = '30999000001'
const ITEM = '10007'

let game: LyingGame
let store: Store<MailWorldTables>
let world: MailWorld
const files: Record<string, Uint8Array> = {}
const policy: { needed: ApprovalNeeded | null; asked: ApprovalCall[] } = { needed: null, asked: [] }

async function start(environment: 'test' | 'production' = 'test') {
  world = mailWorld({
    store,
    environment,
    targets: { 123: () => game.target },
    adapter: { readTimeoutMs: 1_000, writeTimeoutMs: 500, cacheMs: 0 },
    files,
    approvals: {
      isOn: async () => policy.needed !== null,
      needed: async (call) => {
        policy.asked.push(call)
        return policy.needed
      },
    },
  })
}
beforeEach(async () => {
  game = await startLyingGame()
  game.honest.capabilities = ['mail.list', 'mail.global', 'players.query']
  store = await openStoreForTest<MailWorldTables>('sqlite', worldMigrations)
  Object.assign(policy, { needed: null, asked: [] })
  await start()
})
afterEach(async () => {
  await world.close()
  await game.stop()
  await store.close()
})

const only = (code: string): Grant => ({ scope: '*', environment: '*', codes: [code] })
const get = (id: string) => world.post<MailRecord>('get', { id })
const checksOf = async (id: string) => {
  const told = await world.post<{ checks: MailCheck[]; blockedBy: string | null }>('check', { id })
  return { ...told, states: Object.fromEntries(told.checks.map(({ key, state }) => [key, state])) }
}
const upload = (id: string, revision: number, bytes: Buffer, name = 'list.csv') =>
  world.admin.postBytes<{ revision: number; recipients: contract.RecipientSet }>(
    `/partner/mail/upload${AT}&id=${id}&revision=${revision}&name=${name}`,
    bytes,
  )

it('a file without content is refused as an empty one', async () => {
  const { id, revision } = await world.save(aDraft({ sendType: 4, playerObj: [] }))
  const answer = await upload(id, revision, Buffer.alloc(0))
  expect([answer.http, answer.body.err?.code]).toEqual([422, 'mail_file_refused'])
  expect(answer.body.err?.details).toMatchObject({ code: 'empty' })
})

describe('every call of mail', () => {
  const routes = Object.values(contract).filter(
    (each): each is typeof contract.mailGet =>
      typeof each === 'object' && each !== null && 'kind' in each && each.kind === 'route',
  )
  const bodies: Record<string, object> = {
    'mail.list': {},
    'mail.save': { draft: aDraft() },
    'mail.clone': { id: 'x', isTemplate: false },
    'mail.remove': { id: 'x', revision: 1 },
    'mail.players': { players: [{ id: U }] },
    'mail.estimate': { serverId: [], where: {} },
    'mail.columns': { fileId: 'x' },
    'mail.recipients': { id: 'x', from: 0, limit: 1 },
    'mail.import': { id: 'x', revision: 1, fileIds: ['x'], columns: { uId: 0, hasHead: false } },
    'mail.test': { id: 'x', revision: 1, uIds: [U] },
    'mail.release': { id: 'x', revision: 1, contentHash: '', reason: 'r', idempotencyKey: freshKey() },
    'mail.testAccounts': {},
    'mail.testAccountAdd': { uId: U, label: '' },
    'mail.testAccountRemove': { uId: U },
    'mail.words': {},
    'mail.wordsSet': { words: [], revision: 0 },
  }
  const NO_INPUT = new Set(['mail.list', 'mail.testAccounts', 'mail.words'])
  const again = { id: 'x', reason: 'r', idempotencyKey: freshKey() }
  for (const title of ['mail.retry', 'mail.recall', 'mail.takeBack']) bodies[title] = again
  const call = (speaker: MailWorld['admin'], route: (typeof routes)[number], line: string) => {
    const at = `${route.path}?lineId=${line}`
    const isBytes = 'bytesLimit' in route && route.bytesLimit !== undefined
    return isBytes
      ? speaker.postBytes(`${at}&id=x&revision=1&name=x`, Buffer.from('uId\n1\n'))
      : speaker.post(at, bodies[route.title] ?? { id: 'x' })
  }

  it.each(routes.map((route) => [route.path, route] as const))(
    '%s asks who calls, what they may, and where',
    async (_path, route) => {
      expect((await call(world.anonymous, route, 'northwind-test')).http).toBe(401)
      expect((await call(world.as('mute', [only('players.see')]), route, 'northwind-test')).http).toBe(403)
      const elsewhere: Grant = { scope: 'lantern/southwind', environment: '*', codes: ['*'] }
      expect((await call(world.as('south', [elsewhere]), route, 'northwind-test')).http).toBe(403)
      expect((await call(world.admin, route, 'nowhere')).http).toBe(404)
      const bad = await world.admin.post(`${route.path}?lineId=northwind-test`, {
        id: 7,
        draft: 7,
        words: 7,
        uId: 7,
      })
      if (!('bytesLimit' in route && route.bytesLimit !== undefined) && !NO_INPUT.has(route.title))
        expect([bad.http, bad.body.status === 0]).toEqual([400, false])
    },
  )
})

describe('drafts', () => {
  it('[S3.05] [S9.03] keep the fields of a mail, and lists show 20 characters of it', async () => {
    const body = '一二三四五六七八九十甲乙丙丁戊己庚辛壬癸子丑寅卯'
    const draft = aDraft({
      playerObj: [{ id: U }, { roleId: 'R1', serverId: 123 }],
      serverId: [123],
      content: { cn: { title: '补偿', body } },
      tags: ['compensation'],
    })
    const { id } = await world.save(draft)
    const { list } = await world.post<{ list: MailSummary[] }>('list', {})
    expect(list).toMatchObject([
      {
        id,
        sendType: 2,
        playerObj: [{ id: U }, { roleId: 'R1', serverId: 123 }],
        serverId: [123],
        platform: 3,
        emailType: 'compensation',
        title: '补偿',
        content: '一二三四五六七八九十甲乙丙丁戊己庚辛壬癸…',
        state: 'draft',
        players: 2,
      },
    ])
    expect((await get(id)).draft).toEqual(draft)
  })

  it('are saved only over the revision that was read', async () => {
    const { id } = await world.save(aDraft())
    const change = { id, revision: 1, draft: aDraft({ name: 'second' }) }
    expect((await world.post<{ revision: number }>('save', change)).revision).toBe(2)
    const late = await world.admin.post(`/partner/mail/save${AT}`, change)
    expect([late.http, late.body.err?.code]).toEqual([409, 'mail_changed'])
    expect((await get(id)).draft.name).toBe('second')
  })

  it('refuse a gift or a player that is none, and say where', async () => {
    const wrong = async (draft: contract.MailDraft) => {
      const answer = await world.admin.post(`/partner/mail/save${AT}`, { draft })
      return [answer.http, answer.body.err?.code, answer.body.err?.field]
    }
    const zero = aDraft({
      attach: [
        { number: '1', quantity: '1' },
        { number: '2', quantity: '0' },
      ],
    })
    expect(await wrong(zero)).toEqual([422, 'mail_entry_wrong', 'draft.attach.1'])
    expect(await wrong(aDraft({ playerObj: [{ id: U, roleId: 'R' }] }))).toEqual([
      422,
      'mail_entry_wrong',
      'draft.playerObj.0',
    ])
  })

  it('are found by state, type, tag, words and author, page by page', async () => {
    for (const [index, name] of ['alpha', 'beta', 'gamma'].entries())
      await world.save(aDraft({ name, tags: index === 1 ? ['gift'] : [], sendType: index === 2 ? 1 : 2 }))
    const names = async (filters: object) =>
      (await world.post<{ list: MailSummary[] }>('list', filters)).list.map(({ name }) => name)
    expect(await names({})).toEqual(['gamma', 'beta', 'alpha'])
    expect(await names({ sendTypes: [1] })).toEqual(['gamma'])
    expect(await names({ tag: 'gift' })).toEqual(['beta'])
    expect(await names({ search: 'ALP' })).toEqual(['alpha'])
    expect(await names({ author: 'nobody' })).toEqual([])
    expect(await names({ states: ['sent'] })).toEqual([])
    const page = await world.post<{ list: MailSummary[]; next: string }>('list', { limit: 2 })
    expect(page.list).toHaveLength(2)
    expect(await names({ before: page.next })).toEqual(['alpha'])
  })

  it('are found by where their requests stand in one call, however many came after them', async () => {
    const { id } = await world.save(aDraft())
    const one = await store.read.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const mailOf = (index: number, rest: Partial<typeof one>) => {
      return { ...one, id: `0${String(index).padStart(5, '0')}`, name: `mail ${index}`, ...rest }
    }
    const asked = ['pending', 'approved', 'rejected', 'executing', 'vetoed', 'done', 'pending'] as const
    const old = asked.map((state, index) => mailOf(index, { request_state: state, released: null }))
    // Released meanwhile by somebody who needs no approval: it is not in approval any more.
    old[6] = { ...old[6]!, released: '{}' }
    const newer = Array.from({ length: 2_100 }, (_, index) => mailOf(100 + index, {}))
    await store.write(async (tx) => {
      for (let at = 0; at < newer.length; at += 100)
        await tx
          .insertInto('mail')
          .values(newer.slice(at, at + 100))
          .execute()
      await tx.insertInto('mail').values(old).execute()
    })
    const found = async (...states: string[]) => {
      const { list, next } = await world.post<{ list: MailSummary[]; next: unknown }>('list', { states })
      return { names: list.map(({ name, state }) => `${name} ${state}`), next }
    }
    expect(await found('pending')).toEqual({ names: ['mail 0 pending'], next: null })
    expect(await found('approved')).toEqual({ names: ['mail 3 approved', 'mail 1 approved'], next: null })
    expect(await found('vetoed', 'rejected')).toEqual({
      names: ['mail 4 vetoed', 'mail 2 rejected'],
      next: null,
    })
  })

  it('are copied, also into templates, without times of the past; and are deleted', async () => {
    const { id, revision } = await world.save(aDraft({ sendAt: 5 }))
    const copy = await world.post<{ id: string }>('clone', { id, isTemplate: true, name: 'small' })
    expect(await get(copy.id)).toMatchObject({
      isTemplate: true,
      name: 'small',
      sendAt: null,
      expireAt: null,
    })
    const { list } = await world.post<{ list: MailSummary[] }>('list', { isTemplate: true })
    expect(list.map((each) => each.id)).toEqual([copy.id])
    await world.post('remove', { id, revision })
    expect((await world.admin.post(`/partner/mail/get${AT}`, { id })).http).toBe(404)
  })

  it('give their texts to translators and take them back', async () => {
    const { id } = await world.save(aDraft())
    const file = await world.admin.post(`/partner/mail/texts/export${AT}`, { id })
    expect([file.http, file.headers['content-type']]).toMatchObject([
      200,
      expect.stringContaining('spreadsheet'),
    ])
    const rows = [
      ['language', 'title', 'body', 'sender'],
      ['fr', 'Pardon', 'Un petit cadeau.', 'L’équipe'],
      ['en', '', 'A gift.', ''],
      ['klingon', 'x', 'y', ''],
    ]
    const bytes = Buffer.from(writeXlsx([{ name: 'mail', rows }]))
    const back = await world.admin.postBytes(`/partner/mail/texts/import${AT}&id=${id}&revision=1`, bytes)
    expect(back.body.data).toEqual({ revision: 2, languages: ['fr', 'en'], ignored: ['klingon'] })
    expect((await get(id)).draft).toMatchObject({
      content: { fr: { title: 'Pardon' }, en: { title: 'Sorry', body: 'A gift.' }, cn: { title: '补偿' } },
      sender: { fr: 'L’équipe' },
    })
  })
})

describe('recipients of an import', () => {
  const fresh = async () => world.save(aDraft({ sendType: 4, playerObj: [] }))

  it('[S5.02] come with a form up to 10,485,760 bytes and no further', async () => {
    const { id } = await fresh()
    const head = 'uId,note\n'
    const line = `${U},${'x'.repeat(1_000)}\n`
    const most = Buffer.alloc(10_485_760, line)
    most.write(head)
    const whole = Buffer.concat([Buffer.from(head), most.subarray(head.length)])
    const taken = await upload(id, 1, whole)
    expect([taken.http, taken.body.data.recipients.players], taken.raw.slice(0, 300)).toEqual([200, 1])
    const larger = await upload(id, 2, Buffer.concat([whole, Buffer.from('x')]))
    expect([larger.http, larger.body.err?.code]).toEqual([413, 'body_too_large'])
  })

  it('tell duplicates and unknown ids with their lines before anything is sent, and as a file', async () => {
    const { id } = await fresh()
    const list = `uId;gift;name\n${U};1001,2|1001,3;Ann\nabc;;\n${NOBODY_HERE};;\n${U};;\n=30123000046;;\n30123000046;1,0;\n`
    const { recipients } = (await upload(id, 1, Buffer.from(`\uFEFF${list}`))).body.data
    expect(recipients).toMatchObject({
      players: 1,
      duplicates: 1,
      problems: 4,
      vars: ['name'],
      hasOwnAttach: true,
    })
    expect(recipients.firstProblems.map(({ line, code }) => [line, code])).toEqual([
      [3, 'wrong_id'],
      [4, 'no_server'],
      [5, 'repeated'],
      [6, 'wrong_id'],
      [7, 'wrong_attach'],
    ])
    const file = await world.admin.post(`/partner/mail/import/problems${AT}`, { id })
    const lines = file.raw.trim().split('\r\n')
    expect(lines).toHaveLength(6)
    // No spreadsheet runs what somebody wrote into the list.
    expect(lines.some((each) => each.includes(",'=30123000046"))).toBe(true)
    expect((await get(id)).recipients?.hash).toMatch(/^[0-9a-f]{64}$/)
  })

  it('read workbooks of several files, with columns that were mapped', async () => {
    const { id, revision } = await fresh()
    files['a.xlsx'] = writeXlsx([
      {
        name: 'a',
        rows: [
          ['who', 'what'],
          ['x', U],
          ['y', '30123000046'],
        ],
      },
    ])
    files['b.csv'] = Buffer.from(`n\tu\nz\t30123000047\n`)
    files['c.csv.gz'] = gzipSync(`n;u\nv;30123000048\nw;${U}\n`)
    const look = await world.post<{ columns: number; rows: string[][]; guess: object }>('import/columns', {
      fileId: 'a.xlsx',
    })
    expect(look).toMatchObject({
      columns: 2,
      rows: [
        ['who', 'what'],
        ['x', U],
        ['y', '30123000046'],
      ],
    })
    const { recipients } = await world.post<{ recipients: contract.RecipientSet }>('import', {
      id,
      revision,
      fileIds: ['a.xlsx', 'b.csv', 'c.csv.gz'],
      columns: { uId: 1, hasHead: true, vars: { nick: 0 } },
    })
    expect(recipients).toMatchObject({
      players: 4,
      problems: 0,
      duplicates: 1,
      firstProblems: [
        { file: 'c.csv.gz', line: 3, code: 'repeated', text: U },
        { file: 'c.csv.gz', line: 2, code: 'unknown', text: '30123000048' },
      ],
      files: [{ rows: 3 }, { rows: 2 }, { rows: 3 }],
    })
  })

  it.each([
    ['a broken quote', Buffer.from(`uId\n"${U}`), 'broken_quotes', 2],
    ['a long line', Buffer.from(`uId\n1\n${'7'.repeat(70_000)}`), 'cell_too_long', 3],
    ['no text', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'bad_encoding', undefined],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), 'unknown_format', undefined],
    ['nothing', Buffer.from('\n'), 'empty', undefined],
    [
      'half a zip',
      Buffer.from(writeXlsx([{ name: 'a', rows: [['1']] }])).subarray(0, 90),
      'bad_archive',
      undefined,
    ],
  ])('are refused as a whole for %s', async (_name, bytes, code, line) => {
    const { id } = await fresh()
    const answer = await upload(id, 1, bytes)
    expect([answer.http, answer.body.err?.code]).toEqual([422, 'mail_file_refused'])
    expect(answer.body.err?.details).toMatchObject({ code, ...(line === undefined ? {} : { line }) })
    expect((await get(id)).recipients).toBeNull()
  })

  it('are shown from any one on, over chunks, with their own gift and words', async () => {
    const { id } = await fresh()
    const shown = (from: number, limit: number) =>
      world.post<RouteReply<typeof contract.mailRecipients>>('recipients', { id, from, limit })
    expect(await shown(0, 10)).toEqual({ total: 0, list: [] })
    const uIds = Array.from({ length: 205 }, (_row, n) => String(30_123_000_000 + n))
    const rows = uIds.map((uId, n) => `${uId};${n === 150 ? '1001,2' : ''};N${n}`)
    await upload(id, 1, Buffer.from(`uId;gift;name\n${rows.join('\n')}\n`))
    const all = [...(await shown(0, 100)).list, ...(await shown(100, 100)).list]
    expect(all.map(({ uId, vars }) => [uId, vars['name']])).toEqual(
      uIds.slice(0, 200).map((uId, n) => [uId, `N${n}`]),
    )
    expect(all[149]).toMatchObject({ sId: 123, attach: null })
    expect(all[150]).toMatchObject({ attach: [{ number: '1001', quantity: '2' }] })
    expect(await shown(98, 5)).toEqual({ total: 205, list: all.slice(98, 103) })
    expect((await shown(203, 5)).list.map(({ uId }) => uId)).toEqual(uIds.slice(203))
    expect((await shown(205, 3)).list).toEqual([])
  })

  it('need a column of players, and no id of another person’s file is taken', async () => {
    const { id, revision } = await fresh()
    const wrong = await upload(id, 1, Buffer.from('name,level\nann,7\n'))
    expect(wrong.body.err?.code).toBe('mail_columns_wrong')
    const body = { id, revision, fileIds: ['nobody'], columns: { uId: 0, hasHead: true } }
    expect((await world.admin.post(`/partner/mail/import${AT}`, body)).body.err?.code).toBe('file_not_found')
  })

  it('named players are shown as the game knows them', async () => {
    const players = [
      { id: U },
      { id: '30123999999' },
      { id: NOBODY_HERE },
      { id: U },
      { roleId: 'r', serverId: 9 },
    ]
    const { list } = await world.post<{ list: { state: string; name: string | null }[] }>('players', {
      players,
    })
    expect(list.map(({ state }) => state)).toEqual(['asked', 'unknown', 'no_server', 'repeated', 'no_server'])
    expect(list[0]?.name).not.toBe('')
  })

  it('a condition is counted by the servers, and marked where one does not answer', async () => {
    const ask = () =>
      world.post<{ isEstimate: boolean; servers: { state: string }[] }>('estimate', {
        serverId: [],
        where: { level: { min: 1 } },
      })
    expect((await ask()).servers.map(({ state }) => state)).toEqual([
      expect.stringMatching(/counted|estimated/),
    ])
    game.behave('refuse', 'playersQuery')
    expect(await ask()).toMatchObject({ isEstimate: true, servers: [{ state: 'away' }] })
  })
})

describe('the checks', () => {
  it('pass for a sound draft, and say what it gives', async () => {
    const { id } = await world.save(aDraft())
    const { states, blockedBy } = await checksOf(id)
    expect(blockedBy).toBeNull()
    expect(states).toEqual({
      servers: 'ok',
      players: 'ok',
      texts: 'ok',
      vars: 'ok',
      words: 'ok',
      bytes: 'ok',
      expiry: 'ok',
      attach: 'ok',
      items: 'ok',
      limits: 'ok',
      value: 'ok',
      test: 'warn',
    })
  })

  it.each<[string, Partial<contract.MailDraft>]>([
    ['texts', { content: { cn: { title: '', body: 'x' } } }],
    ['vars', { content: { cn: { title: 't', body: 'hello {nick}' } } }],
    ['vars', { sender: { cn: '灯塔 {nick}' } }],
    ['expiry', { expireAt: Date.now() + 3_600_000 }],
    ['expiry', { expireAt: null }],
    ['items', { attach: [{ number: '999999999', quantity: '1' }] }],
    ['players', { playerObj: [{ id: NOBODY_HERE }] }],
    ['servers', { serverId: [999] }],
  ])('%s fails, and the mail cannot be released', async (key, more) => {
    const { id } = await world.save(aDraft(more))
    const { states, blockedBy } = await checksOf(id)
    expect(states[key]).toBe('fail')
    expect(blockedBy).not.toBeNull()
    const answer = await world.release(id)
    expect([answer.http, answer.body.err?.code]).toEqual([422, 'mail_check_failed'])
    expect(game.calls.filter(({ name }) => name === 'mailBatch')).toEqual([])
  })

  it('find forbidden words of the line, in any width or case', async () => {
    await world.post('words/set', { words: ['Casino', '外挂'], revision: 0 })
    const { id } = await world.save(aDraft({ content: { cn: { title: 'ｃａｓｉｎｏ', body: '外挂' } } }))
    const { checks, states } = await checksOf(id)
    expect(states['words']).toBe('fail')
    expect(checks.find(({ key }) => key === 'words')?.text).toContain('Casino, 外挂')
    const late = await world.admin.post(`/partner/mail/words/set${AT}`, { words: [], revision: 0 })
    expect([late.http, late.body.err?.code]).toEqual([409, 'mail_changed'])
    expect(await world.post('words/get', {})).toEqual({ words: ['Casino', '外挂'], revision: 1 })
  })

  it('count the upper limits of the line, and a release takes what it gives off them', async () => {
    const item = { number: ITEM, quantity: '5' }
    const values = { number: ITEM, kind: 'person_day', quantity: '9' }
    const saved = await world.admin.post('/platform/gamePropUpperLimit/save', {
      partnerCode: 'northwind',
      lineCode: 'northwind-test',
      values,
    })
    expect(saved.http, saved.raw).toBe(200)
    const { id } = await world.save(aDraft({ attach: [item] }))
    expect((await checksOf(id)).states['limits']).toBe('ok')
    await world.jobs.start()
    const first = await world.release(id)
    expect(first.http, first.raw).toBe(200)
    await world.until(first.body.data.jobId, 'succeeded')
    await world.jobs.stop()
    // Five of nine are gone today: five more are one too many, for whatever mail.
    const second = await world.save(aDraft({ name: 'second', attach: [item] }))
    expect((await checksOf(second.id)).states['limits']).toBe('fail')
    const answer = await world.release(second.id)
    expect(answer.body.err?.code).toBe('mail_check_failed')
  })
})

describe('a test send', () => {
  it('goes to registered accounts alone, and production waits for it', async () => {
    await world.close()
    await start('production')
    const { id } = await world.save(aDraft())
    expect((await checksOf(id)).states['test']).toBe('fail')
    const refused = await world.admin.post(`/partner/mail/test${AT}`, { id, revision: 1, uIds: [U] })
    expect([refused.http, refused.body.err?.code]).toEqual([422, 'mail_no_test_account'])
    await world.post('test-accounts/add', { uId: U, label: 'QA' })
    expect(await world.post('test-accounts/list', {})).toMatchObject({
      list: [{ uId: U, sId: 123, label: 'QA' }],
    })
    const test = await world.post<{ contentHash: string; results: object[] }>('test', {
      id,
      revision: 1,
      uIds: [U],
    })
    expect(test.results).toMatchObject([{ uId: U, isSent: true }])
    expect((await checksOf(id)).states['test']).toBe('ok')
    const asked = game.calls.filter(({ name }) => name === 'mailBatch')
    expect(asked).toHaveLength(1)
    // Under a name of its own: the player gets the mail itself as well.
    expect(asked[0]?.body['mailId']).not.toBe(id)
    await world.post('save', {
      id,
      revision: 1,
      draft: aDraft({ content: { cn: { title: 'other', body: 'x' } } }),
    })
    expect((await checksOf(id)).states['test']).toBe('fail')
    await world.post('test-accounts/remove', { uId: U })
    expect(await world.post('test-accounts/list', {})).toEqual({ list: [] })
  })
})

describe('a release', () => {
  it('asks for reason and name in production', async () => {
    await world.close()
    await start('production')
    await world.post('test-accounts/add', { uId: U, label: '' })
    const { id } = await world.save(aDraft())
    await world.post('test', { id, revision: 1, uIds: [U] })
    const answer = await world.release(id, { reason: '' })
    expect([answer.http, answer.body.err?.code]).toEqual([428, expect.any(String)])
    expect((await world.release(id, { confirm: 'northwind-test' })).http).toBe(200)
  })

  it('waits for an approval where a policy asks for one, and writes nothing before', async () => {
    policy.needed = { name: 'Mail', stages: [{ name: 'Second pair of eyes', need: 1, groups: [] }] }
    const { id } = await world.save(aDraft({ playerObj: [{ id: U }, { id: '30123000046' }] }))
    const answer = await world.release(id)
    expect([answer.http, answer.body.err?.code]).toEqual([428, 'approval_required'])
    expect(await get(id)).toMatchObject({ state: 'draft', jobId: null, progress: null })
    expect(game.calls.filter(({ name }) => name === 'mailBatch')).toEqual([])
    const asked = policy.asked.find(({ facts }) => facts.objects.some((object) => object === `mail:${id}`))
    const { facts, type } = asked!
    expect(type.type).toBe('mail.send')
    expect(facts.value).toMatchObject({ rows: 2 })
    expect(facts.preview.map(({ kind }) => kind)).toEqual(['facts', 'mail', 'sample', 'checks'])
    expect(facts.bases.map(({ key }) => key)).toEqual(['items', 'words', 'recipients'])
  })

  it('tells approvers in words whom a range means', async () => {
    policy.needed = { name: 'Mail', stages: [] }
    const where = {
      channels: ['ios', 'web'],
      level: { min: 5, max: 60 },
      vip: { max: 3 },
      registered: { from: Date.UTC(2026, 0, 2, 3, 4) },
      lastLogin: {},
    }
    const factsOf = async (more: Partial<contract.MailDraft>) => {
      const { id } = await world.save(aDraft({ sendType: 3, playerObj: [], ...more }))
      await world.release(id)
      return policy.asked.at(-1)!.facts.preview.flatMap((block) => (block.kind === 'facts' ? block.rows : []))
    }
    const facts = await factsOf({ where })
    expect(facts.filter(({ label }) => JSON.stringify(label).includes('mail.where.'))).toEqual([
      {
        label: { key: 'mail.where.channels' },
        value: { key: 'mail.bound.oneOf', params: { values: 'ios, web' } },
      },
      {
        label: { key: 'mail.where.level' },
        value: { key: 'mail.bound.between', params: { low: '5', high: '60' } },
      },
      { label: { key: 'mail.where.vip' }, value: { key: 'mail.bound.most', params: { high: '3' } } },
      {
        label: { key: 'mail.where.registered' },
        value: { key: 'mail.bound.since', params: { low: '2026-01-02 03:04 UTC' } },
      },
    ])
    expect(await factsOf({ where: {} })).toContainEqual({
      label: { key: 'mail.fact.condition' },
      value: { key: 'mail.fact.everyone' },
    })
  })

  it('asks anew for other players, other content or another condition, and not for the same again', async () => {
    policy.needed = { name: 'Mail', stages: [] }
    const abouts: (string | undefined)[] = []
    for (const more of [
      {},
      {},
      { playerObj: [{ id: '30123000046' }] },
      { content: { cn: { title: 'a', body: 'b' } } },
      { sendType: 1 as const, playerObj: [] },
      { sendType: 3 as const, playerObj: [], where: { level: { min: 5 } } },
    ]) {
      const { id } = await world.save(aDraft({ expireAt: 4_000_000_000_000, ...more }))
      await world.release(id)
      abouts.push(policy.asked.at(-1)?.facts.about)
    }
    expect(abouts[0]).toBe(abouts[1])
    expect(new Set(abouts).size).toBe(5)
  })

  it('is refused for what the caller has not seen', async () => {
    const { id } = await world.save(aDraft())
    for (const more of [
      { contentHash: 'f'.repeat(64) },
      { recipientsHash: 'f'.repeat(64) },
      { revision: 9 },
    ]) {
      const answer = await world.release(id, more)
      expect([answer.http, answer.body.err?.code]).toEqual([409, 'mail_changed'])
    }
  })

  it('fails upward when the game server is away: the checks say so and the job waits', async () => {
    const { id } = await world.save(aDraft())
    await game.stop()
    const { states } = await checksOf(id)
    expect(states['servers']).toBe('unknown')
    game = await startLyingGame()
  })
})

it('texts of a workbook for translators come as they were written', async () => {
  const rows: (readonly string[])[] = []
  const bytes = writeXlsx([{ name: 'a', rows: [['language'], ['cn']] }])
  for await (const some of readSheet(bytesSource(bytes))) rows.push(...some.map(({ cells }) => cells))
  expect(rows).toEqual([['language'], ['cn']])
})
