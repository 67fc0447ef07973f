import { JobHalt } from '@qd/server-kit'
import type { BotsEnding } from '../../contract/index.ts'

/** What the abort of a job's signal means for its run: only somebody who cancels it makes it a cancelled one. */
export function endingOf(reason: unknown): BotsEnding {
  return reason instanceof JobHalt && reason.by === 'cancel' ? 'cancelled' : 'interrupted'
}
