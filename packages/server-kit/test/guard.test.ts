import { defineRoute, schemas, z } from '@qd/contract-kit'
import type { Grant } from '@qd/contract-kit'
import { afterAll, describe, expect, test } from 'vitest'
import { serve } from '../src/index.ts'
import type { ServerFeature } from '../src/index.ts'
import { aCaller, aServer, createTestApp, everything, fixedScope } from '../testing/index.ts'

const read = { routerName: 'index', code: 'data.read', type: 'button', heldBy: [] } as const
const edit = { routerName: 'index', code: 'data.edit', type: 'button', heldBy: [] } as const
const uIdQuery = z.object({ uId: schemas.uIdText })

const readRoute = defineRoute({
  method: 'GET',
  path: '/adjust/read',
  title: 'read',
  permission: read,
  level: 3,
  risk: 'R0',
  query: uIdQuery,
  target: ({ query }) => ({ uId: query.uId }),
  reply: z.object({ uId: z.string() }),
})

const editRoute = defineRoute({
  method: 'POST',
  path: '/adjust/edit',
  title: 'edit',
  permission: edit,
  level: 3,
  risk: 'R2',
  risesTo: 'R3',
  query: uIdQuery,
  body: z.object({
    value: z.int(),
    sensitive: z.optional(z.boolean()),
    ...schemas.confirmation,
  }),
  target: ({ query }) => ({ uId: query.uId }),
  audit: ({ body }) => ({ value: body.value }),
  reply: z.object({ value: z.int() }),
})

const explainRoute = defineRoute({
  method: 'POST',
  path: '/adjust/explain',
  title: 'explain',
  permission: edit,
  level: 3,
  risk: 'R2',
  risesTo: 'R3',
  needsReason: true,
  query: uIdQuery,
  body: z.object({ sensitive: z.optional(z.boolean()), ...schemas.confirmation }),
  target: ({ query }) => ({ uId: query.uId }),
  reply: z.object({ reason: z.string() }),
})

const makeRoute = defineRoute({
  method: 'GET',
  path: '/adjust/make',
  title: 'make',
  permission: edit,
  level: 3,
  risk: 'R2',
  riskInProduction: 'R3',
  query: z.object({ sId: schemas.sIdNumber, lineId: z.string(), ...schemas.confirmation }),
  target: ({ query }) => ({ sId: query.sId, lineId: query.lineId }),
  reply: schemas.nothing,
})

const serverRoute = defineRoute({
  method: 'GET',
  path: '/adjust/server',
  title: 'server',
  permission: 'session',
  level: 3,
  risk: 'R0',
  query: z.object({ sId: z.optional(schemas.sIdNumber), lineId: z.optional(z.string()) }),
  target: ({ query }) => ({ sId: query.sId, lineId: query.lineId }),
  lift: ['sId'],
  reply: z.object({ sId: z.int(), lineId: z.string() }),
})

let edits = 0
const feature: ServerFeature = {
  name: 'probe',
  texts: new URL('../../contract-kit/locales/', import.meta.url),
  routes: [
    serve(readRoute, (input) => ({ uId: input.query.uId })),
    serve(editRoute, {
      raiseRisk: (input) => (input.body.sensitive === true ? 'R3' : 'R2'),
      handle(input) {
        edits++
        return { value: input.body.value }
      },
    }),
    serve(explainRoute, {
      raiseRisk: (input) => (input.body.sensitive === true ? 'R3' : 'R2'),
      handle: (input) => ({ reason: input.body.reason }),
    }),
    serve(makeRoute, () => null),
    serve(serverRoute, (_input, ctx) => ({ sId: ctx.place.sId!, lineId: ctx.place.lineId! })),
  ],
}

const servers = [
  aServer(),
  aServer({ sId: 124 }),
  aServer({ platform: 1, operator: 'harbour', lineId: 'harbour-prod', environment: 'production', sId: 11 }),
  aServer({ platform: 1, operator: 'harbour', lineId: 'harbour-dev', environment: 'dev', sId: 123 }),
]
const rights = (scope: string, ...codes: string[]): Grant => ({ scope, environment: '*', codes })
const door = createTestApp({ features: [feature], scope: fixedScope(servers) })
const admin = aCaller('admin', [everything], ['ROLE_ADMIN'])
const reader = aCaller('reader', [rights('lantern/northwind/northwind-test', 'index.data.read')])
const editor = aCaller('editor', [rights('lantern', 'index.data.read', 'index.data.edit')])
const nobody = aCaller('nobody')

