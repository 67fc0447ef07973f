import { parseJsonText } from '@qd/canonical-json'
import { AppError, higherRisk } from '@qd/contract-kit'
import type { Risk } from '@qd/contract-kit'
import { findPlaceAgain } from '@qd/server-kit'
import type { CallContext, ScheduleWeighing, ServedSchedule } from '@qd/server-kit'
import { schedulesErrors } from '../../contract/index.ts'
import type { StoredSchedule } from '../schedule-tables.ts'
import type { UseCaseDeps } from '../schedules-deps.ts'
import { wasApproved } from './show-entry.ts'

/** Refuses an entry that was made before a policy asked for the approval of such a one: it would stand above it for ever. */
async function refuseUnapproved(
  { policies }: UseCaseDeps,
  { runner }: ServedSchedule,
  params: unknown,
  at: ScheduleWeighing,
): Promise<void> {
  if (runner.approval === undefined || !(await policies.isOn())) return
  const weight = await runner.approval(params as never, at)
  const policy = await policies.asked({ ...weight, lang: at.lang, places: [at.place] })
  if (policy === null) return
  throw new AppError(schedulesErrors.schedule_needs_approval, { params: { policy: policy.name } })
}

/** What a run of the entry weighs now, if the caller set it off; throws where it takes an approval it never had. */
export async function weighEntry(deps: UseCaseDeps, ctx: CallContext, entry: StoredSchedule): Promise<Risk> {
  const served = deps.kindOf(entry.kind)
  if (served === undefined) return 'R1'
  const { schedule, runner } = served
  const place = findPlaceAgain(deps.scope, entry)
  if (place === null) return schedule.risk
  const row = await deps.store.read
    .selectFrom('schedule_params')
    .select('params')
    .where('schedule_id', '=', entry.id)
    .executeTakeFirstOrThrow()
  const params: unknown = parseJsonText(row.params)
  const { caller, lang, requestId, signal } = ctx
  const text: CallContext['text'] = (key, values) => ctx.text(key, values)
  const at = { caller, place, lang, requestId, signal, text }
  if (!wasApproved(entry)) await refuseUnapproved(deps, served, params, at)
  if (runner.risk === undefined) return schedule.risk
  return higherRisk(schedule.risk, await runner.risk(params as never, at))
}
