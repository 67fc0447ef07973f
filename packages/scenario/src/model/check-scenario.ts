import {
  isRecord,
  json,
  line,
  message,
  newName,
  path,
  status,
  tests,
  text,
  times,
  title,
  whole,
} from './check-fields.ts'
import type { Reader } from './check-fields.ts'
import { Faults } from './faults.ts'
import type { Fault } from './faults.ts'
import { LIMITS } from './limits.ts'
import type { Json, Scenario, Step } from './scenario.ts'

interface Field {
  read: Reader
  isOptional?: true
}

const timeoutMs: Field = { read: whole(1, LIMITS.timeoutMs), isOptional: true }
const optional = (read: Reader): Field => ({ read, isOptional: true })

/** Fields of every kind of step, beside the steps inside it. */
const FIELDS: Record<Step['do'], Record<string, Field>> = {
  enter: { deviceId: optional(text(1, 128)), ver: optional(text(0, 64)), timeoutMs },
  send: { message: { read: message }, body: { read: json }, timeoutMs, status: optional(status) },
  wait: { message: { read: message }, where: optional(tests), timeoutMs },
  assert: { that: { read: tests }, text: optional(text(0, 500)) },
  set: { name: { read: newName }, value: { read: json } },
  extract: { name: { read: newName }, path: { read: path } },
  loop: { times: { read: times }, while: optional(tests) },
  random: {},
  branch: { if: { read: tests } },
  sleep: { ms: { read: whole(0, LIMITS.sleepMs) }, upToMs: optional(whole(0, LIMITS.sleepMs)) },
  call: { name: { read: title } },
  leave: {},
  note: { text: { read: line(2_000) } },
}

/** Lists of steps inside a step. */
const INNER: Partial<Record<Step['do'], readonly string[]>> = { loop: ['steps'], branch: ['yes', 'no'] }

class Checker {
  readonly faults = new Faults()
  readonly calls: { name: string; step: string; part: string }[] = []
  #steps = 0
  #part = ''

  steps(value: unknown, prefix: string, depth: number): Step[] {
    if (!Array.isArray(value)) {
      const at = prefix.replace(/[.:]$/, '')
      this.faults.add('wrong_type', { step: at, field: 'steps' }, 'must be a list of steps')
      return []
    }
    if (depth > LIMITS.depth) {
      this.faults.add('too_deep', { step: prefix.slice(0, -1) }, `blocks are deeper than ${LIMITS.depth}`, {
        most: LIMITS.depth,
      })
      return []
    }
    const read: Step[] = []
    for (const [index, each] of value.entries()) {
      this.#steps += 1
      if (this.#steps > LIMITS.steps) {
        if (this.#steps === LIMITS.steps + 1)
          this.faults.add('too_many_steps', { step: '' }, `has more than ${LIMITS.steps} steps`, {
            most: LIMITS.steps,
          })
        break
      }
      const step = this.#step(each, `${prefix}${index + 1}`, depth)
      if (step !== null) read.push(step)
    }
    return read
  }

  part(name: string, value: unknown): Step[] {
    this.#part = name
    return this.steps(value, name === '' ? '' : `${name}:`, 1)
  }

  #step(value: unknown, label: string, depth: number): Step | null {
    if (!isRecord(value)) {
      this.faults.add('not_an_object', { step: label }, 'is no step')
      return null
    }
    const kind = value['do']
    if (typeof kind !== 'string' || !Object.hasOwn(FIELDS, kind)) {
      this.faults.add(
        'unknown_step',
        { step: label, field: 'do' },
        `there is no step ${String(kind).slice(0, 40)}`,
        { name: String(kind).slice(0, 40) },
      )
      return null
    }
    const known = kind as Step['do']
    const step = this.#fields(value, known, label)
    this.#inner(value, step, { kind: known, label, depth })
    if (known === 'call') this.calls.push({ name: step['name'] as string, step: label, part: this.#part })
    this.#order(step, label)
    return step as unknown as Step
  }

  #fields(value: Record<string, unknown>, kind: Step['do'], step: string): Record<string, unknown> {
    const fields = FIELDS[kind]
    const inner = [...(INNER[kind] ?? []), ...(kind === 'random' ? ['ways'] : [])]
    const read: Record<string, unknown> = { do: kind }
    for (const [field, { read: readField, isOptional }] of Object.entries(fields)) {
      const at = { step, field }
      if (value[field] !== undefined) read[field] = readField(value[field], at, this.faults)
      else if (isOptional !== true) this.faults.add('missing', at, 'is missing')
    }
    for (const field of Object.keys(value)) {
      if (field === 'do' || Object.hasOwn(fields, field) || inner.includes(field)) continue
      this.faults.add('unknown_field', { step, field: field.slice(0, 40) }, 'is no field of this step')
    }
    return read
  }

  #inner(
    value: Record<string, unknown>,
    step: Record<string, unknown>,
    { kind, label, depth }: { kind: Step['do']; label: string; depth: number },
  ): void {
    if (kind === 'random') return void (step['ways'] = this.#ways(value['ways'], label, depth))
    for (const name of INNER[kind] ?? []) {
      const prefix = name === 'steps' ? `${label}.` : `${label}.${name}.`
      step[name] = this.steps(value[name] ?? [], prefix, depth + 1)
    }
  }

  #ways(value: unknown, label: string, depth: number) {
    const at = { step: label, field: 'ways' }
    if (!Array.isArray(value) || value.length === 0 || value.length > 100) {
      this.faults.add('wrong_type', at, 'must be a list of 1 to 100 ways')
      return []
    }
    const ways = value.map((way: unknown, index) => {
      const given = isRecord(way) ? way : {}
      const weight = whole(0, LIMITS.weight)(given['weight'], { step: label, field: 'weight' }, this.faults)
      return {
        weight: weight as number,
        steps: this.steps(given['steps'] ?? [], `${label}.${index + 1}.`, depth + 1),
      }
    })
    if (ways.every(({ weight }) => weight === 0))
      this.faults.add('out_of_range', { step: label, field: 'weight' }, 'one way needs a weight above 0', {
        least: 1,
        most: LIMITS.weight,
      })
    return ways
  }