afterAll(() => door.close())

describe('who may call', () => {
  test('token and Authorization, with or without Bearer, must agree', async () => {
    const { app } = door
    door.as(reader)
    const url = '/adjust/read?uId=30123000045'
    const ask = async (headers: Record<string, string>) => (await app.inject({ url, headers })).statusCode
    expect(await ask({ token: 'reader' })).toBe(200)
    expect(await ask({ authorization: 'reader' })).toBe(200)
    expect(await ask({ authorization: 'Bearer reader' })).toBe(200)
    expect(await ask({ token: 'reader', authorization: 'Bearer reader' })).toBe(200)
    expect(await ask({ token: 'reader', authorization: 'Bearer other' })).toBe(400)
    expect(await ask({})).toBe(401)
    expect(await ask({ token: 'unknown' })).toBe(401)
    expect(await ask({ cookie: 'token=reader' })).toBe(401)
  })

  test('permission is asked before the input is looked at', async () => {
    const answer = await door.as(nobody).get('/adjust/read?uId=nonsense')
    expect([answer.http, answer.body.err?.code]).toEqual([403, 'forbidden'])
  })

  test('scope comes from the target: own 200, foreign 403, missing below a held place 404', async () => {
    const as = door.as(reader)
    expect((await as.get('/adjust/read?uId=30123000045')).http).toBe(200)
    const foreign = await as.get('/adjust/read?uId=10011000001')
    const absent = await as.get('/adjust/read?uId=90999000001')
    expect([foreign.http, absent.http]).toEqual([403, 403])
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...absent.body, requestId: '' })
    expect((await door.as(admin).get('/adjust/read?uId=90999000001')).http).toBe(404)
  })

  test('the base address names the line and must not contradict the uId', async () => {
    const as = door.as(admin)
    expect((await as.get('/line/northwind-test/adjust/read?uId=30123000045')).http).toBe(200)
    expect((await as.get('/line/harbour-prod/adjust/read?uId=30123000045')).http).not.toBe(200)
    const bare = await as.get('/adjust/server?sId=123')
    expect([bare.http, bare.body.err?.code]).toEqual([400, 'scope_ambiguous'])
    const based = await as.get<{ lineId: string }>('/line/harbour-dev/adjust/server?sId=123')
    expect(based.body.data.lineId).toBe('harbour-dev')
    expect((based.body as unknown as { sId: number }).sId).toBe(123)
    // For somebody who sees only one of the two lines the bare sId is not ambiguous.
    expect((await door.as(reader).get('/adjust/server?sId=123')).http).toBe(200)
  })

  test('a call that needs a server says so', async () => {
    const answer = await door.as(admin).get('/adjust/server')
    expect([answer.http, answer.body.err?.code, answer.body.msg]).toEqual([
      400,
      'server_required',
      '请选择区服',
    ])
    const german = await door.as(admin).get('/adjust/server', { lang: 'de' })
    expect(german.body.msg).toBe('Wählen Sie einen Server')
  })
})

