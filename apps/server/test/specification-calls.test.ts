import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestConsole } from '../testing/index.ts'
import type { Answer, Speaker, TestConsole } from '../testing/index.ts'

/*
 * The calls of section 7 as their table has them: the payload that is sent and the answer that is read, one row for each,
 * against the sandbox. Calls of the package management are not served yet, and have no row.
 */

const UID = '30123000005'
const LINE = 'northwind-test'
const line = { partnerCode: 'northwind', lineCode: LINE }
const onServer = `sId=123&lineId=${LINE}`
const PASSWORD = 'quarterdeck-sandbox'

let running: TestConsole
let admin: Speaker
beforeAll(async () => {
  running = await startTestConsole({}, { playersPerServer: 20 })
  admin = await running.signIn('admin')
})
afterAll(() => running.dispose())

const key = () => `spec-${randomBytes(8).toString('hex')}`
const any = (type: unknown) => expect.any(type) as unknown
const some = (row: object) => expect.arrayContaining([expect.objectContaining(row)]) as unknown
const ok = (data: unknown, more: object = {}) => ({ status: 0, data, ...more })

async function edited() {
  const read = await admin.post<{ version: string; data: { settings: { music: number } } }>(
    `/adjust/get?uId=${UID}`,
    { diffs: ['SettingsInfo'] },
  )
  const { version, data } = read.body.data
  const { music: old } = data.settings
  const change = { diff: 'SettingsInfo', path: ['music'], op: 'set', value: old === 7 ? 8 : 7, old }
  return { version, changes: [change] }
}

