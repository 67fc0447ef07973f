import { AppError, coreErrors, isConfirmed } from '@qd/contract-kit'
import type { GatePort, GateRequest, StepUpGiven, StepUpPort, StepUpWanted } from '../ports/index.ts'

function isMissing({ risk, place, reason, confirm, targetName }: GateRequest): boolean {
  return isConfirmed(risk, place.environment) && (reason.trim() === '' || confirm !== targetName)
}

/** `stepUp` beside it, so that the page asks for everything in one dialog. */
function confirmRequired({ risk, reason, targetName }: GateRequest, stepUp: StepUpWanted | null): AppError {
  return new AppError(coreErrors.confirm_required, {
    field: reason.trim() === '' ? 'reason' : 'confirm',
    params: { expected: targetName },
    details: { risk, expected: targetName, ...(stepUp === null ? {} : { stepUp }) },
  })
}

const stepUpNeeded = (stepUp: StepUpWanted | null) =>
  new AppError(coreErrors.step_up_needed, { details: { stepUp } })

/**
 * Until approvals stand here: R3 and R4 in production need a reason and the typed target name; R4, and what declares it,
 * needs a step-up proof everywhere. The proof is used up last, when nothing else is missing.
 */
export function createDefaultGate(port: StepUpPort | null, nowMs: () => number = Date.now): GatePort {
  return {
    async check(request): Promise<StepUpGiven | null> {
      const { caller, stepUp: action } = request
      const asks = action !== null && port !== null && caller.kind !== 'token'
      if (isMissing(request)) {
        throw confirmRequired(request, asks ? await port.wanted(caller, action) : null)
      }
      if (action === null || port === null) return null
      if (caller.kind === 'token') {
        if (caller.actsAlone !== true) throw new AppError(coreErrors.step_up_by_person)
        return { way: 'token', givenAt: nowMs() }
      }
      const given = await port.take(caller, action)
      if (given === null) throw stepUpNeeded(await port.wanted(caller, action))
      return given
    },
  }
}