describe('risk and audit', () => {
  test('a write leaves intent and outcome; a refused write leaves a refusal', async () => {
    door.audits.length = 0
    const as = door.as(editor)
    await as.post('/adjust/edit?uId=30123000045', { value: 7 })
    await door.as(reader).post('/adjust/edit?uId=30123000045', { value: 7 })
    await as.post('/adjust/edit?uId=30123000045', { value: 'x' })
    const kinds = door.audits.map(({ kind, entry, result }) => [kind, entry?.target, result?.code])
    expect(kinds).toEqual([
      ['intent', '30123000045', undefined],
      ['outcome', '30123000045', 'ok'],
      ['refused', 'id-reader', 'forbidden'],
      ['refused', 'id-editor', 'field_invalid'],
    ])
    expect(door.audits[2]?.entry?.detail).toEqual({ asked: { uId: '30123000045' } })
    await door.as(reader).post('/adjust/edit?uId=30123000045', 'x'.repeat(9))
    expect(door.audits).toHaveLength(5)
  })

  test('a refused read leaves no row', async () => {
    door.audits.length = 0
    const nobody = aCaller('nobody', [])
    expect((await door.as(nobody).get('/adjust/read?uId=30123000045')).http).toBe(403)
    expect(door.audits).toEqual([])
  })

  test('a call that needs a reason asks for it after the gate', async () => {
    const as = door.as(editor)
    const inTest = await as.post('/adjust/explain?uId=30123000045', { sensitive: true })
    expect([inTest.http, inTest.body.err?.code, inTest.body.err?.field]).toEqual([
      400,
      'reason_required',
      'reason',
    ])
    const blank = await as.post('/adjust/explain?uId=30123000045', { reason: '   ' })
    expect([blank.http, blank.body.err?.code]).toEqual([400, 'reason_required'])
    const inProduction = await as.post('/adjust/explain?uId=10011000001', { sensitive: true })
    expect([inProduction.http, inProduction.body.err?.field]).toEqual([428, 'reason'])
    expect((await as.post('/adjust/explain?uId=30123000045', { reason: 'why' })).http).toBe(200)
  })

  test('R3 in production asks for reason and the typed target name, and nothing happens before', async () => {
    const as = door.as(editor)
    const url = '/adjust/edit?uId=10011000001'
    const before = edits
    const bare = await as.post<null>(url, { value: 1, sensitive: true })
    expect([bare.http, bare.body.err?.code]).toEqual([428, 'confirm_required'])
    expect(bare.body.err?.details).toEqual({ risk: 'R3', expected: '10011000001' })
    const wrong = await as.post(url, { value: 1, sensitive: true, reason: 'why', confirm: '10011000002' })
    expect([wrong.http, wrong.body.err?.field]).toEqual([428, 'confirm'])
    expect(edits).toBe(before)
    const right = await as.post(url, { value: 1, sensitive: true, reason: 'why', confirm: '10011000001' })
    expect(right.http).toBe(200)
    expect((await as.post(url, { value: 1 })).http).toBe(200)
    expect((await as.post('/adjust/edit?uId=30123000045', { value: 1, sensitive: true })).http).toBe(200)
  })
})

describe('what a call declares of its risk', () => {
  test('a GET that weighs R3 in production carries reason and name in its query, elsewhere nothing', async () => {
    door.audits.length = 0
    const as = door.as(editor)
    const url = '/adjust/make?sId=11&lineId=harbour-prod'
    expect((await as.get(url)).body.err).toMatchObject({ code: 'confirm_required', field: 'reason' })
    expect((await as.get(`${url}&reason=why`)).body.err?.field).toBe('confirm')
    expect((await as.get(`${url}&reason=why&confirm=S11`)).http).toBe(200)
    expect((await as.get('/adjust/make?sId=123&lineId=harbour-dev')).http).toBe(200)
    const rows = door.audits.map(({ kind, entry }) => [kind, entry?.risk, entry?.reason])
    expect(rows).toEqual([
      ['refused', 'R3', ''],
      ['refused', 'R3', 'why'],
      ['intent', 'R3', 'why'],
      ['outcome', 'R3', 'why'],
      ['intent', 'R2', ''],
      ['outcome', 'R2', ''],
    ])
  })

  test.each<[string, object, object]>([
    ['raises a risk it does not declare', { risesTo: undefined }, {}],
    ["names its target without confirms: 'named'", {}, { targetName: () => 'x' }],
    ['names no target', { confirms: 'named' }, {}],
    ['may be asked for reason, which its body does not take', { body: z.object({ value: z.int() }) }, {}],
    ['may be asked for reason, which its query does not take', { method: 'GET' }, {}],
    [
      'may be asked for confirm, which its body does not take',
      { body: z.object({ value: z.int(), reason: schemas.reasonLater }) },
      {},
    ],
  ])('a route that %s does not start', (problem, spec, options) => {
    const route = { ...editRoute, ...spec } as typeof editRoute
    const served = serve(route, { raiseRisk: () => 'R3', handle: () => ({ value: 1 }), ...options })
    expect(() => createTestApp({ features: [{ ...feature, routes: [served] }] })).toThrow(problem)
  })

  test('a risk above the declared one is a fault of ours and nothing happens', async () => {
    let calls = 0
    const served = serve(editRoute, {
      raiseRisk: () => 'R4',
      handle: () => ({ value: ++calls }),
    })
    const other = createTestApp({
      features: [{ ...feature, routes: [served] }],
      scope: fixedScope(servers),
    })
    const answer = await other.as(editor).post('/adjust/edit?uId=30123000045', { value: 1 })
    expect([answer.http, answer.body.err?.code, calls]).toEqual([500, 'internal', 0])
    await other.close()
  })
})