const CALLS: Record<string, { call: () => Promise<Answer>; says: object }> = {
  '[S7.02] GET /api/auth/login': {
    call: () => running.anonymous.get(`/api/auth/login?username=reader&password=${PASSWORD}`),
    says: ok(
      expect.objectContaining({
        token: any(String),
        userInfo: expect.objectContaining({ username: 'reader' }) as unknown,
      }),
    ),
  },
  '[S7.03] POST /platform/userGroup/childs': {
    call: () => admin.post('/platform/userGroup/childs', { hasSelf: true }),
    says: ok(any(Array)),
  },
  '[S7.04] POST /platform/gameProp/all': {
    call: () => admin.post('/platform/gameProp/all', line),
    says: ok(
      some({
        number: any(String),
        name: any(String),
        type: expect.objectContaining({ code: any(String) }) as unknown,
      }),
    ),
  },
  '[S7.05] POST /platform/gamePropUpperLimit/list': {
    call: () => admin.post('/platform/gamePropUpperLimit/list', line),
    says: ok(some({ number: '2', quantity: '50000' })),
  },
  '[S7.06] POST /partner/channel/list/{lineId}': {
    call: () => admin.post(`/partner/channel/list/${LINE}`),
    says: ok(some({ name: any(String), code: any(String) })),
  },
  '[S7.08] GET /api/sys/projectList': {
    call: () => admin.get('/api/sys/projectList'),
    says: ok(
      some({
        project_name: any(String),
        project_ident: any(String),
        project_id: any(String),
        children: any(Array),
      }),
    ),
  },
  '[S7.09] GET /adjust/userInfo': {
    call: () => admin.get('/adjust/userInfo'),
    says: ok(expect.objectContaining({ username: 'admin', roles: any(Array) })),
  },
  '[S7.10] GET /adjust/redisConnections': {
    call: () => admin.get('/adjust/redisConnections'),
    says: ok(some({ id: 'sandbox-harbour-dev', name: 'lantern-dev' })),
  },
  '[S7.11] [S7.25] POST /adjust/redisCommand': {
    call: () =>
      admin.post('/adjust/redisCommand', {
        command: 'DBSIZE',
        params: [],
        connConfig: { id: 'sandbox-harbour-dev' },
      }),
    // A number becomes a text.
    says: ok(expect.stringMatching(/^\d+$/)),
  },
  '[S7.12] GET /adjust/tipProtocol': {
    call: () => admin.get(`/adjust/tipProtocol?${onServer}`),
    says: ok(expect.objectContaining({ md5: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown })),
  },
  '[S7.24] GET /adjust/tipProtocol?protocolJson=1': {
    call: () => admin.get(`/adjust/tipProtocol?protocolJson=1&${onServer}`),
    says: ok(
      expect.objectContaining({
        md5: any(String),
        protocol: expect.objectContaining({ diffInfos: any(Object), protocols: any(Array) }) as unknown,
      }),
    ),
  },
  '[S7.13] POST /adjust/get?uId': {
    call: () => admin.post(`/adjust/get?uId=${UID}`, {}),
    says: ok(expect.objectContaining({ version: any(String), data: any(Object) })),
  },
  '[S7.14] POST /adjust/parseCommitAction?uId': {
    call: async () => admin.post(`/adjust/parseCommitAction?uId=${UID}`, await edited()),
    says: ok(expect.objectContaining({ actions: any(Array) })),
  },
  '[S7.15] POST /adjust/api/change?uId': {
    call: async () =>
      admin.post(`/adjust/api/change?uId=${UID}`, {
        ...(await edited()),
        reason: 'ticket 7',
        idempotencyKey: key(),
      }),
    says: ok(expect.objectContaining({ editId: any(String) })),
  },
  '[S7.16] [S7.20] GET /adjust/time': {
    call: () => admin.get(`/adjust/time?${onServer}`),
    says: ok(expect.objectContaining({ timestamp: any(Number) }), { timestamp: any(Number) }),
  },
  '[S7.16] GET /adjust/domain': {
    call: () => admin.get('/adjust/domain'),
    says: ok(some({ name: any(String), value: `/line/${LINE}` })),
  },
  '[S7.16] GET /adjust/getServer': {
    call: () => admin.get(`/adjust/getServer?lineId=${LINE}`),
    says: ok(some({ name: any(String), value: '123' })),
  },
  '[S7.16] GET /adjust/getCrossServer': {
    call: () => admin.get(`/adjust/getCrossServer?lineId=${LINE}`),
    says: ok(any(Array)),
  },
  '[S7.16] GET /adjust/newUser': {
    call: () => admin.get(`/adjust/newUser?${onServer}`),
    says: ok(
      expect.objectContaining({ userId: expect.stringMatching(/^30123\d{6}$/) as unknown, c: any(Array) }),
    ),
  },
  '[S7.17] GET /adjust/downloadProto': {
    call: () => admin.get(`/line/${LINE}/adjust/downloadProto`),
    says: {},
  },
  '[S7.19] GET /adjust/wstool/config': {
    call: () => admin.get(`/adjust/wstool/config?${onServer}`),
    says: ok(expect.objectContaining({ project: 'wstool', protocol: 'protobuf', ws: any(String) })),
  },
  '[S7.19] GET /adjust/wstool/getHash': {
    call: () => admin.get(`/adjust/wstool/getHash?${onServer}`),
    says: ok(expect.objectContaining({ hash: any(String), deviceId: any(String), ver: any(String) })),
  },
  '[S7.19] GET /adjust/index': {
    call: () => admin.get(`/adjust/index?${onServer}`),
    says: ok(expect.objectContaining({ status: 'running' })),
  },
  '[S7.20] the menu': {
    call: () => admin.post('/platform/menu/list', { game: 'lantern' }),
    says: ok(expect.objectContaining({ list: any(Array) })),
  },
  '[S7.20] the look-up of a uId': {
    call: () => admin.get(`/adjust/lookup?uId=${UID}`),
    says: ok(expect.objectContaining({ id: UID, sId: 123 })),
  },
  '[S7.20] the list of lines': {
    call: () => admin.post('/partner/line/list', { game: 'lantern', partnerCode: 'northwind' }),
    says: ok(some({ lineId: LINE, name: any(String) })),
  },
  '[S7.20] the list of servers': {
    call: () => admin.post(`/partner/server/list/${LINE}`),
    says: ok(some({ sId: 123, serviceName: any(String) })),
  },
  '[S7.20] the connection info': {
    call: () => admin.get(`/adjust/serverInfo?${onServer}&t=1`),
    says: ok({ apiUrl: any(String), serverId: any(String), hashKey: any(String), ws: any(String) }),
  },
  '[S7.20] the message definitions': {
    call: () => admin.get(`/adjust/proto?${onServer}`),
    says: ok(expect.objectContaining({ proto: { nested: any(Object) } })),
  },
  '[S7.21] the settings file': {
    call: () => running.anonymous.get('/api/sys/config'),
    says: ok(expect.objectContaining({ PLATFORM_BASE_NUM: 10_000_000_000, SID_BASE_NUM: 1_000_000 })),
  },
  // The last: it ends the other sessions of this account.
  '[S7.07] POST /platform/user/password': {
    call: async () => {
      const developer = await running.signIn('developer')
      return developer.post('/platform/user/password', {
        password: 'another-long-password',
        oldPassword: PASSWORD,
      })
    },
    says: { status: 0, msg: '修改成功' },
  },
}

test.each(Object.entries(CALLS))(
  '%s takes its payload and answers as it is read',
  async (_name, { call, says }) => {
    const { http, body } = await call()
    expect([http, body]).toEqual([200, expect.objectContaining(says)])
  },
)

