import { higherRisk } from '@qd/contract-kit'
import type { Risk } from '@qd/contract-kit'
import type { Change } from '@qd/data-edit/contract'
import type { ChangeTemplate, Step } from '@qd/function-steps'
import type { ProtocolDefinition } from '@qd/protocol-model'
import type { Edits } from './function-deps.ts'
import type { OfferedCommand } from './server-commands.ts'

/** A change as far as its place is known when the function is saved: what is filled in later names rows and elements. */
export function placeOnly({ diff, key, path, op }: ChangeTemplate): Change {
  const isKeyed = key === undefined ? {} : { key: '' }
  return { diff, ...isKeyed, path: path.map((each) => (typeof each === 'string' ? each : '0')), op }
}

export function touchesSensitive(edits: Edits, protocol: ProtocolDefinition, step: Step): boolean {
  return (
    step.kind === 'patch' &&
    step.changes.some((change) => edits.touchesSensitive(protocol, placeOnly(change)))
  )
}

/** What steps weigh together: at least R1, R2 for patches and messages, R3 for sensitive fields. */
export function riskOf(
  edits: Edits,
  world: { protocol: ProtocolDefinition; commands: readonly OfferedCommand[] },
  steps: readonly Step[],
): Risk {
  const risks = steps.map((step): Risk => {
    if (step.kind === 'message') return 'R2'
    if (step.kind === 'patch') return touchesSensitive(edits, world.protocol, step) ? 'R3' : 'R2'
    if (step.kind === 'read') return 'R1'
    return world.commands.find(({ command }) => command.name === step.name)?.risk ?? 'R2'
  })
  return risks.reduce<Risk>(higherRisk, 'R1')
}
