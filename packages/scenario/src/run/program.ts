import { Faults } from '../model/faults.ts'
import type { Fault } from '../model/faults.ts'
import type {
  AssertStep,
  EnterStep,
  ExtractStep,
  Json,
  Scenario,
  SendStep,
  SetStep,
  SleepStep,
  Step,
  Test,
  WaitStep,
} from '../model/scenario.ts'
import { isPathOperand } from '../model/tests.ts'
import { isFixed } from '../model/values.ts'

/** One step of a program; `label` is that of the scenario's step. */
export type Instruction =
  | { op: 'enter'; label: string; step: EnterStep; keeps: boolean }
  | { op: 'send'; label: string; step: SendStep; cmd: number; keeps: boolean; isFixed: boolean }
  | { op: 'wait'; label: string; step: WaitStep; cmd: number; keeps: boolean }
  | { op: 'leave'; label: string }
  | { op: 'assert'; label: string; step: AssertStep }
  | { op: 'set'; label: string; step: SetStep }
  | { op: 'extract'; label: string; step: ExtractStep }
  | { op: 'sleep'; label: string; step: SleepStep }
  /** Begins to count; goes on at `to` when there is no round. */
  | { op: 'loop'; label: string; times: number | string; while: Test[]; to: number }
  /** Back to the instruction after its `loop` for one round more. */
  | { op: 'again'; label: string; while: Test[]; to: number }
  | { op: 'test'; label: string; if: Test[]; to: number }
  | { op: 'pick'; label: string; ways: { weight: number; to: number }[]; total: number }
  | { op: 'jump'; label: string; to: number }
  | { op: 'call'; label: string; to: number }
  | { op: 'return'; label: string }
  | { op: 'end'; label: string }

/** A scenario made ready to run; shared by all that run it. */
export interface Program {
  name: string
  instructions: readonly Instruction[]
  vars: Readonly<Record<string, Json>>
  /** Commands that some `wait` waits for. */
  awaited: ReadonlySet<number>
}

export type Compiled = { ok: true; program: Program } | { ok: false; faults: Fault[] }

const readsPath = (tests: readonly Test[]) =>
  tests.some(({ left, right }) => isPathOperand(left) || isPathOperand(right ?? null))

function readsBody(instruction: Instruction): boolean {
  if (instruction.op === 'extract') return true
  if (instruction.op === 'assert') return readsPath(instruction.step.that)
  if (instruction.op === 'test') return readsPath(instruction.if)
  return (instruction.op === 'loop' || instruction.op === 'again') && readsPath(instruction.while)
}

function followers(instruction: Instruction, at: number): number[] {
  switch (instruction.op) {
    case 'loop':
    case 'test':
    case 'again':
      return [at + 1, instruction.to]
    case 'pick':
      return instruction.ways.map(({ to }) => to)
    case 'jump':
      return [instruction.to]
    case 'call':
      return [instruction.to, at + 1]
    case 'end':
    case 'return':
      return []
    default:
      return [at + 1]
  }
}

/** Whether what came is looked at before the next frame comes: only then it has to be kept, and read at all. */
function isRead(instructions: readonly Instruction[], from: number): boolean {
  const seen = new Set<number>()
  const open = [from]
  while (open.length > 0) {
    const at = open.pop()!
    const instruction = instructions[at]
    if (instruction === undefined || seen.has(at)) continue
    seen.add(at)
    if (readsBody(instruction)) return true
    // A part may be called from several places: what follows its end is not known here.
    if (instruction.op === 'return') return instructions.some(readsBody)
    if (instruction.op !== 'send' && instruction.op !== 'wait' && instruction.op !== 'enter')
      open.push(...followers(instruction, at))
  }
  return false
}

class Compiler {
  readonly out: Instruction[] = []
  readonly faults = new Faults()
  readonly calls: { at: number; name: string }[] = []
  readonly #commandOf: (name: string) => number | null

  constructor(commandOf: (name: string) => number | null) {
    this.#commandOf = commandOf
  }

  list(steps: readonly Step[], prefix: string): void {
    for (const [index, step] of steps.entries()) this.#step(step, `${prefix}${index + 1}`)
  }

