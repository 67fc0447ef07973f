import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { defineRoute, schemas, z } from '@qd/contract-kit'
import type { AnyRoute } from '@qd/contract-kit'
import { aCaller, createTestApp, everything } from '@qd/server-kit/testing'
import { docs, getConfig, healthz, readyz } from '../contract/index.ts'
import { DEFAULT_SETTINGS, createSystemFeature } from './index.ts'

const editRow = defineRoute({
  method: 'POST',
  path: '/adjust/row/:rowId',
  title: 'test.editRow',
  permission: { routerName: 'index', code: 'row.edit', type: 'button', heldBy: [] },
  level: 3,
  risk: 'R2',
  params: z.object({ rowId: z.string() }),
  query: z.object({ sId: schemas.sIdNumber, note: z.optional(z.string()) }),
  body: z.object({ value: schemas.int64Text }),
  reply: z.object({ version: z.string() }),
})

const fine = {
  isReady: true,
  isSetupOpen: false,
  isStoreUp: true,
  isFull: false,
  damage: null as string | null,
}
const state = { ...fine }
const system = createSystemFeature({
  settings: { ...DEFAULT_SETTINGS, jsonDeep: 5, menuProjects: [] },
  version: '1.2.3',
  build: 'abc123',
  passwordMin: 12,
  isSandbox: true,
  isSetupOpen: () => state.isSetupOpen,
  proofKeys: async () => [],
  linesOf: (caller) => [{ name: `line of ${caller.username}` }],
  isReady: () => state.isReady,
  ping: async () => {
    if (!state.isStoreUp) throw new Error('gone')
  },
  condition: () => ({ isFull: state.isFull, damage: state.damage }),
  routes: (): AnyRoute[] => [docs, getConfig, healthz, readyz, editRow],
  titleOf: (lang, title) => `${title} in ${lang}`,
  // Its calls are tried where they stand: updates.test.ts.
  updates: { source: null, store: { as: () => ({}) } } as never,
})
const app = createTestApp({ features: [system] })
afterAll(app.close)
const admin = () => app.as(aCaller('admin', [everything]))
beforeEach(() => Object.assign(state, fine))

describe('global settings', () => {
  it('[S3.14] gives the public part to anyone, without lines', async () => {
    state.isSetupOpen = true
    const { body } = await app.anonymous.get('/api/sys/config')
    expect(body.data).toEqual({
      ...Object.fromEntries(
        Object.entries(DEFAULT_SETTINGS).filter(
          ([key]) => !['menuProjects', 'botsMax', 'itemSyncMinutes', 'redis'].includes(key),
        ),
      ),
      jsonDeep: 5,
      version: '1.2.3',
      build: 'abc123',
      passwordMin: 12,
      sandbox: true,
      setupOpen: true,
      proofKeys: [],
      wsList: [],
    })
  })

  it('[S7.26][S7.19] names the paths of the calls that scripts and older pages take', async () => {
    const { body } = await app.anonymous.get('/api/sys/config')
    expect(body.data).toMatchObject({
      configApi: '/adjust/wstool/config',
      hashApi: '/adjust/wstool/getHash',
      routeApi: '/adjust/downloadProto',
      adjustUrl: '/adjust/index',
      newUserUrl: '/adjust/newUser',
    })
  })

  it('[S3.14] gives a signed-in caller the gateway of his lines', async () => {
    const { body } = await admin().get('/api/sys/config')
    expect(body.data).toMatchObject({ wsList: [{ name: 'line of admin', value: '/live' }], setupOpen: false })
  })

  it('takes an expired token as none', async () => {
    const { body } = await app.withToken('expired').get('/api/sys/config')
    expect(body).toMatchObject({ status: 0, data: { wsList: [] } })
  })
})

describe('health', () => {
  it('says ok and nothing else', async () => {
    const healthy = await app.anonymous.get('/healthz')
    expect(healthy.body).toEqual({ status: 0, msg: '', data: 'ok', requestId: expect.any(String) })
    expect((await app.anonymous.get('/readyz')).body.data).toBe('ok')
  })

  it('is alive but not ready while the console starts', async () => {
    state.isReady = false
    expect((await app.anonymous.get('/healthz')).http).toBe(200)
    expect(await app.anonymous.get('/readyz')).toMatchObject({
      http: 503,
      body: { err: { code: 'starting' } },
    })
  })

  it('is alive but not ready while the store is away', async () => {
    state.isStoreUp = false
    expect((await app.anonymous.get('/healthz')).http).toBe(200)
    const ready = await app.anonymous.get('/readyz')
    expect(ready).toMatchObject({ http: 503, body: { data: null, err: { code: 'store_unavailable' } } })
    expect(ready.raw).not.toContain('gone')
  })

  it('stays ready on a full disk, and says so; with damaged pages it is not', async () => {
    state.isFull = true
    expect(await app.anonymous.get('/readyz')).toMatchObject({ http: 200, body: { data: 'storage_full' } })
    state.damage = 'page 7 of table x'
    const ready = await app.anonymous.get('/readyz')
    expect(ready).toMatchObject({ http: 503, body: { data: null, err: { code: 'storage_damaged' } } })
    expect(ready.raw).not.toContain('page 7')
  })
})

describe('document of the calls', () => {
  it('needs a session', async () => {
    expect(await app.anonymous.get('/docs')).toMatchObject({ http: 401 })
  })

  it('describes each served call with its permission, parameters and envelope', async () => {
    const { raw, headers } = await admin().get('/docs', { lang: 'de' })
    expect(headers['content-type']).toContain('application/json')
    const document = JSON.parse(raw)
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Quarterdeck', version: '1.2.3' } })
    expect(Object.keys(document.paths)).toEqual(
      ['/docs', '/api/sys/config', '/healthz', '/readyz', '/adjust/row/{rowId}'].toSorted(
        (a, b) => Object.keys(document.paths).indexOf(a) - Object.keys(document.paths).indexOf(b),
      ),
    )
    expect(document.paths['/healthz'].get.security).toEqual([])
    const item = document.paths['/adjust/row/{rowId}']
    expect(item.servers).toHaveLength(2)
    expect(item.post).toMatchObject({
      summary: 'test.editRow in de',
      'x-permission': 'index.row.edit',
      'x-level': 3,
      'x-risk': 'R2',
      parameters: [
        { name: 'rowId', in: 'path', required: true, schema: { type: 'string' } },
        { name: 'sId', in: 'query', required: true },
        { name: 'note', in: 'query', required: false },
      ],
      requestBody: {
        content: { 'application/json': { schema: { properties: { value: { type: 'string' } } } } },
      },
      responses: {
        200: {
          content: {
            'application/json': {
              schema: { properties: { data: { properties: { version: { type: 'string' } } } } },
            },
          },
        },
      },
    })
  })
})
