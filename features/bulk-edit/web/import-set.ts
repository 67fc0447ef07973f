import { parseChangeSet } from '@qd/player-diff'
import { CallError } from '@qd/web-base'
import { call, useScope } from '@qd/web-calls'
import type { ProtocolDefinition } from '@qd/protocol-model'
import { readProtocol, wireChanges } from '@qd/player-edit'
import { tipProtocol } from '@qd/data-edit/contract'
import { bulkText } from './texts.ts'
import { useBulkDraft } from './bulk-draft.ts'
import type { DraftChange } from './bulk-draft.ts'
import { CHANGES_MAX, isWholeNumber, plainLabel, withChanges } from './draft-change.ts'
import type { BulkPlace } from './use-bulk-place.ts'

/** The definition of the place; null where it cannot be had: then places keep their protocol names. */
async function protocolOf({ query }: BulkPlace): Promise<ProtocolDefinition | null> {
  try {
    const asked = { query: { ...query, protocolJson: '1' } }
    const { protocol } = await call(tipProtocol, asked, {
      tag: 'bulk-edit:import.title',
      told: { quiet: 'changes stand by their protocol names' },
    })
    const parsed = readProtocol(protocol)
    return parsed.ok ? parsed.protocol : null
  } catch (error) {
    if (error instanceof CallError) return null
    throw error
  }
}

/** Adds the changes of a file to the set; a sentence when it cannot be taken, and then nothing is changed. */
export async function importChangeSet(file: File, place: BulkPlace): Promise<string | null> {
  const parsed = parseChangeSet(await file.text())
  if (!parsed.ok) {
    const { code, line, path } = parsed.fault
    return `${bulkText('import.fault', { line, path: path === '' ? '–' : path })} ${bulkText(`import.code.${code}`)}`
  }
  const { game, changes } = parsed.set
  if (game !== useScope.getState().game) return bulkText('import.otherGame')
  const protocol = await protocolOf(place)
  const wired = wireChanges(changes)
  const added = changes.map((change, index): DraftChange => ({
    change: wired[index]!,
    label: protocol === null ? '' : plainLabel(protocol, change),
    isWhole: protocol !== null && isWholeNumber(protocol, change),
  }))
  const { changes: before, patch } = useBulkDraft.getState()
  const next = withChanges(before, added)
  if (next.length > CHANGES_MAX) return bulkText('changes.tooMany', { limit: CHANGES_MAX })
  patch({ changes: next })
  return null
}
