import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import { holdsAtPath } from '@qd/server-kit'
import { runBots } from '../../contract/index.ts'
import type { botsRuns } from '../../contract/index.ts'
import type { UseCaseDeps } from '../bots-deps.ts'
import { environmentOf, runningClients } from '../run/may-play.ts'
import { LISTED, viewOf } from './visible-runs.ts'

const LIMIT = 30
/** What stands for the server of a run against a record. */
const RECORD = 0

/** Runs of a line, or of one of its servers and of the line's records. */
export async function listRuns(
  deps: UseCaseDeps,
  { body, query }: RouteInput<typeof botsRuns>,
  { caller, place }: CallContext,
): Promise<RouteReplyGiven<typeof botsRuns>> {
  let rows = deps.store.read
    .selectFrom('bots_run')
    .select(LISTED)
    .where('line_id', '=', place.lineId ?? '')
  if (query.sId !== undefined) rows = rows.where('s_id', 'in', [query.sId, RECORD])
  const found = await rows
    .orderBy('started_at', 'desc')
    .limit(body.limit ?? LIMIT)
    .execute()
  const seen = found.filter((run) => holdsAtPath(caller, runBots, run))
  const standing = await deps.standingOf(seen.map(({ job_id }) => job_id))
  const environment = environmentOf(place)
  return {
    list: seen.map((run) => viewOf(run, caller, standing.get(run.job_id)?.state ?? '')),
    most: deps.most[environment],
    running: await runningClients(deps, environment),
  }
}
