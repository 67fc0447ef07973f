import { parseJsonText } from '@qd/canonical-json'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import { botsTick } from '../../contract/index.ts'
import type { botsLive, BotsTick } from '../../contract/index.ts'
import type { UseCaseDeps } from '../bots-deps.ts'
import { findRun } from './visible-runs.ts'

/** Lines of one answer: a tick may have 16 KB. */
const LINES = 300

function tickOf({ kind, body }: { kind: string; body: string }): BotsTick[] {
  if (kind !== 'event') return []
  const read = botsTick.safeParse(parseJsonText(body))
  return read.success ? [read.data] : []
}

/** The figures of a run as it goes on, from the output of its job. */
export async function showLive(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof botsLive>,
  { caller }: CallContext,
): Promise<RouteReplyGiven<typeof botsLive>> {
  const { jobId, after } = body
  const { report } = await findRun(deps, caller, jobId)
  // Its state first: what it said before it ended is in the lines that are read after.
  const standing = (await deps.standingOf([jobId])).get(jobId)
  const cursor = after === undefined ? { fromEnd: true } : { after }
  // The report has the seconds of a run that is over.
  const limit = report !== null && after === undefined ? 1 : LINES
  const { list, next, end } = await deps.outputOf({ jobId, limit, ...cursor })
  return {
    ticks: list.flatMap(tickOf),
    next,
    end,
    state: standing?.state ?? '',
    isOpen: standing?.isOpen ?? false,
  }
}
