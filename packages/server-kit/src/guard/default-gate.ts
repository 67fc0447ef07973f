import { AppError, coreErrors, isConfirmed } from '@qd/contract-kit'
import type { GatePort } from '../ports/index.ts'

/** Until approvals stand here: R3 and R4 in production need a reason and the typed target name. */
export function createDefaultGate(): GatePort {
  return {
    async check({ risk, place, reason, confirm, targetName }) {
      if (!isConfirmed(risk, place.environment)) return
      if (reason.trim() !== '' && confirm === targetName) return
      throw new AppError(coreErrors.confirm_required, {
        field: reason.trim() === '' ? 'reason' : 'confirm',
        params: { expected: targetName },
        details: { risk, expected: targetName },
      })
    },
  }
}
