import type { PlayerKey } from '@qd/contract-kit'
import type { Change } from '@qd/protocol-model'
import { CallError } from '@qd/web-base'
import { call } from '@qd/web-calls'
import { wireChanges } from '@qd/player-edit'
import { placeId } from '@qd/player-diff'
import { checkChanges } from '../../contract/index.ts'
import type { ChangeVerdict } from '../../contract/index.ts'
import { partCount, partsOf } from '../model/commit-parts.ts'
import type { EditorPlace } from './editor-context.ts'
import type { CheckResult, EditorSession, PartProgress } from './editor-session.ts'
import { useEditor } from './editor-store.ts'

export function sessionOf(player: PlayerKey): EditorSession {
  const session = useEditor.getState().sessions[player]
  if (!session) throw new Error(`player ${player} is not open`)
  return session
}

export function failWith(player: PlayerKey, error: unknown): void {
  if (!(error instanceof CallError)) throw error
  useEditor.getState().patch(player, { failure: { code: error.code, msg: error.told } })
}

/** How far a check or commit in parts is at its start; null when all goes at once. */
export function startProgress(changes: readonly Change[]): PartProgress | null {
  const count = partCount(changes)
  return count > 1 ? { done: 0, count, isStopping: false } : null
}

async function checkPart(place: EditorPlace, { version, policy }: EditorSession, part: readonly Change[]) {
  const { uId, at } = place
  const body = { version, changes: wireChanges(part), onlinePolicy: policy }
  const reply = await call(
    checkChanges,
    { query: { uId }, body },
    { at, tag: 'data-edit:commit.check', told: 'place' },
  )
  const verdicts = reply.refused.flatMap((verdict): [string, ChangeVerdict][] => {
    const change = part[verdict.index]
    return change ? [[placeId(change), verdict]] : []
  })
  return { reply, verdicts }
}

const isStill = (now: EditorSession, { draft, policy }: EditorSession): boolean =>
  now.draft === draft && now.policy === policy

/** What holds for the player and not for a change is told with every part, and said once. */
function withNew(known: CheckResult['warnings'], more: CheckResult['warnings']): CheckResult['warnings'] {
  const all = [...known, ...more]
  return all.filter(
    ({ code, text }, index) => all.findIndex((each) => each.code === code && each.text === text) === index,
  )
}

/** Asks the game server what it would do; refusals are kept per change (S7.14). */
export async function checkPending(place: EditorPlace): Promise<void> {
  const { player } = place
  const asked = sessionOf(player)
  const { draft } = asked
  const store = useEditor.getState()
  const progress = startProgress(draft.changes)
  store.patch(player, { busy: 'check', failure: null, outcome: null, progress })
  const check: CheckResult = { actions: [], warnings: [], risk: 'R2' }
  const verdicts = new Map<string, ChangeVerdict>()
  try {
    for (const part of partsOf(draft.changes)) {
      const { reply, verdicts: refused } = await checkPart(place, asked, part)
      const session = sessionOf(player)
      // An answer about another draft or choice than today's says nothing any more.
      if (!isStill(session, asked) || session.progress?.isStopping === true) return
      check.actions.push(...reply.actions)
      check.warnings = withNew(check.warnings, reply.warnings)
      if (reply.risk === 'R3') check.risk = 'R3'
      for (const [id, verdict] of refused) verdicts.set(id, verdict)
      store.patch(player, {
        progress: session.progress && { ...session.progress, done: session.progress.done + 1 },
      })
    }
    store.patch(player, { check, verdicts })
  } catch (error) {
    failWith(player, error)
  } finally {
    store.patch(player, { busy: null, progress: null })
  }
}
