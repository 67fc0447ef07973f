import { randomBytes } from 'node:crypto'
import { AppError } from '@qd/contract-kit'
import { createEnvelopeBox } from '@qd/server-kit'
import type { Caller } from '@qd/server-kit'
import { aCaller, aServer, createTestApp, fixedScope, recordingAudit } from '@qd/server-kit/testing'
import { Redis } from 'ioredis'
import { redisErrors, redisResource } from '../../contract/index.ts'
import type {
  CommandLogEntry,
  ConnectionConfig,
  ConsoleMessage,
  ConsoleOutcome,
  ConsoleState,
  ConsoleValue,
} from '../../contract/index.ts'
import { parseCommand } from '../../contract/index.ts'
import { serveConsole } from '../console/serve-console.ts'
import { CommandLog } from '../guard/command-log.ts'
import { GuardedDatabase } from '../guard/guarded-database.ts'
import { DatabasePool } from '../link/pool/database-pool.ts'
import type { LinkSecrets } from '../link/redis-link.ts'
import { testConfig, testDialer } from './link-config.ts'
import { startLive } from './live-page.ts'
import type { LivePage } from './live-page.ts'

const TEXTS = new URL('../../contract/locales/', import.meta.url)
export const CONSOLE_LINE = 'lantern-dev'

export type Done = Extract<ConsoleOutcome, { state: 'done' }> & { value: ConsoleValue }

/** Somebody with permissions of Redis, by their last part; of what a pattern names alone. */
export const holder = (name: string, codes: readonly string[], pattern?: string) =>
  aCaller(name, [
    {
      scope: '*',
      environment: '*',
      codes: codes.map((code) => `redis.redis.${code}`),
      ...(pattern === undefined ? {} : { resource: { kind: 'redis', pattern } }),
    },
  ])
/** A console of a page: commands as people type them. */
export class TestConsole {
  readonly page: LivePage
  #n = 0

  constructor(page: LivePage) {
    this.page = page
  }

  get state(): ConsoleState | undefined {
    const events = this.page.events as { kind: string; state: ConsoleState }[]
    return events.findLast(({ kind }) => kind === 'state')?.state
  }

  get messages(): ConsoleMessage[] {
    const events = this.page.events as { kind: string; list: ConsoleMessage[] }[]
    return events.flatMap(({ kind, list }) => (kind === 'messages' ? list : []))
  }

  /** The outcome of a typed line; rejects with the code of its refusal. */
  async type(line: string, allowance = ''): Promise<Done> {
    const parsed = parseCommand(line)
    if ('fault' in parsed) throw new Error(parsed.fault.kind)
    this.#n += 1
    return this.page.ask<Done>('run', { n: this.#n, args: parsed.args, allowance })
  }

  async value(line: string): Promise<ConsoleValue> {
    return (await this.type(line)).value
  }
}

/** A pool over real servers, and consoles of a page on it. */
export async function consoleWorld(port: number) {
  const told: CommandLogEntry[] = []
  const log = new CommandLog(
    {
      publish: async (_topic, event) => void told.push(...(event as CommandLogEntry[])),
      subscribe: () => () => undefined,
    },
    () => undefined,
  )
  const connections = new Map<string, { config: ConnectionConfig; secrets: LinkSecrets }>()
  const callers = new Map<string, Caller>()
  const session = {
    onEnded: () => () => undefined,
    onRightsChanged: () => () => undefined,
    current: async (id: string) => [...callers.values()].find(({ sessionId }) => sessionId === id) ?? null,
  }
  const pool = new DatabasePool({
    connections: {
      async findConnection(lineId, id) {
        const found = connections.get(id)
        if (found === undefined) throw new AppError(redisErrors.redis_connection_not_found)
        return { id, lineId, revision: 1, ...found }
      },
      whenChanged: () => () => undefined,
    },
    session,
    guard: (asking, connection, link) => new GuardedDatabase({ asking, connection, link, log }),
    link: { dialer: testDialer(), pauseMs: () => 20 },
  })
  const audit = recordingAudit()
  const secretBox = createEnvelopeBox(randomBytes(32))
  const onFault = (error: unknown) => {
    throw error
  }
  const { routes, channels } = serveConsole({ databases: pool, session, secretBox, audit, onFault })
  const live = await startLive(channels, TEXTS)
  const app = createTestApp({
    features: [{ name: 'redis', texts: TEXTS, routes, channels: [], resources: [redisResource] }],
    scope: fixedScope([aServer({ sId: 1, lineId: CONSOLE_LINE, environment: 'dev' })]),
    audit,
  })
  const set = (id: string, of: Partial<ConnectionConfig> = {}) =>
    connections.set(id, { config: testConfig({ port, name: id, ...of }), secrets: {} })
  set('main')
  const pages: LivePage[] = []
  return {
    audit,
    told,
    set,
    client: new Redis({ port, host: '127.0.0.1' }),
    as(caller: Caller) {
      callers.set(caller.username, caller)
      const speaker = app.as(caller)
      return {
        async open(connectionId = 'main', db = 0): Promise<TestConsole> {
          const page = await live.open(caller, 'redis.console', { lineId: CONSOLE_LINE, connectionId, db })
          pages.push(page)
          return new TestConsole(page)
        },
        allow: (body: object) => speaker.post('/adjust/redis/console/allow', body as never),
      }
    },
    closePages() {
      for (const page of pages.splice(0)) page.close()
    },
    async stop(this: { client: Redis; closePages(): void }) {
      this.client.disconnect()
      this.closePages()
      live.stop()
      pool.stop()
      await app.close()
    },
  }
}
