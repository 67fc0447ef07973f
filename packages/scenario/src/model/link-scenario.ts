import { allSteps, checkScenario } from './check-scenario.ts'
import type { CheckedScenario } from './check-scenario.ts'
import { Faults } from './faults.ts'
import type { FaultCode, FaultParams } from './faults.ts'
import { LIMITS } from './limits.ts'
import type { Json, Scenario, Step } from './scenario.ts'

interface Call {
  name: string
  step: string
}

function callsOf(steps: readonly Step[], prefix: string): Call[] {
  return [...allSteps(steps, prefix)].flatMap(({ step, label }) =>
    step.do === 'call' ? [{ name: step.name, step: label }] : [],
  )
}

/** The parts of a scenario as they are brought together, with the calls that still wait for theirs. */
class Linking {
  /** No name means anything to a map. */
  readonly parts = new Map<string, Step[]>()
  readonly #waiting: Call[]
  #steps: number

  constructor({ steps, parts }: Scenario) {
    this.#waiting = callsOf(steps, '')
    this.#steps = [...allSteps(steps)].length
    for (const [name, list] of Object.entries(parts)) this.add(name, list)
  }

  get isTooLarge(): boolean {
    return this.#steps > LIMITS.steps
  }

  add(name: string, steps: Step[]): void {
    this.parts.set(name, steps)
    this.#steps += [...allSteps(steps)].length
    this.#waiting.push(...callsOf(steps, `${name}:`))
  }

  /** The next call of what is not there yet; those before it are done with. */
  next(): Call | undefined {
    const at = this.#waiting.findIndex(({ name }) => !this.parts.has(name))
    return at === -1 ? undefined : this.#waiting.splice(0, at + 1).at(-1)
  }
}

function refused(
  code: FaultCode,
  at: { step: string; field?: string },
  message: string,
  params: FaultParams,
): CheckedScenario {
  const faults = new Faults()
  faults.add(code, at, message, params)
  return { ok: false, faults: faults.list }
}

/**
 * Brings in the scenarios that are called by name, each as a part; their variables come under those of the caller.
 * A part they have themselves must not have the name of another one.
 */
export async function linkScenario(
  scenario: Scenario,
  find: (name: string) => Promise<Scenario | null>,
  signal?: AbortSignal,
): Promise<CheckedScenario> {
  const linking = new Linking(scenario)
  let vars: Record<string, Json> = scenario.vars
  for (;;) {
    signal?.throwIfAborted()
    if (linking.isTooLarge)
      return refused('too_many_steps', { step: '' }, `has more than ${LIMITS.steps} steps`, {
        most: LIMITS.steps,
      })
    const missing = linking.next()
    if (missing === undefined)
      return checkScenario({ ...scenario, vars, parts: Object.fromEntries(linking.parts) })
    const at = { step: missing.step, field: 'name' }
    const found = await find(missing.name)
    if (found === null)
      return refused('unknown_part', at, `nothing is called ${missing.name}`, { name: missing.name })
    linking.add(missing.name, found.steps)
    for (const [name, list] of Object.entries(found.parts)) {
      if (linking.parts.has(name)) return refused('two_parts', at, `two parts are called ${name}`, { name })
      linking.add(name, list)
    }
    vars = { ...found.vars, ...vars }
  }
}
