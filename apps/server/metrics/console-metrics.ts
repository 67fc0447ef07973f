import type { GameAdapter, GameServerTarget } from '@qd/game-contract/adapter'
import type { AuditPort } from '@qd/server-kit'
import { isStoreError } from '@qd/store'
import type { Store } from '@qd/store'
import type { FastifyInstance } from 'fastify'
import { auditResult } from './audit-result.ts'
import { createRegistry, oneValue } from './registry.ts'
import { watchAdapter } from './watch-adapter.ts'
import { watchConsole } from './watch-console.ts'
import { watchProcess } from './watch-process.ts'
import { watchWork } from './watch-work.ts'
import type { Histogram } from './registry.ts'

const secondsSince = (startedMs: number) => (performance.now() - startedMs) / 1_000

/** Measures work by its result; what works, nearly all of it, looks up no labels. */
function timedInto(into: Histogram) {
  const worked = into.series({ result: 'ok' })
  return async function timed<T>(resultOf: (error: unknown) => string, work: () => Promise<T>): Promise<T> {
    const startedMs = performance.now()
    try {
      const value = await work()
      worked(secondsSince(startedMs))
      return value
    } catch (error) {
      into.observe({ result: resultOf(error) }, secondsSince(startedMs))
      throw error
    }
  }
}

/** What one console process measures about itself, and the wrappers that measure it. */
export function createConsoleMetrics() {
  const registry = createRegistry()
  const http = registry.histogram({
    name: 'quarterdeck_http_seconds',
    help: 'Calls by declared title and status.',
    labelNames: ['call', 'status'],
  })
  const writes = registry.histogram({
    name: 'quarterdeck_store_write_seconds',
    help: 'Writes from asking to durable.',
    labelNames: ['result'],
  })
  const audits = registry.histogram({
    name: 'quarterdeck_audit_seconds',
    help: 'Audit rows, with the change they belong to: refused by the change, or failed because the database did not take them.',
    labelNames: ['result'],
  })
  const games = registry.histogram({
    name: 'quarterdeck_game_call_seconds',
    help: 'Calls of game servers.',
    labelNames: ['server', 'result'],
  })
  const timedWrite = timedInto(writes)
  const timedAudit = timedInto(audits)
  let writesUnderWay = 0
  registry.gauge(
    {
      name: 'quarterdeck_store_writes_waiting',
      help: 'Writes asked for and not yet durable.',
    },
    () => oneValue(writesUnderWay),
  )

  const stop = watchProcess(registry)

  return {
    registry,
    /** Every call the server answers; what no contract declares counts as one. */
    watchCalls(app: FastifyInstance): void {
      const series = new Map<string, (seconds: number) => void>()
      app.addHook('onResponse', (request, reply, done) => {
        const { title = 'other' } = request.routeOptions.config as { title?: string }
        const key = `${reply.statusCode} ${title}`
        let observe = series.get(key)
        if (observe === undefined) {
          observe = http.series({ call: title, status: String(reply.statusCode) })
          series.set(key, observe)
        }
        observe(reply.elapsedTime / 1_000)
        done()
      })
    },
    watchStore(store: Store<never>): Store<never> {
      const watched: Store<never> = {
        ...store,
        write: async (fn, options) => {
          writesUnderWay++
          try {
            const resultOf = (error: unknown) => (isStoreError(error) ? error.code : 'refused')
            return await timedWrite(resultOf, () => store.write(fn, options))
          } finally {
            writesUnderWay--
          }
        },
        as: <Other>() => watched as unknown as Store<Other>,
      }
      return watched
    },
    watchAudit(audit: AuditPort): AuditPort {
      return {
        intent: (entry) => timedAudit(auditResult, () => audit.intent(entry)),
        outcome: (id, result) => timedAudit(auditResult, () => audit.outcome(id, result)),
        commit: (entry, change, options) =>
          timedAudit(auditResult, () => audit.commit(entry, change, options)),
        refused: (entry, result) => timedAudit(auditResult, () => audit.refused(entry, result)),
        event: (entry, result) => timedAudit(auditResult, () => audit.event(entry, result)),
      }
    },
    /** Counts by server of the catalogue. */
    watchAdapter: (adapter: GameAdapter, isRecorded: (target: GameServerTarget) => boolean) =>
      watchAdapter(adapter, games, isRecorded),
    watchConsole(store: Store<never>, liveSockets: () => number, dataDir: string): void {
      watchConsole(registry, store, liveSockets)
      watchWork(registry, store, dataDir)
    },
    stop,
  }
}

export type ConsoleMetrics = ReturnType<typeof createConsoleMetrics>