  #cmd(message: string, step: string): number {
    const cmd = this.#commandOf(message)
    if (cmd === null)
      this.faults.add('unknown_message', { step, field: 'message' }, `there is no command ${message}`, {
        name: message,
      })
    return cmd ?? 0
  }

  #step(step: Step, label: string): void {
    const { out } = this
    switch (step.do) {
      case 'note':
        return
      case 'leave':
        return void out.push({ op: 'leave', label })
      case 'enter':
        return void out.push({ op: 'enter', label, step, keeps: false })
      case 'send':
        return void out.push({
          op: 'send',
          label,
          step,
          cmd: this.#cmd(step.message, label),
          keeps: false,
          isFixed: isFixed(step.body),
        })
      case 'wait':
        return void out.push({
          op: 'wait',
          label,
          step,
          cmd: this.#cmd(step.message, label),
          keeps: step.where !== undefined,
        })
      case 'assert':
        return void out.push({ op: 'assert', label, step })
      case 'set':
        return void out.push({ op: 'set', label, step })
      case 'extract':
        return void out.push({ op: 'extract', label, step })
      case 'sleep':
        return void out.push({ op: 'sleep', label, step })
      case 'call':
        this.calls.push({ at: out.length, name: step.name })
        return void out.push({ op: 'call', label, to: 0 })
      default:
        return this.#block(step, label)
    }
  }

  #block(step: Extract<Step, { do: 'loop' | 'random' | 'branch' }>, label: string): void {
    const { out } = this
    if (step.do === 'loop') {
      const loop = { op: 'loop' as const, label, times: step.times, while: step.while ?? [], to: 0 }
      const at = out.push(loop)
      this.list(step.steps, `${label}.`)
      loop.to = out.push({ op: 'again', label, while: step.while ?? [], to: at })
      return
    }
    const exits: Extract<Instruction, { op: 'jump' }>[] = []
    const leave = () => {
      const jump = { op: 'jump' as const, label, to: 0 }
      out.push(jump)
      exits.push(jump)
    }
    if (step.do === 'branch') {
      const test = { op: 'test' as const, label, if: step.if, to: 0 }
      out.push(test)
      this.list(step.yes, `${label}.yes.`)
      leave()
      test.to = out.length
      this.list(step.no, `${label}.no.`)
    } else {
      const ways = step.ways.map(({ weight }) => ({ weight, to: 0 }))
      const total = ways.reduce((sum, { weight }) => sum + weight, 0)
      out.push({ op: 'pick', label, ways, total })
      for (const [index, way] of step.ways.entries()) {
        ways[index]!.to = out.length
        this.list(way.steps, `${label}.${index + 1}.`)
        leave()
      }
    }
    for (const exit of exits) exit.to = out.length
  }
}

/** Makes a checked scenario ready to run; `commandOf` knows the game's commands by name and by number. */
export function compileScenario(scenario: Scenario, commandOf: (name: string) => number | null): Compiled {
  const compiler = new Compiler(commandOf)
  const { out, faults, calls } = compiler
  compiler.list(scenario.steps, '')
  out.push({ op: 'end', label: '' })
  const starts = new Map<string, number>()
  for (const [name, steps] of Object.entries(scenario.parts)) {
    starts.set(name, out.length)
    compiler.list(steps, `${name}:`)
    out.push({ op: 'return', label: name })
  }
  for (const { at, name } of calls) {
    const call = out[at] as Extract<Instruction, { op: 'call' }>
    const start = starts.get(name)
    if (start === undefined)
      faults.add('unknown_part', { step: call.label, field: 'name' }, `nothing is called ${name}`, { name })
    call.to = start ?? 0
  }
  if (faults.list.length > 0) return { ok: false, faults: faults.list }
  for (const [at, each] of out.entries()) {
    if (each.op === 'send' || each.op === 'wait' || each.op === 'enter') each.keeps ||= isRead(out, at + 1)
  }
  const awaited = new Set(out.flatMap((each) => (each.op === 'wait' ? [each.cmd] : [])))
  return { ok: true, program: { name: scenario.name, instructions: out, vars: scenario.vars, awaited } }
}
