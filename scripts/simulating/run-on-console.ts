import { setTimeout as sleep } from 'node:timers/promises'
import type { BotsReport, BotsTick } from '@qd/bots/contract'
import type { Scenario } from '@qd/scenario'
import type { SimulateOptions } from './simulate-options.ts'

/** The console refused, or was not there; exit code 2. */
export class ConsoleError extends Error {}

/** It said no, with a code. */
class Refused extends ConsoleError {
  readonly code: string

  constructor(text: string, code: string) {
    super(`${text} (${code})`)
    this.code = code
  }
}

const LOOK_EVERY_MS = 1_000
/** The console may be away for so long, as when it restarts. */
const AWAY_MS = 60_000
const ENDED = new Set(['succeeded', 'partly_failed', 'failed', 'cancelled'])

interface Envelope<T> {
  data: T
  msg: string
  err?: { code: string }
}

interface Job {
  state: string
  fault: string
}

interface Output {
  list: { kind: string; body: string }[]
  next: number
}

/** The console is not there, or not itself for now. */
class Away extends Error {}

function caller({ console: origin, token }: Pick<SimulateOptions, 'console' | 'token'>) {
  return async <T>(path: string, body: unknown): Promise<T> => {
    let answer: Response
    try {
      answer = await fetch(origin + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', lang: 'en' },
        body: JSON.stringify(body),
      })
    } catch (error) {
      const { code = '' } = ((error as Error).cause ?? {}) as { code?: string }
      throw new Away(`cannot reach ${origin} ${code}`.trim())
    }
    if (answer.status >= 502 && answer.status <= 504) throw new Away(`${origin} answers ${answer.status}`)
    const read = (await answer.json().catch(() => null)) as Envelope<T> | null
    if (read === null) throw new ConsoleError(`${origin}${path} is no console: ${answer.status}`)
    if (!answer.ok) throw new Refused(read.msg, read.err?.code ?? String(answer.status))
    return read.data
  }
}

/** What a run is told and tells while it goes on. */
export interface Along {
  onTick(tick: BotsTick): void
  /** A second of figures that could not be read; the report has all of them. */
  onTickLost(error: Error): void
  /** Aborts: the run is to be cancelled. Its end and its report are waited for all the same. */
  cancelled: AbortSignal
}

export interface Ran {
  jobId: string
  state: string
  fault: string
  /** Null: the run came to no report. */
  report: BotsReport | null
  before: BotsReport | null
}

/** Starts the run, hands on what it says until it has ended, and gives its report. A cut connection is taken up again. */
export async function runOnConsole(
  options: SimulateOptions,
  { scenario, key }: { scenario: Scenario; key: string },
  { onTick, onTickLost, cancelled }: Along,
): Promise<Ran> {
  const call = caller(options)
  const { sId, record, lineId } = options
  const place = new URLSearchParams({ sId: String(sId), ...(lineId === undefined ? {} : { lineId }) })
  const path = sId === null ? '/adjust/bots/start-record' : `/adjust/bots/start?${place}`
  let awaySinceMs = 0
  /** Tries again while the console is away; what was sent twice has the same key. */
  const patiently = async <T>(path: string, body: unknown): Promise<T> => {
    for (;;) {
      try {
        const answer = await call<T>(path, body)
        awaySinceMs = 0
        return answer
      } catch (error) {
        if (!(error instanceof Away)) throw error
        awaySinceMs ||= Date.now()
        if (Date.now() - awaySinceMs > AWAY_MS) throw new ConsoleError(error.message)
        await sleep(LOOK_EVERY_MS)
      }
    }
  }
  const first = call<{ jobId: string }>(path, {
    ...(sId === null ? { lineId, record } : {}),
    scenario,
    env: options.env,
    load: options.load,
    reason: options.reason,
    ...(options.confirm === undefined ? {} : { confirm: options.confirm }),
    ...(options.compareTo === undefined ? {} : { compareTo: options.compareTo }),
    idempotencyKey: key,
  })
  const { jobId } = await first.catch((error: unknown) => {
    throw error instanceof Away ? new ConsoleError(error.message) : error
  })
  let isTold = false
  /** Waits until it is time to look again, or until somebody wants the end. */
  const pause = () =>
    sleep(LOOK_EVERY_MS, undefined, isTold ? {} : { signal: cancelled }).catch(() => undefined)
  for (let after = 0; ;) {
    if (cancelled.aborted && !isTold) {
      isTold = true
      // It may have ended by itself in this moment; what came of it is read either way.
      await patiently('/platform/job/cancel', { jobId }).catch((error: unknown) => {
        if (!(error instanceof Refused) || error.code !== 'job_wrong_state') throw error
      })
    }
    const job = await patiently<Job>('/platform/job/get', { jobId })
    const output = await patiently<Output>('/platform/job/output', { jobId, after })
    after = output.next
    for (const { kind, body } of output.list) {
      if (kind !== 'event') continue
      try {
        onTick(JSON.parse(body) as BotsTick)
      } catch (error) {
        onTickLost(error as Error)
      }
    }
    if (ENDED.has(job.state) && output.list.length === 0) {
      const given = await patiently<{ report: BotsReport | null; before: { report: BotsReport } | null }>(
        '/adjust/bots/report',
        { jobId },
      )
      return {
        jobId,
        state: job.state,
        fault: job.fault,
        report: given.report,
        before: given.before?.report ?? null,
      }
    }
    if (!ENDED.has(job.state)) await pause()
  }
}
