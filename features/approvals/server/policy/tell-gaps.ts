import type { Notice, NotificationKind } from '@qd/server-kit'
import { editPolicies } from '../../contract/index.ts'
import type { UseCaseDeps } from '../approvals-deps.ts'
import { CONSOLE, findGaps, namesOfGap } from './find-gaps.ts'
import type { Gap } from './find-gaps.ts'
import { readPolicyBodies, readSettings } from './read-policies.ts'

export const NOBODY_DECIDES: NotificationKind = {
  name: 'approvals.nobodyDecides',
  level: 'warning',
  heldBy: editPolicies,
}

const keyOf = ({ policyId, stage, place }: Gap) =>
  JSON.stringify([policyId, stage, place.scope, place.environment])

const wordOf = (text: string) => (text.startsWith('approvals.') ? { text } : text)

async function noticeOf(deps: UseCaseDeps, gap: Gap, at: number): Promise<Notice> {
  const { policy, stage, need, have } = gap
  const { groups, place } = await namesOfGap(deps, gap)
  return {
    kind: NOBODY_DECIDES,
    params: {
      policy: wordOf(policy),
      stage: wordOf(stage),
      groups: groups ?? { text: 'approvals.gap.anyone' },
      place: place ?? { text: 'approvals.gap.console' },
      need,
      have,
    },
    page: '/releaseApply?tab=policies',
    ...(gap.place.scope === CONSOLE.scope ? {} : { scope: gap.place.scope }),
    key: `${gap.policyId}:${at}`,
  }
}

/**
 * Tells those who keep the policies, once for each policy, that too few people may decide from now on: somebody was
 * disabled, left a group or lost a right, or a line came that nobody has a right at. Nothing of that is ever refused.
 */
export async function tellGaps(deps: UseCaseDeps): Promise<void> {
  const { store, nowMs } = deps
  const isOn = (await readSettings(deps)).is_on === 1
  const known = await store.read.selectFrom('approval_gap').select('gap').execute()
  if (!isOn && known.length === 0) return
  const found = isOn ? await findGaps(deps, await readPolicyBodies(deps)) : []
  const gaps = new Map(found.map((gap) => [keyOf(gap), gap]))
  const gone = known.map(({ gap }) => gap).filter((key) => !gaps.has(key))
  const fresh = [...gaps.keys()].filter((key) => !known.some(({ gap }) => gap === key))
  if (gone.length === 0 && fresh.length === 0) return
  const at = nowMs()
  const keepers = await deps.holdersOf(editPolicies, CONSOLE)
  const notices = new Map<string, Notice>()
  for (const key of fresh) notices.set(key, await noticeOf(deps, gaps.get(key)!, at))
  await store.write(async (tx) => {
    for (const gap of gone) await tx.deleteFrom('approval_gap').where('gap', '=', gap).execute()
    const told = new Set<string>()
    for (const gap of fresh) {
      const mine = await tx
        .insertInto('approval_gap')
        .values({ gap, at })
        .onConflict((conflict) => conflict.doNothing())
        .returning('gap')
        .executeTakeFirst()
      const { policyId } = gaps.get(gap)!
      if (mine === undefined || told.has(policyId)) continue
      told.add(policyId)
      await deps.notifications.tell(tx, notices.get(gap)!, keepers)
    }
  })
}

/** Looks for gaps now and then. */
export function createGapWatch(deps: UseCaseDeps): () => Promise<void> {
  let dueAt = 0
  return async () => {
    if (performance.now() < dueAt) return
    dueAt = performance.now() + deps.timing.gapsMs
    await tellGaps(deps)
  }
}
