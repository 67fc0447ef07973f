import { riskAtLeast } from '@qd/contract-kit'
import type { AppError, Risk } from '@qd/contract-kit'
import type { FastifyRequest } from 'fastify'
import type { AuditEntry, AuditPort, Caller } from '../ports/index.ts'

/** What the audit calls requests that were refused before their call began. */
export const REFUSED_REQUESTS = 'core.refusedRequests'

const WINDOW_MS = 60_000
/** Calls told apart in one row; the rest is counted as one. */
const MOST_CALLS = 20

interface Counted {
  entry: AuditEntry
  status: number
  code: string
  /** How many of each call, by its title. */
  calls: Map<string, number>
  firstAt: number
  lastAt: number
}

export interface EarlyRefusals {
  /** A request of this caller that never became a call. */
  note(request: FastifyRequest, caller: Caller, failure: AppError): void
  /** Writes down what is counted; what cannot be written is kept for the next time. */
  flush(): Promise<void>
}

/** Declared calls carry these in their configuration; what no contract declares has neither. */
interface CallConfig {
  title?: string
  risk?: Risk
}

/**
 * Bad input, as far as it is one: missing rights are told by the guard, and what went wrong on our side is not the caller's
 * doing. A session of the wrong kind at a call that changes something was refused a change.
 */
function isCounted({ def }: AppError, { risk }: CallConfig): boolean {
  if (def.status === 403) return def.code !== 'forbidden' && risk !== undefined && riskAtLeast(risk, 'R1')
  return def.status >= 400 && def.status < 500 && ![401, 404].includes(def.status)
}

/**
 * Requests of signed-in callers that were refused before anything of them was understood: bad JSON, too much, the wrong
 * type, forbidden keys, too slow. One row for each caller and kind a minute, with how many they were, so that a script that
 * probes the console is seen and a flood of it does not fill the audit. Open sessions and kinds bound what is kept.
 */
export function createEarlyRefusals(
  audit: Pick<AuditPort, 'refused'>,
  { windowMs = WINDOW_MS, nowMs = Date.now, onError = (_error: unknown): void => undefined } = {},
): EarlyRefusals {
  const counted = new Map<string, Counted>()
  let timer: NodeJS.Timeout | undefined

  async function write(key: string, row: Counted): Promise<void> {
    const { entry, status, code, firstAt, lastAt } = row
    const count = [...row.calls.values()].reduce((sum, each) => sum + each, 0)
    const calls = [...row.calls].map(([title, times]) => `${title}: ${times}`)
    const detail = { count, calls, firstAt, lastAt }
    try {
      await audit.refused({ ...entry, detail }, { status, code })
    } catch (error) {
      onError(error)
      // What came meanwhile is one with it.
      const since = counted.get(key)
      for (const [title, times] of since?.calls ?? []) add(row, title, times)
      counted.set(key, { ...row, lastAt: since?.lastAt ?? lastAt })
      wait()
    }
  }
  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const rows = [...counted]
    counted.clear()
    await Promise.all(rows.map(([key, row]) => write(key, row)))
  }
  function wait(): void {
    timer ??= setTimeout(() => void flush(), windowMs)
    timer.unref()
  }

  return {
    flush,
    note(request, caller, failure) {
      const config = request.routeOptions.config as CallConfig
      if (!isCounted(failure, config)) return
      const { code, status } = failure.def
      const key = `${caller.sessionId} ${code}`
      const at = nowMs()
      const row = counted.get(key) ?? {
        entry: entryOf(request, caller),
        status,
        code,
        calls: new Map<string, number>(),
        firstAt: at,
        lastAt: at,
      }
      row.lastAt = at
      add(row, config.title ?? 'other', 1)
      counted.set(key, row)
      wait()
    },
  }
}

function add({ calls }: Counted, title: string, times: number): void {
  const name = calls.has(title) || calls.size < MOST_CALLS ? title : 'other'
  calls.set(name, (calls.get(name) ?? 0) + times)
}

function entryOf(request: FastifyRequest, caller: Caller): AuditEntry {
  return {
    requestId: request.id,
    actorId: caller.userId,
    actor: caller.username,
    sessionId: caller.sessionId,
    address: request.ip,
    action: REFUSED_REQUESTS,
    risk: 'R1',
    scope: '*',
    target: caller.userId,
    reason: '',
    detail: {},
  }
}
