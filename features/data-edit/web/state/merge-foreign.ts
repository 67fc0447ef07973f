import type { PlayerKey, z } from '@qd/contract-kit'
import { applyChanges } from '@qd/protocol-model'
import { useSession } from '@qd/web-base'
import type { playerEditsChannel } from '../../contract/index.ts'
import { rebaseDraft } from '../model/draft.ts'
import { withDraft } from './editor-session.ts'
import { useEditor } from './editor-store.ts'

export type EditEvent = z.infer<typeof playerEditsChannel.event>

/**
 * Merges a commit from elsewhere under the open edits; a big one comes without values and is fetched. Says whether it
 * was somebody else's.
 */
export function mergeForeign(player: PlayerKey, event: EditEvent): boolean {
  useEditor.getState().update(player, (session) => {
    const { editId, actor, at, c, version } = event
    const isOwn = session.busy === 'commit' || session.outcome?.editId === editId
    if (isOwn) return session
    // The same user in another tab, or an undo of their own, is merged without a word.
    const isMe = useSession.getState().userInfo?.username === actor
    const foreign = isMe ? session.foreign : { editId, actor, at }
    if (c.length === 0) return { ...session, foreign }
    const base = applyChanges(session.draft.base, c, session.draft.protocol).data
    const next = withDraft(session, rebaseDraft(session.draft, base))
    return { ...next, foreign, version, loadedAtMs: Date.now() }
  })
  return useEditor.getState().sessions[player]?.foreign?.editId === event.editId
}