const SELECTION: [level: string, words: string, method: 'get' | 'post', path: string, body?: object][] = [
  ['an operator', '请选择运营商', 'post', '/partner/line/list', { game: 'lantern' }],
  ['an operator', '请选择运营商', 'post', '/platform/gameProp/all', { lineCode: LINE }],
  ['an operator', '请选择运营商', 'post', '/platform/gamePropUpperLimit/list', { lineCode: LINE }],
  ['a line', '请选择线路', 'post', '/platform/gameProp/all', {}],
  ['a line', '请选择线路', 'post', '/platform/gameProp/all', { partnerCode: 'northwind', lineCode: '' }],
  ['a line', '请选择线路', 'post', '/platform/gamePropUpperLimit/list', { partnerCode: 'northwind' }],
  ['a line', '请选择线路', 'get', '/adjust/getServer'],
  ['a line', '请选择线路', 'get', '/adjust/getCrossServer'],
  ['a line', '请选择线路', 'get', '/adjust/downloadProto'],
  ['a line', '请选择线路', 'post', '/partner/codes/list', {}],
  ['a server', '请选择区服', 'get', '/adjust/time'],
  ['a server', '请选择区服', 'get', '/adjust/time?sId='],
  ['a server', '请选择区服', 'get', '/adjust/index'],
  ['a server', '请选择区服', 'get', `/adjust/index?lineId=${LINE}`],
  ['a server', '请选择区服', 'get', '/adjust/proto'],
  ['a server', '请选择区服', 'get', '/adjust/wstool/getHash'],
  ['a server', '请选择区服', 'get', '/adjust/serverInfo?t=1'],
  ['a server', '请选择区服', 'get', '/adjust/newUser'],
  ['a server', '请选择区服', 'post', '/adjust/newUser', {}],
]

test.each(SELECTION)(
  '[S5.01] who leaves out %s reads %s: %s %s',
  async (...[, words, method, path, body]) => {
    const { http, body: answer } = method === 'get' ? await admin.get(path) : await admin.post(path, body)
    expect([http, answer.msg]).toEqual([400, words])
  },
)

test('[S5.01] what is there and wrong is named as before', async () => {
  const answer = await admin.get('/adjust/time?sId=twelve')
  expect([answer.http, answer.body.err?.field]).toEqual([400, 'sId'])
  expect(answer.body.err?.code).toBe('field_invalid')
})

test.each([
  ['that its server does not have', '30123999999'],
  ['of no server of the platform', '30777000045'],
  ['of no platform', '90123000045'],
])('[S8.05] a player %s is no such player', async (_what, uId) => {
  for (const call of [
    () => admin.get(`/adjust/lookup?uId=${uId}`),
    () => admin.post(`/adjust/get?uId=${uId}`, {}),
    () =>
      admin.post(`/adjust/parseCommitAction?uId=${uId}`, {
        version: '1',
        changes: [{ diff: 'SettingsInfo', path: ['music'], op: 'set', value: 7, old: 8 }],
      }),
  ]) {
    const { http, body } = await call()
    expect([http, body.err?.code, body.err?.field]).toEqual([404, 'player_not_found', 'uId'])
    expect(body.msg).toContain(uId)
  }
})

test.each<[string, string, object, (gift: unknown) => object]>([
  [
    'the check of a gift',
    '/platform/gameProp/check',
    { ...line, kind: 'mail', players: 1 },
    (entries) => ({ entries }),
  ],
  [
    'a gift template',
    '/platform/giftTemplate/save',
    line,
    (entries) => ({ values: { name: `g ${key()}`, tags: [], entries } }),
  ],
  [
    'a mail',
    `/partner/mail/save?lineId=${LINE}`,
    {},
    (attach) => ({
      draft: {
        name: 'A gift',
        sendType: 2,
        emailType: 'compensation',
        playerObj: [{ id: UID }],
        serverId: [],
        content: { en: { title: 'Sorry', body: 'For the delay' } },
        fallback: 'en',
        sender: {},
        attach,
        sendAt: null,
        expireAt: Date.now() + 86_400_000,
        where: {},
        exclude: [],
        tags: [],
      },
    }),
  ],
])('[S3.07] %s takes the text of a gift and `name`', async (_what, path, more, withGift) => {
  for (const gift of [
    '10001,5|10002,1',
    [
      { name: '10001', quantity: 5 },
      { name: 10_002, quantity: '1' },
    ],
  ]) {
    const { http, body } = await admin.post(path, { ...more, ...withGift(gift) })
    expect([http, body.msg]).toEqual([200, ''])
    const said = JSON.stringify(body.data)
    if (said.includes('"entries"') || said.includes('"attach"'))
      expect(said).toContain('[{"number":"10001","quantity":"5"},{"number":"10002","quantity":"1"}]')
  }
  const wrong = await admin.post(path, { ...more, ...withGift('10001') })
  expect(wrong.http).toBe(400)
})
