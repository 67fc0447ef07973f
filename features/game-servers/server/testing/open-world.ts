import { randomBytes } from 'node:crypto'
import { QD1 } from '@qd/game-frame'
import { openKeyOf, signOpenRequest, verifyResponse } from '@qd/game-contract/signing'
import type { OpenKey } from '@qd/game-contract/signing'
import { createCatalogue } from '@qd/server-kit'
import type { Notice, ScopePort } from '@qd/server-kit'
import { aCaller, aServer, createTestApp, fixedScope, recordingAudit } from '@qd/server-kit/testing'
import type { Store } from '@qd/store'
import { afterEach, beforeEach } from 'vitest'
import type { GameServersDeps, OpenServer } from '../game-servers-deps.ts'
import { createGameServersFeature } from '../index.ts'
import type { GameServerTables } from '../index.ts'

export const NOW = 1_790_000_000_000

export function openServer(sId: number, more: Partial<OpenServer> = {}): OpenServer {
  return {
    ...aServer({ sId }),
    openedAt: NOW - 86_400_000,
    adapter: 'standard',
    codec: JSON.stringify(QD1),
    labels: ['new'],
    connection: { ws: `wss://game.example/s${sId}`, openAddresses: [] },
    ...more,
  }
}

/** What several nodes share: the catalogue, the keys, the clock. */
export function sharedWorld() {
  const shared = {
    now: NOW,
    servers: [openServer(123), openServer(124), openServer(7, { platform: 4, key: 'lantern:4:7' })],
    keys: new Map<number, OpenKey[]>(
      [123, 124, 7].map((sId) => [sId, [{ keyId: `k${sId}`, hashKey: `secret of ${sId}` }]]),
    ),
    told: [] as { name: string; params: Notice['params']; key: string; scope: string | undefined }[],
  }
  return shared
}
export type Shared = ReturnType<typeof sharedWorld>

export interface Signing {
  from?: string
  keyId?: string
  hashKey?: string
  /** What is signed instead of the body that is sent. */
  signedBody?: string
  atMs?: number
  headers?: Record<string, string>
}

/** A game as a whole, or what the fixed scope finds. */
const scopeOf = ({ servers }: Shared): ScopePort => ({
  resolve: ({ game, lineId, sId }) =>
    lineId === undefined && sId === undefined
      ? { kind: 'places', places: [{ game: String(game) }] }
      : fixedScope(servers).resolve({ lineId, sId }),
})

/** One node of the console with nothing but game servers. */
export function openNode(
  store: Store<GameServerTables>,
  shared: Shared,
  more: Partial<GameServersDeps> = {},
) {
  const faults: unknown[] = []
  const warnings: unknown[] = []
  const audit = recordingAudit(store as never)
  const feature = createGameServersFeature({
    store: store as never,
    catalogue: {
      current: () => createCatalogue({ games: [], operators: [], lines: [], servers: shared.servers }),
    },
    openKeysOf: ({ sId }) => shared.keys.get(sId) ?? [],
    reach: { reach: () => Promise.reject(new Error('not asked')), serversOf: () => [] },
    notifications: {
      tell: async (_tx, { kind, params, key, scope }) => {
        shared.told.push({ name: kind.name, params, key, scope })
      },
    },
    audit,
    log: { warn: (detail) => warnings.push(detail), error: (detail) => faults.push(detail) },
    nowMs: () => shared.now,
    ...more,
  })
  const app = createTestApp({
    features: [feature],
    store: store as never,
    audit,
    scope: scopeOf(shared),
    gameServers: feature.port,
    nowMs: () => shared.now,
  })

  interface Sent {
    method: 'GET' | 'POST'
    url: string
    body?: string
    sId?: number
  }

  async function send({ method, url, body = '', sId = 123 }: Sent, signing: Signing = {}) {
    const [key] = shared.keys.get(sId) ?? []
    const server = shared.servers.find((each) => each.sId === sId)
    const nonce = randomBytes(16).toString('hex')
    const hashKey = signing.hashKey ?? key!.hashKey
    const headers = signOpenRequest({
      method,
      url,
      body: signing.signedBody ?? body,
      from: signing.from ?? `lantern/${server!.platform}/${sId}`,
      keyId: signing.keyId ?? key!.keyId,
      hashKey,
      tsMs: signing.atMs ?? shared.now,
      nonce,
    })
    const type = method === 'POST' ? { 'content-type': 'application/json' } : {}
    const answer = await app.app.inject({
      method,
      url,
      headers: { ...type, ...headers, ...signing.headers },
      ...(method === 'POST' ? { payload: body } : {}),
    })
    const { statusCode: status, body: text } = answer
    const signature = answer.headers['x-gm-sign']
    const isSigned = verifyResponse(
      { status, body: text, nonce, hashKey: openKeyOf(hashKey) },
      typeof signature === 'string' ? signature : null,
    )
    const { data, err } = answer.json<{ data: unknown; err?: { code: string; details?: unknown } }>()
    return {
      status,
      data,
      code: err?.code,
      details: err?.details,
      isSigned,
      hasSignature: signature !== undefined,
    }
  }

  return {
    ...app,
    feature,
    faults,
    warnings,
    audits: audit.rows,
    /** A heartbeat of a server. */
    beat: (sId = 123, said: object = {}, signing: Signing = {}) => {
      const clock = { real: shared.now, game: shared.now, offset: 0, zone: 'Asia/Shanghai' }
      const body = JSON.stringify({ sId, online: 41, state: 'open', clock, ...said })
      return send({ method: 'POST', url: '/open/v1/heartbeat', body, sId }, signing)
    },
    open: (path: string, body: object | null, sId = 123, signing: Signing = {}) =>
      send(
        body === null
          ? { method: 'GET', url: `/open/v1/${path}`, sId }
          : { method: 'POST', url: `/open/v1/${path}`, body: JSON.stringify(body), sId },
        signing,
      ),
    send,
    /** Somebody who sees the whole game. */
    reader: app.as(aCaller('reader', [{ scope: 'lantern', environment: '*', codes: ['a.b'] }])),
    async states() {
      const { body } = await this.reader.post<
        { sId: number; silentSince: number | null; online: number | null; state: string | null }[]
      >('/adjust/server/states', { game: 'lantern' })
      return body.data
    },
    stop: async () => {
      await app.close()
      await feature.stop()
    },
  }
}

/** A fresh database for each test, and nodes on it that end with it. */
export function useOpenNodes(open: <DB>() => Promise<Store<DB>>) {
  let store: Store<GameServerTables>
  let shared: Shared
  const nodes: ReturnType<typeof openNode>[] = []
  beforeEach(async () => {
    store = await open<GameServerTables>()
    shared = sharedWorld()
  })
  afterEach(async () => {
    await Promise.all(nodes.splice(0).map((each) => each.stop()))
  })
  return {
    store: () => store,
    shared: () => shared,
    node(more: Partial<GameServersDeps> = {}) {
      const made = openNode(store, shared, more)
      nodes.push(made)
      return made
    },
  }
}
