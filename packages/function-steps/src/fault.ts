import type { StepFault, StepFaultCode } from './steps.ts'

/** Thrown inside the package only; its public functions return faults. */
export class StepFailure extends Error {
  readonly fault: StepFault

  constructor(path: string, code: StepFaultCode, detail = '') {
    super(`${path}: ${code} ${detail}`)
    this.fault = { path, code, detail }
  }
}

export type Outcome<T> = { ok: true; value: T } | { ok: false; fault: StepFault }

export function outcomeOf<T>(work: () => T): Outcome<T> {
  try {
    return { ok: true, value: work() }
  } catch (error) {
    if (error instanceof StepFailure) return { ok: false, fault: error.fault }
    throw error
  }
}
