import type { CallContext } from '@qd/server-kit'
import type { RowStop } from '../preview/plan-bulk-row.ts'

const OWN = new Set<string>(['nothing_to_do', 'value_differs', 'row_exists', 'row_missing', 'not_a_number'])

/** Why a player stays as they are, in a sentence. */
export function stopText(text: CallContext['text'], { code, field, detail }: RowStop): string {
  return text(`${OWN.has(code) ? 'bulk.stop' : 'fault'}.${code}`, { field, detail })
}
