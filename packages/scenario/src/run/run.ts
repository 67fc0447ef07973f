import { DEFAULT_TIMEOUT_MS, LIMITS } from '../model/limits.ts'
import type { Json } from '../model/scenario.ts'
import { firstBroken } from '../model/tests.ts'
import type { Source } from '../model/tests.ts'
import { fill, ValueError } from '../model/values.ts'
import { readPath } from '../model/json-path.ts'
import { printTest } from '../text/print-text.ts'
import { Failed, bodyOf, refusalOf } from './happenings.ts'
import type { CameIn, RunAction, RunEvent, RunFailure, RunVars } from './happenings.ts'
import { actionOf } from './sending.ts'
import type { Sending } from './sending.ts'
import { placeAfter } from './flow.ts'
import type { Rounds } from './flow.ts'
import type { Instruction, Program } from './program.ts'

type Waits = 'start' | 'reply' | 'push' | 'sleep' | 'turn' | 'nothing'

interface HeldPush {
  cmd: number
  status: number
  body: Json
}

/** One pass of one client through a program: told what happens, it says what to do. Holds as little as it can. */
export class Run implements Source {
  /** When it wants to be told of the time at the latest, ms. */
  wakeAtMs = Infinity
  readonly #program: Program
  readonly #given: RunVars
  #own: Map<string, Json> | null = null
  #held: HeldPush[] | null = null
  #stack: Rounds[] | null = null
  #last: Json | undefined
  #status = 0
  #tookMs = 0
  #at = 0
  #steps = 0
  #random: number
  #waits: Waits = 'start'
  #dueMs = 0
  #sentAtMs = 0
  #endAtMs = 0
  /** Why the connection was lost while nothing waited for it. */
  #lost: string | null = null

  constructor(program: Program, given: RunVars) {
    this.#program = program
    this.#given = given
    this.#random = given.seed | 0 || 1
  }

  /** The step it is at, as people count. */
  get label(): string {
    return this.#program.instructions[this.#at]?.label ?? ''
  }

  get isEnded(): boolean {
    return this.#waits === 'nothing'
  }

  body(): Json | undefined {
    return this.#last
  }

