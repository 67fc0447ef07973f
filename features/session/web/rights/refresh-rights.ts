import { useSession } from '@qd/web-base'
import { call, readAgain, takeRights } from '@qd/web-calls'
import type { WebFeature } from '@qd/web-frame'
import { getUserInfo } from '../../contract/user-info.ts'
import { hasChanged, rightsChange } from './rights-change.ts'
import { tellRightsChange } from './tell-rights-change.ts'

/**
 * Takes on the rights as the server knows them. Pages that are no longer allowed have left before the others read
 * anew, and one message says what changed. `isNews`: somebody changed something, so read anew whatever it was.
 */
export async function refreshRights(features: readonly WebFeature[], isNews: boolean): Promise<void> {
  const fresh = await call(
    getUserInfo,
    {},
    {
      tag: 'session:rights.changed',
      told: { quiet: 'nobody asked; what is no longer allowed is refused when it is used' },
    },
  )
  const { userInfo: known } = useSession.getState()
  if (known === null || known.id !== fresh.id) return
  const change = rightsChange(known, fresh)
  takeRights(fresh)
  const isSameSession = known.session.kind === fresh.session.kind
  if (isNews || !isSameSession || hasChanged(change)) void readAgain()
  // What a role sees belongs to nobody: its page only reads anew.
  const isOwn = fresh.session.kind !== 'preview'
  if (isSameSession && isOwn && hasChanged(change)) await tellRightsChange(change, features)
}
