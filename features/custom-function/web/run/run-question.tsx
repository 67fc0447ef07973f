import { newConfirmation } from '@qd/web-calls'
import { RiskTag } from '@qd/web-controls'
import type { Confirmation } from '@qd/web-calls'
import type { FunctionEntry } from '../../contract/index.ts'
import type { RunDraft } from '../model/run-draft.ts'
import type { FunctionHome } from '../place/function-home.ts'
import { functionText } from '../texts.ts'

/** The question before a run; what a player's run has to be confirmed with was told when it was tried. */
export function runConfirmation(entry: FunctionEntry, draft: RunDraft, home: FunctionHome): Confirmation {
  const { title } = entry
  const plan = draft.audience === 'one' ? draft.plan?.reply : undefined
  // Of R4 the server asks for name and proof at once.
  const isNameKnown = home.isProduction && (plan?.risk ?? entry.risk) === 'R3'
  const text = functionText('confirm.text', { title, reason: draft.reason.trim() })
  return newConfirmation({
    title: functionText('confirm.title'),
    text: (
      <>
        {text} <RiskTag risk={entry.risk} />
      </>
    ),
    action: functionText('run.run'),
    expected: isNameKnown ? (plan?.confirmName ?? null) : null,
  })
}
