import { TEST_STEPS } from '../../contract/index.ts'
import type { TestStep, TestStepName } from '../../contract/index.ts'

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

/** Longest word of a server that is told. */
const MAX_WORDS = 300

/** What has no place in one line of text: control characters and what turns the direction of others around. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/** A server's words as one line of plain text; a key that it repeats is blotted out. */
export function plainWords(text: string, secret: string): string {
  const said = secret === '' ? text : text.replaceAll(secret, '••••')
  const line = said.replaceAll(UNSAFE, ' ').trim()
  return line.length > MAX_WORDS ? `${line.slice(0, MAX_WORDS).toWellFormed()}…` : line
}

interface TestReportOptions {
  /** Hears of all steps so far, each time there is one more. */
  onStep?: ((soFar: readonly TestStep[]) => void) | undefined
  /** The key used; it is in no word that is told. */
  secret: string
}

/** Collects the steps of one test; those nobody came to are skipped. */
export class TestReport {
  readonly #steps = new Map<TestStepName, TestStep>()
  readonly #options: TestReportOptions

  constructor(options: TestReportOptions) {
    this.#options = options
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
    const plain = Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? plainWords(value, this.#options.secret) : value,
    ])
    const told = Object.fromEntries(plain) as TestStep['params']
    this.#steps.set(step, { step, state, ms: ms === null ? null : Math.round(ms), code, params: told })
    this.#options.onStep?.([...this.#steps.values()])
  }

  /** All steps in their order. */
  steps(): TestStep[] {
    return TEST_STEPS.map(
      (step) => this.#steps.get(step) ?? { step, state: 'skipped', ms: null, code: '', params: {} },
    )
  }
}
