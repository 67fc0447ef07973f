import { printChangeSet } from '@qd/player-diff'
import type { Change } from '@qd/protocol-model'
import { useSession } from '@qd/web-base'
import { wireChanges } from '@qd/player-edit'
import type { EditorSession } from './editor-session.ts'

/** Changes of the open player as a change-set file. */
export function changeSetText(
  session: EditorSession,
  changes: readonly Change[],
  nowMs = Date.now(),
): string {
  const { uId, game, md5, reason } = session
  const by = useSession.getState().userInfo?.username ?? ''
  return printChangeSet({
    format: 'quarterdeck-change-set',
    version: 1,
    game,
    protocolMd5: md5,
    uId,
    changes: wireChanges(changes).map((change) => ({
      ...change,
      ...(change.op === 'add' ? {} : { old: change.old ?? null }),
    })),
    note: reason.trim(),
    made: { at: nowMs, by },
  })
}