describe('bad input', () => {
  test.each([
    ['{"value": 1, "extra": 2}', 400, 'field_unknown', 'extra'],
    ['{"value": "1"}', 400, 'field_invalid', 'value'],
    ['{"value": 1.5}', 400, 'field_invalid', 'value'],
    ['{"value": 1, "__proto__": {"a": 1}}', 400, 'key_forbidden', '__proto__'],
    ['{"value": 1, "\\u005f_proto__": {"a": 1}}', 400, 'key_forbidden', '__proto__'],
    ['{"value": {"constructor": {"prototype": 1}}}', 400, 'key_forbidden', 'value.constructor'],
    ['{"value": 1', 400, 'invalid_json', undefined],
    ['[]', 400, 'field_invalid', 'body'],
    ['"text"', 400, 'field_invalid', 'body'],
    [`{"value": ${'['.repeat(5000)}${']'.repeat(5000)}}`, 413, 'body_too_deep', undefined],
    ['{"value": 1, "reason": "a\\u0000b"}', 400, 'field_invalid', 'reason'],
  ])('%s', async (payload, http, code, field) => {
    door.as(editor)
    const answer = await door.app.inject({
      method: 'POST',
      url: '/adjust/edit?uId=30123000045',
      headers: { token: 'editor', 'content-type': 'application/json' },
      payload,
    })
    const body = answer.json()
    expect([answer.statusCode, body.status, body.err.code, body.err.field]).toEqual([http, http, code, field])
  })

  test.each(['0', '-1', '9007199254740993x', 'abc', '', '1e10', '1&uId=2', '%00'])(
    'uId %s is 400',
    async (uId) => {
      const answer = await door.as(editor).get(`/adjust/read?uId=${uId}`)
      expect(answer.http).toBe(400)
    },
  )

  test('a body over 10,485,760 bytes is 413, other content types are 415', async () => {
    door.as(editor)
    const send = (headers: Record<string, string>, payload: string) =>
      door.app.inject({ method: 'POST', url: '/adjust/edit?uId=30123000045', headers, payload })
    const json = { token: 'editor', 'content-type': 'application/json' }
    const large = await send(json, JSON.stringify({ value: 1, reason: 'x'.repeat(10_485_761) }))
    expect([large.statusCode, large.json().err.code]).toEqual([413, 'body_too_large'])
    const text = await send({ token: 'editor', 'content-type': 'text/plain' }, '{"value":1}')
    expect([text.statusCode, text.json().err.code]).toEqual([415, 'content_type_unsupported'])
    const packed = await send({ ...json, 'content-encoding': 'gzip' }, '{"value":1}')
    expect([packed.statusCode, packed.json().err.code]).toEqual([415, 'content_type_unsupported'])
    const anonymous = await send({ 'content-type': 'application/json' }, '{"value":1}')
    expect(anonymous.statusCode).toBe(401)
  })
})

test('a route without declaration does not start', () => {
  const bare = { ...readRoute, permission: undefined } as unknown as typeof readRoute
  const start = () =>
    createTestApp({ features: [{ ...feature, routes: [serve(bare, () => ({ uId: '' }))] }] })
  expect(start).toThrow('declares no permission')
})
