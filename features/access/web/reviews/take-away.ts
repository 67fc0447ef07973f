import { call } from '@qd/web-calls'
import { groupChangeMembers, groupGrants, userGrants } from '../../contract/index.ts'
import type { ReviewItem, RoleGrant } from '../../contract/index.ts'

const ASKER = { tag: 'access:reviews.title', told: 'toast' } as const

function plain({ role, scope, environment, resource, until }: RoleGrant): RoleGrant {
  return {
    role,
    scope,
    environment,
    ...(resource === undefined ? {} : { resource }),
    ...(until === undefined ? {} : { until }),
  }
}

/** Whether it was said to go and is there still. */
export const isToGo = ({ decision, isHeld }: ReviewItem): boolean => decision === 'remove' && isHeld

/** Takes away what was said to go, by the call that the pages of users and groups use: it is gated and audited as there. */
export async function takeAway({ kind, user, group, grants }: ReviewItem): Promise<void> {
  const take = grants.map(plain)
  if (kind === 'membership') {
    const body = { groupId: group?.id ?? '', join: [], leave: [user?.id ?? ''] }
    await call(groupChangeMembers, { body }, ASKER)
  } else if (kind === 'groupGrant') {
    await call(groupGrants, { body: { groupId: group?.id ?? '', give: [], take } }, ASKER)
  } else {
    await call(userGrants, { body: { userId: user?.id ?? '', give: [], take } }, ASKER)
  }
}
