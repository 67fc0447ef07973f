import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import type { botsReportOf } from '../../contract/index.ts'
import type { UseCaseDeps } from '../bots-deps.ts'
import { findCompared, reportOf, viewOf } from './visible-runs.ts'

/** A run with its report, and the run it is compared with where that has one and may be seen. */
export async function showReport(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof botsReportOf>,
  { caller }: CallContext,
): Promise<RouteReplyGiven<typeof botsReportOf>> {
  const { run, before } = await findCompared(deps, caller, body)
  const standing = await deps.standingOf([run.job_id, ...(before === null ? [] : [before.run.job_id])])
  const view = (given: typeof run) => viewOf(given, caller, standing.get(given.job_id)?.state ?? '')
  return {
    run: view(run),
    report: reportOf(run, caller),
    before: before === null ? null : { run: view(before.run), report: before.report },
  }
}
