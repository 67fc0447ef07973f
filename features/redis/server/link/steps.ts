import type { ConnectStep } from '../../contract/index.ts'

/** One step on the way as it went. */
export interface LinkStep {
  readonly step: ConnectStep['step']
  /** Which host it is about; empty where there is one alone. */
  readonly at: string
  readonly ms: number
  /** An AppError of the contract; null when it went well. */
  readonly error: Error | null
}

export type OnStep = (step: LinkStep) => void

export interface StepName {
  step: LinkStep['step']
  at: string
  /** As what its failure is told. */
  fault: (error: unknown) => Error
}

/** Goes one step and tells how it went. */
export async function taken<T>(
  onStep: OnStep,
  { step, at, fault }: StepName,
  run: () => Promise<T>,
): Promise<T> {
  const startedMs = performance.now()
  const tell = (error: Error | null) => onStep({ step, at, ms: performance.now() - startedMs, error })
  try {
    const result = await run()
    tell(null)
    return result
  } catch (cause) {
    const error = fault(cause)
    tell(error)
    throw error
  }
}
