import type { ConnectionStep } from '../../../contract/index.ts'

type StepName = ConnectionStep['step']

interface Step {
  step: StepName
  state: ConnectionStep['state']
  at: number
  ms: number | null
  error: unknown
}

/** The steps on the way in with their times; why one failed is said when somebody reads it, in their language. */
export class Steps {
  #steps: Step[] = []
  readonly #onChange: () => void

  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  clear(): void {
    this.#steps = []
  }

  skip(step: StepName): void {
    this.#steps.push({ step, state: 'skipped', at: Date.now(), ms: 0, error: null })
    this.#onChange()
  }

  /** Runs the work of a step and notes how it went. */
  async run<T>(step: StepName, work: () => T | Promise<T>): Promise<T> {
    const begun = performance.now()
    const entry: Step = { step, state: 'running', at: Date.now(), ms: null, error: null }
    this.#steps.push(entry)
    this.#onChange()
    try {
      const result = await work()
      entry.state = 'ok'
      return result
    } catch (error) {
      entry.state = 'failed'
      entry.error = error
      throw error
    } finally {
      entry.ms = performance.now() - begun
      this.#onChange()
    }
  }

  view(say: (error: unknown) => { code: string; msg: string }): ConnectionStep[] {
    return this.#steps.map(({ error, ...step }) => ({
      ...step,
      ...(error === null ? { code: '', msg: '' } : say(error)),
    }))
  }
}