  lookup(name: string): Json | undefined {
    const own = this.#own?.get(name)
    if (own !== undefined) return own
    const { bot, pass, env } = this.#given
    if (name === 'bot') return bot
    if (name === 'pass') return pass
    if (name === 'round') return this.#stack?.findLast(({ at }) => at >= 0)?.round ?? 0
    if (name === 'random') return Math.floor(this.nextRandom() * 2_147_483_647)
    if (name === 'status') return this.#status
    if (name === 'ms') return this.#tookMs
    if (env !== undefined && Object.hasOwn(env, name)) return env[name]
    return Object.hasOwn(this.#program.vars, name) ? this.#program.vars[name] : undefined
  }

  /** From 0 to below 1; the same seed, the same numbers. */
  nextRandom(): number {
    let x = this.#random
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
    this.#random = x
    return (x >>> 0) / 4_294_967_296
  }

  /** Tells it what happened; `dueMs` of a start: when the pass was meant to begin. */
  next(event: RunEvent, nowMs: number, dueMs = nowMs): RunAction[] {
    if (this.#waits === 'nothing') return []
    try {
      return this.#hear(event, nowMs, dueMs) ? this.#go(nowMs) : []
    } catch (error) {
      return [{ do: 'done', failure: this.#fail(error) }]
    }
  }

  #fail(error: unknown): RunFailure {
    const step = this.label
    this.#waits = 'nothing'
    this.wakeAtMs = Infinity
    this.#stack = null
    if (error instanceof Failed) return { code: error.code, step, text: error.text.slice(0, 300) }
    if (error instanceof ValueError) return { code: error.code, step, text: error.variable }
    throw error
  }

  /** Whether it goes on. */
  #hear(event: RunEvent, nowMs: number, dueMs: number): boolean {
    switch (event.kind) {
      case 'start':
        this.#dueMs = dueMs
        this.#endAtMs = nowMs + LIMITS.passMs
        return this.#waits === 'start'
      case 'reply':
        return this.#waits === 'reply' && this.#hearReply(event, nowMs)
      case 'push':
        return this.#hearPush(event, nowMs)
      case 'lost':
        if (this.#waits === 'reply' || this.#waits === 'push') throw new Failed('lost', event.why)
        this.#lost = event.why
        return false
      case 'refused':
        throw new Failed('refused', event.why)
      case 'time':
        return nowMs >= this.wakeAtMs && this.#hearTime(nowMs)
    }
  }

  #take(from: CameIn, keeps: boolean, nowMs: number): void {
    this.#status = from.status
    this.#tookMs = nowMs - this.#sentAtMs
    this.#dueMs = nowMs
    this.wakeAtMs = Infinity
    this.#last = keeps ? bodyOf(from) : undefined
  }

  #hearReply(reply: CameIn, nowMs: number): boolean {
    const instruction = this.#program.instructions[this.#at] as Sending
    const wanted = instruction.op === 'send' ? (instruction.step.status ?? 0) : 0
    if (wanted !== 'any' && wanted !== reply.status) {
      // The game's own code says more than the status byte.
      throw new Failed('status', reply.status === 0 ? '0' : refusalOf(reply))
    }
    this.#take(reply, instruction.keeps, nowMs)
    this.#at += 1
    return true
  }

  #hearPush(push: { cmd: number } & CameIn, nowMs: number): boolean {
    if (!this.#program.awaited.has(push.cmd)) return false
    const instruction = this.#program.instructions[this.#at]
    if (this.#waits === 'push' && instruction?.op === 'wait' && instruction.cmd === push.cmd) {
      this.#take(push, instruction.keeps, nowMs)
      if (firstBroken(instruction.step.where ?? [], this) !== undefined) {
        this.wakeAtMs = this.#sentAtMs + (instruction.step.timeoutMs ?? DEFAULT_TIMEOUT_MS)
        return false
      }
      this.#at += 1
      return true
    }
    this.#held ??= []
    this.#held.push({ cmd: push.cmd, status: push.status, body: bodyOf(push) })
    if (this.#held.length > LIMITS.heldPushes) this.#held.shift()
    return false
  }

  #hearTime(nowMs: number): boolean {
    if (this.#waits === 'reply' || this.#waits === 'push')
      throw new Failed('timeout', `${nowMs - this.#sentAtMs} ms`)
    if (this.#waits === 'sleep') {
      // The time it was meant to wake: what comes late from here on is not forgotten.
      this.#dueMs = this.wakeAtMs
      this.#at += 1
    }
    this.wakeAtMs = Infinity
    return true
  }

  /** Steps until it has to wait. */
  #go(nowMs: number): RunAction[] {
    const actions: RunAction[] = []
    for (let count = 0; ; count += 1) {
      const instruction = this.#program.instructions[this.#at]!
      if (instruction.op === 'end') {
        this.#waits = 'nothing'
        actions.push({ do: 'done', failure: null })
        return actions
      }
      if (count >= LIMITS.stepsAtOnce) {
        this.#waits = 'turn'
        this.wakeAtMs = nowMs
        return actions
      }
      this.#steps += 1
      if (this.#steps > LIMITS.stepsPerPass) throw new Failed('too_many_steps', String(LIMITS.stepsPerPass))
      if (nowMs > this.#endAtMs) throw new Failed('too_long', `${LIMITS.passMs} ms`)
      if (!this.#do(instruction, nowMs, actions)) return actions
    }
  }

  /** Whether it goes on at once. */
  #do(instruction: Exclude<Instruction, { op: 'end' }>, nowMs: number, actions: RunAction[]): boolean {
    switch (instruction.op) {
      case 'enter':
      case 'send':
        actions.push(this.#sending(instruction, nowMs))
        return false
      case 'wait':
        return this.#await(instruction, nowMs)
      case 'leave':
        this.#lost = null
        actions.push({ do: 'leave' })
        break
      case 'assert': {
        const broken = firstBroken(instruction.step.that, this)
        if (broken !== undefined)
          throw new Failed('assert', [instruction.step.text, printTest(broken)].filter(Boolean).join(': '))
        break
      }
      case 'set':
        this.#keep(instruction.step.name, fill(instruction.step.value, this))
        break
      case 'extract': {
        const found = this.#last === undefined ? undefined : readPath(this.#last, instruction.step.path)
        if (found === undefined) throw new Failed('no_value', instruction.step.path)
        this.#keep(instruction.step.name, found)
        break
      }
      case 'sleep':
        return this.#sleep(instruction.step.ms, instruction.step.upToMs)
      default:
        this.#stack ??= []
        this.#at = placeAfter(instruction, this.#at, this.#stack, this)
        return true
    }
    this.#at += 1
    return true
  }

  #keep(name: string, value: Json): void {
    this.#own ??= new Map()
    this.#own.set(name, value)
  }

  /** Another connection would not be the one that has entered. */
  #refuseLost(): void {
    if (this.#lost !== null) throw new Failed('lost', this.#lost)
  }

  #sending(instruction: Sending, nowMs: number): RunAction {
    this.#refuseLost()
    const action = actionOf(instruction, this.#dueMs, this)
    this.#held = null
    this.#waits = 'reply'
    this.#sentAtMs = nowMs
    this.wakeAtMs = nowMs + (instruction.step.timeoutMs ?? DEFAULT_TIMEOUT_MS)
    return action
  }

  #await({ cmd, step }: Extract<Instruction, { op: 'wait' }>, nowMs: number): boolean {
    const before = this.#last
    for (const [index, held] of (this.#held ?? []).entries()) {
      if (held.cmd !== cmd) continue
      this.#last = held.body
      if (firstBroken(step.where ?? [], this) !== undefined) continue
      this.#held?.splice(index, 1)
      this.#status = held.status
      this.#at += 1
      return true
    }
    this.#last = before
    this.#refuseLost()
    this.#waits = 'push'
    this.#sentAtMs = nowMs
    this.wakeAtMs = nowMs + (step.timeoutMs ?? DEFAULT_TIMEOUT_MS)
    return false
  }

  #sleep(ms: number, upToMs = ms): boolean {
    this.#waits = 'sleep'
    // From when it was meant to begin: a late start does not move the rest of the pass.
    this.wakeAtMs = this.#dueMs + ms + Math.floor(this.nextRandom() * (upToMs - ms + 1))
    return false
  }
}

export function createRun(program: Program, vars: RunVars): Run {
  return new Run(program, vars)
}
