import { build } from 'hdr-histogram-js'
import type { Histogram } from 'hdr-histogram-js'
import type { BotsEnding, BotsError, BotsReport, BotsTick, CommandFigures } from '../../contract/index.ts'
import type { WorkerTick } from '../worker/messages.ts'
import { ALL, CONNECT, PASS } from '../worker/statistics.ts'
import { fitTick } from './fit-tick.ts'

/** Points of the curve a report keeps. */
const MOST_POINTS = 600
const MOST_ERRORS = 500
const LEAST_SECONDS = 0.5

function newHistogram(): Histogram {
  return build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: 7_200_000_000,
    numberOfSignificantValueDigits: 3,
    autoResize: true,
    useWebAssembly: false,
  })
}

const msOf = (us: number) => Math.round(us) / 1_000
const at = (times: Histogram, percentile: number) =>
  times.totalCount === 0 ? 0 : msOf(times.getValueAtPercentile(percentile))

class CommandTotals {
  count = 0
  errors = 0
  readonly times = newHistogram()

  add(times: Float64Array): void {
    for (let index = 0; index < times.length; index += 2)
      this.times.recordValueWithCount(times[index]!, times[index + 1]!)
  }

  reset(): void {
    this.count = 0
    this.errors = 0
    this.times.reset()
  }
}

function figuresOf(
  command: Pick<CommandFigures, 'cmd' | 'name'>,
  { count, errors, times }: CommandTotals,
  seconds: number,
): CommandFigures {
  return {
    ...command,
    count,
    errors,
    perSecond: Math.round((count / seconds) * 10) / 10,
    p50: at(times, 50),
    p95: at(times, 95),
    p99: at(times, 99),
    max: count === 0 ? 0 : msOf(times.maxValue),
  }
}

class Totals {
  readonly commands = new Map<number, CommandTotals>()
  /** All commands of the game together. */
  readonly all = new CommandTotals()

  add({ cmd, count, errors, times }: WorkerTick['commands'][number]): void {
    let totals = this.commands.get(cmd)
    if (totals === undefined) this.commands.set(cmd, (totals = new CommandTotals()))
    for (const each of cmd < 0 ? [totals] : [totals, this.all]) {
      each.count += count
      each.errors += errors
      each.add(times)
    }
  }

  reset(): void {
    for (const totals of this.commands.values()) totals.reset()
    this.all.reset()
  }

  figures(nameOf: (cmd: number) => string, seconds: number): CommandFigures[] {
    return [...this.commands].flatMap(([cmd, totals]) =>
      totals.count === 0 && totals.errors === 0 ? [] : figuresOf({ cmd, name: nameOf(cmd) }, totals, seconds),
    )
  }
}

export interface Standing {
  passed: number
  failed: number
  /** Replies of the game since the start. */
  answered: number
  online: number
}

/** Joins the figures of all workers: second by second, and of the whole run. */
export class Collector {
  readonly #nameOf: (cmd: number) => string
  readonly #total = new Totals()
  readonly #second = new Totals()
  readonly #errors = new Map<string, BotsError>()
  #series: BotsReport['series'] = []
  #everyNth = 1
  #seconds = 0
  /** Of each worker, as it told last. */
  #standing: { online: number; late: number; underWay: number; at: WorkerTick['at'] }[] = []
  #sent = 0
  #received = 0
  #errorsNow = 0
  readonly standing: Standing = { passed: 0, failed: 0, answered: 0, online: 0 }
  #requests = 0
  #erred = 0

  constructor(names: ReadonlyMap<number, string>) {
    this.#nameOf = (cmd) =>
      names.get(cmd) ?? (cmd === PASS ? 'pass' : cmd === CONNECT ? 'connect' : String(cmd))
  }

  add(worker: number, tick: WorkerTick): void {
    this.#standing[worker] = tick
    for (const command of tick.commands) {
      this.#total.add(command)
      this.#second.add(command)
    }
    for (const { code, step, count, text } of tick.errors) {
      const key = `${code} ${step}`
      const known = this.#errors.get(key)
      if (known !== undefined) known.count += count
      else if (this.#errors.size < MOST_ERRORS) this.#errors.set(key, { code, step, count, text })
    }
    this.#sent += tick.sent
    this.#received += tick.received
    this.#errorsNow += tick.failed
    this.#requests += tick.sent
    this.#erred += tick.failed
    const { standing } = this
    standing.passed += tick.passed
    standing.failed += tick.failed
    standing.answered += tick.answered
    standing.online = this.#sum('online')
  }

  #sum(name: 'online' | 'late' | 'underWay'): number {
    return this.#standing.reduce((sum, each) => sum + (each?.[name] ?? 0), 0)
  }

  #steps(): BotsTick['at'] {
    const steps = new Map<string, number>()
    for (const { step, clients } of this.#standing.flatMap((each) => each?.at ?? []))
      steps.set(step, (steps.get(step) ?? 0) + clients)
    return [...steps].map(([step, clients]) => ({ step, clients })).toSorted((a, b) => b.clients - a.clients)
  }

  /** How the run stands after some time, and the next interval begins. */
  tick(t: number, seconds: number): BotsTick {
    const { passed, failed } = this.standing
    const all = this.#second.all.times
    const perSecond = (count: number) => Math.round((count / seconds) * 10) / 10
    const tick: BotsTick = {
      type: 'tick',
      t: Math.round(t),
      online: this.standing.online,
      late: this.#sum('late'),
      sentPerSecond: perSecond(this.#sent),
      receivedPerSecond: perSecond(this.#received),
      passed,
      failed,
      errors: this.#erred,
      requests: this.#requests,
      p50: at(all, 50),
      p95: at(all, 95),
      p99: at(all, 99),
      commands: this.#second.figures(this.#nameOf, seconds).toSorted((a, b) => b.count - a.count),
      at: this.#steps(),
    }
    // A rate over a moment says nothing.
    if (seconds >= LEAST_SECONDS) this.#keepPoint(tick)
    this.#second.reset()
    this.#sent = this.#received = this.#errorsNow = 0
    return fitTick(tick)
  }

  #keepPoint({ t, online, sentPerSecond, p50, p99 }: BotsTick): void {
    this.#seconds += 1
    if (this.#seconds % this.#everyNth !== 0) return
    this.#series.push({ t, online, perSecond: sentPerSecond, p50, p99, errors: this.#errorsNow })
    if (this.#series.length < MOST_POINTS) return
    this.#series = this.#series.filter((_, index) => index % 2 === 1)
    this.#everyNth *= 2
  }

  report(end: { ended: BotsEnding; text: string; startedAt: number; durationMs: number }): BotsReport {
    const seconds = Math.max(0.001, end.durationMs / 1_000)
    return {
      ...end,
      passed: this.standing.passed,
      failed: this.standing.failed,
      requests: this.#requests,
      late: this.#sum('late'),
      unfinished: this.#sum('underWay'),
      errors: [...this.#errors.values()].toSorted((a, b) => b.count - a.count),
      overall: figuresOf({ cmd: ALL, name: 'all' }, this.#total.all, seconds),
      commands: this.#total.figures(this.#nameOf, seconds).toSorted((a, b) => a.cmd - b.cmd),
      series: this.#series,
    }
  }
}
