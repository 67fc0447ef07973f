import { playerKey } from '@qd/contract-kit'
import type { PlayerRef } from '@qd/contract-kit'
import { useSession } from '@qd/web-base'
import { useQuery } from '@tanstack/react-query'
import { listDrafts } from '../state/draft-database.ts'
import type { KeptDraft } from '../state/draft-database.ts'
import { KEPT_DRAFTS, readKept } from '../state/draft-store.ts'
import type { EditorSession } from '../state/editor-session.ts'
import { useEditor } from '../state/editor-store.ts'

/** Changes to one player that were not sent. */
export interface OwnDraft extends PlayerRef {
  count: number
  /** Null until the browser has kept it. */
  savedAtMs: number | null
  /** Values under the changes that have moved on the server; 0 also where nobody has looked yet. */
  moved: number
}

interface OwnDrafts {
  /** Newest first; undefined: being read. */
  drafts: readonly OwnDraft[] | undefined
  error: Error | null
  retry: () => void
}

interface Sized {
  changes: readonly unknown[]
  aside?: readonly unknown[]
}

const sizeOf = ({ changes, aside = [] }: Sized): number => changes.length + aside.length

async function readAll(userId: string): Promise<KeptDraft[]> {
  const now = Date.now()
  return (await listDrafts(userId)).flatMap((each) => readKept(each, now) ?? [])
}

function openDrafts(
  sessions: Readonly<Record<string, EditorSession>>,
  kept: readonly KeptDraft[],
): OwnDraft[] {
  const savedAt = new Map(kept.map((each) => [playerKey(each), each.savedAtMs]))
  return Object.values(sessions)
    .filter(({ isDraftRead }) => isDraftRead)
    .map((session) => ({
      game: session.game,
      uId: session.uId,
      count: sizeOf({ changes: session.draft.changes, aside: session.aside }),
      savedAtMs: savedAt.get(playerKey(session)) ?? null,
      moved: session.draft.moved.size,
    }))
}

/** The user's drafts: those of players open in this window as they are now, the others as the browser keeps them. */
export function useDrafts(): OwnDrafts {
  const userId = useSession((state) => state.userInfo?.id ?? '')
  const sessions = useEditor((state) => state.sessions)
  const kept = useQuery({
    queryKey: [KEPT_DRAFTS, userId],
    queryFn: () => readAll(userId),
    enabled: userId !== '',
    staleTime: 0,
    // Other windows keep drafts too, and do not say when they are done.
    refetchOnWindowFocus: true,
  })
  const keptDrafts = kept.data ?? []
  const open = openDrafts(sessions, keptDrafts)
  const known = new Set(open.map(playerKey))
  const closed = keptDrafts
    .filter((each) => !known.has(playerKey(each)))
    .map((each) => ({
      game: each.game,
      uId: each.uId,
      count: sizeOf(each),
      savedAtMs: each.savedAtMs,
      moved: 0,
    }))
  const drafts = [...open.filter(({ count }) => count > 0), ...closed].sort(
    (one, other) => (other.savedAtMs ?? Infinity) - (one.savedAtMs ?? Infinity),
  )
  const isReading = kept.isPending && drafts.length === 0
  return {
    drafts: isReading ? undefined : drafts,
    error: drafts.length === 0 ? kept.error : null,
    retry: () => void kept.refetch(),
  }
}
