import { randomBytes } from 'node:crypto'
import { enterHash } from '@qd/game-contract/signing'
import type { GameServerTarget } from '@qd/game-contract/adapter'
import type { BotsEnding, BotsPlayer, BotsReport, BotsTick } from '../../contract/index.ts'
import type { ProofAsked, WorkerOrder } from '../worker/messages.ts'
import { BOT_DEVICE } from './bot-devices.ts'
import { Collector } from './collector.ts'
import { startWorkers } from './crew-of-workers.ts'

const SECOND_MS = 1_000
/** A share of failures says something from so many passes on. */
const LEAST_PASSES = 20

export interface Play {
  order: Omit<WorkerOrder, 'index' | 'workers' | 'peer'> & Pick<WorkerOrder, 'peer'>
  target: Pick<GameServerTarget, 'sId' | 'hashKey'>
  /** Why a device that may be a real player's does not enter; null: it may. */
  refuseForeign: string | null
  signal: AbortSignal
  /** What the abort of the signal means. */
  endingOf(reason: unknown): BotsEnding
  goneAfterMs: number
  nowMs(): number
  onTick(tick: BotsTick): void
  /** A second of the picture that could not be told. */
  onTickLost(error: unknown): void
}

function signWith({
  target: { sId, hashKey },
  refuseForeign,
  nowMs,
}: Pick<Play, 'target' | 'refuseForeign' | 'nowMs'>) {
  return ({ deviceId, ver }: ProofAsked): { hash: string } | { why: string } => {
    if (refuseForeign !== null && !deviceId.startsWith(BOT_DEVICE)) return { why: refuseForeign }
    try {
      return { hash: enterHash({ sId, deviceId, ver, hashKey }, nowMs(), randomBytes(16).toString('hex')) }
    } catch (error) {
      if (error instanceof RangeError) return { why: error.message }
      throw error
    }
  }
}

interface Seen {
  /** Replies of the game when somebody was last there. */
  answered: number
  sinceMs: number
}

/** Why the run is over by its own rules; null: it goes on. */
function endingNow(
  { order, goneAfterMs }: Pick<Play, 'order' | 'goneAfterMs'>,
  elapsedMs: number,
  collector: Collector,
  seen: Seen,
): BotsEnding | null {
  const { load } = order
  const { passed, failed, answered, online } = collector.standing
  const { failedPercent, afterMs } = load.stop
  if (answered > seen.answered || online > 0) {
    seen.answered = answered
    seen.sinceMs = elapsedMs
  }
  const all = passed + failed
  const isOver = failedPercent !== undefined && all >= LEAST_PASSES && (failed / all) * 100 > failedPercent
  if (isOver) return 'failures'
  if (failed > 0 && elapsedMs - seen.sinceMs >= goneAfterMs) return 'server_gone'
  return elapsedMs >= afterMs ? 'time' : null
}

/** Plays a scenario with many clients until one of its ends, and gives the report. Never rejects for what the game does. */
export function play({
  order,
  target,
  refuseForeign,
  signal,
  endingOf,
  goneAfterMs,
  nowMs,
  onTick,
  onTickLost,
}: Play): Promise<BotsReport> {
  const startedAt = nowMs()
  const startedMs = performance.now()
  const names = new Map(order.commands.map(({ cmd, name }) => [cmd, name]))
  const collector = new Collector(names)
  const players: BotsPlayer[] = []
  const seen: Seen = { answered: 0, sinceMs: 0 }
  const tell = (tick: BotsTick) => {
    try {
      onTick(tick)
    } catch (error) {
      // The report has all of it: a stream that fails costs a second of the picture, not the run.
      onTickLost(error)
    }
  }
  return new Promise((resolve, reject) => {
    let isEnding = false
    let lastMs = 0
    const end = (ended: BotsEnding, text = '') => {
      if (isEnding) return
      isEnding = true
      clearInterval(timer)
      signal.removeEventListener('abort', onAbort)
      const durationMs = Math.round(performance.now() - startedMs)
      const last = () => {
        tell(collector.tick(durationMs, Math.max(0.001, (durationMs - lastMs) / SECOND_MS)))
        const report = collector.report({ ended, text, startedAt, durationMs })
        return players.length === 0 ? report : { ...report, players }
      }
      workers.stop().then(last).then(resolve, reject)
    }
    const workers = startWorkers(order, {
      sign: signWith({ target, refuseForeign, nowMs }),
      onTick: (worker, tick) => collector.add(worker, tick),
      onPlayers: (told) => players.push(...told),
      onThrough: () => end('passes'),
      onDied: (why) => end('worker_died', why.slice(0, 300)),
    })
    const onAbort = () => end(endingOf(signal.reason))
    const timer = setInterval(() => {
      const elapsedMs = performance.now() - startedMs
      tell(collector.tick(elapsedMs, (elapsedMs - lastMs) / SECOND_MS))
      lastMs = elapsedMs
      const ended = endingNow({ order, goneAfterMs }, elapsedMs, collector, seen)
      if (ended !== null) end(ended)
    }, SECOND_MS)
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
  })
}
