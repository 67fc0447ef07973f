import { TEST_STEPS } from '../../../contract/index.ts'
import type { TestStep, TestStepName } from '../../../contract/index.ts'

export interface StepResult {
  state?: TestStep['state']
  code?: string
  params?: TestStep['params']
}

/** A step that failed, with the code its words go by; nothing of an answer goes in. */
export class StepFault extends Error {
  readonly code: string
  readonly params: TestStep['params']

  constructor(code: string, params: TestStep['params'] = {}) {
    super(code)
    this.code = code
    this.params = params
  }
}

/** Collects the steps of one test; those nobody came to are skipped. */
export class TestReport {
  readonly #steps = new Map<TestStepName, TestStep>()
  readonly #onStep: (soFar: readonly TestStep[]) => void

  /** `onStep` hears of all steps so far, each time there is one more. */
  constructor(onStep: (soFar: readonly TestStep[]) => void = () => {}) {
    this.#onStep = onStep
  }

  /** Runs one step and notes how long it took; false when it failed. */
  async run(step: TestStepName, work: () => Promise<StepResult | void>): Promise<boolean> {
    const startedMs = performance.now()
    try {
      const { state = 'ok', code = '', params = {} } = (await work()) ?? {}
      this.note(step, { state, code, params }, performance.now() - startedMs)
      return state !== 'failed'
    } catch (error) {
      if (!(error instanceof StepFault)) throw error
      const { code, params } = error
      this.note(step, { state: 'failed', code, params }, performance.now() - startedMs)
      return false
    }
  }

  note(step: TestStepName, result: StepResult, ms: number | null): void {
    const { state = 'ok', code = '', params = {} } = result
    this.#steps.set(step, { step, state, ms: ms === null ? null : Math.round(ms), code, params })
    this.#onStep([...this.#steps.values()])
  }

  /** All steps in their order. */
  steps(): TestStep[] {
    return TEST_STEPS.map(
      (step) => this.#steps.get(step) ?? { step, state: 'skipped', ms: null, code: '', params: {} },
    )
  }
}