  #order(step: Record<string, unknown>, label: string): void {
    const { ms, upToMs } = step
    if (typeof ms === 'number' && typeof upToMs === 'number' && upToMs < ms)
      this.faults.add('out_of_range', { step: label, field: 'upToMs' }, 'must not be below ms', {
        least: ms,
        most: LIMITS.sleepMs,
      })
  }
}

function readVars(value: unknown, faults: Faults): Record<string, Json> {
  if (value === undefined) return {}
  if (!isRecord(value)) {
    faults.add('wrong_type', { step: '', field: 'vars' }, 'must be names with values')
    return {}
  }
  const names = Object.keys(value)
  if (names.length > LIMITS.vars)
    faults.add('too_many_vars', { step: '', field: 'vars' }, `has more than ${LIMITS.vars} names`, {
      most: LIMITS.vars,
    })
  const vars: Record<string, Json> = {}
  for (const name of names.slice(0, LIMITS.vars)) {
    const at = { step: '', field: `vars.${name.slice(0, 40)}` }
    if (newName(name, at, faults) !== '') vars[name] = json(value[name], at, faults) as Json
  }
  return vars
}

/** Calls that lead back to themselves would never end. */
function findCircles({ calls, faults }: Checker): void {
  const from = new Map<string, string[]>()
  for (const { name, part } of calls) from.set(part, [...(from.get(part) ?? []), name])
  const done = new Set<string>()
  const walk = (part: string, above: readonly string[]): void => {
    if (above.includes(part)) {
      const { step = '' } = calls.find(({ name, part: p }) => name === part && p === above.at(-1)) ?? {}
      faults.add('circular_call', { step, field: 'name' }, `${[...above, part].join(' → ')} never ends`, {
        name: part,
      })
      return
    }
    if (done.has(part)) return
    for (const next of new Set(from.get(part) ?? [])) walk(next, [...above, part])
    done.add(part)
  }
  for (const part of from.keys()) walk(part, [])
}

export type CheckedScenario = { ok: true; scenario: Scenario } | { ok: false; faults: Fault[] }

const TOP = new Set(['version', 'name', 'vars', 'steps', 'parts'])

/**
 * Reads a scenario from anything; the copy holds nothing that was not asked for. A `call` of a name that is no part is left
 * to `linkScenario`.
 */
export function checkScenario(value: unknown): CheckedScenario {
  const checker = new Checker()
  const { faults } = checker
  if (!isRecord(value)) {
    faults.add('not_an_object', { step: '' }, 'a scenario is a JSON object')
    return { ok: false, faults: faults.list }
  }
  if (value['version'] !== 1) faults.add('wrong_version', { step: '', field: 'version' }, 'must be 1')
  for (const field of Object.keys(value)) {
    if (!TOP.has(field))
      faults.add('unknown_field', { step: '', field: field.slice(0, 40) }, 'is no field of a scenario')
  }
  const name = title(value['name'], { step: '', field: 'name' }, faults) as string
  const vars = readVars(value['vars'], faults)
  const steps = checker.part('', value['steps'])
  const parts: Record<string, Step[]> = {}
  const given = value['parts'] ?? {}
  if (!isRecord(given)) faults.add('wrong_type', { step: '', field: 'parts' }, 'must be names with steps')
  else
    for (const [part, list] of Object.entries(given)) {
      const known = faults.list.length
      const name = title(part, { step: '', field: 'parts' }, faults)
      if (name === '') faults.add('bad_name', { step: '', field: 'parts' }, 'needs a name')
      if (faults.list.length === known) parts[part] = checker.part(part, list)
    }
  findCircles(checker)
  if (faults.list.length > 0) return { ok: false, faults: faults.list }
  return { ok: true, scenario: { version: 1, name, vars, steps, parts } }
}

/** Every step with its label and its parts, the outer before the inner. */
export function* allSteps(steps: readonly Step[], prefix = ''): Generator<{ step: Step; label: string }> {
  for (const [index, step] of steps.entries()) {
    const label = `${prefix}${index + 1}`
    yield { step, label }
    if (step.do === 'loop') yield* allSteps(step.steps, `${label}.`)
    if (step.do === 'branch') {
      yield* allSteps(step.yes, `${label}.yes.`)
      yield* allSteps(step.no, `${label}.no.`)
    }
    if (step.do === 'random')
      for (const [at, way] of step.ways.entries()) yield* allSteps(way.steps, `${label}.${at + 1}.`)
  }
}
