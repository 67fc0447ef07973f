import { playerKey } from '@qd/contract-kit'
import type { PlayerKey } from '@qd/contract-kit'
import { equalValues } from '@qd/protocol-model'
import type { Change } from '@qd/protocol-model'
import { useSession } from '@qd/web-base'
import { queryClient, whenUserLeaves } from '@qd/web-calls'
import { openDraft } from '../model/draft.ts'
import { remainsOf, restoreDraft } from '../model/kept-draft.ts'
import { BROWSER_DRAFTS } from './draft-database.ts'
import type { DraftDatabase, DraftKey, KeptDraft } from './draft-database.ts'
import { KEPT_DRAFTS, readKept } from './draft-store.ts'
import { withDraft } from './editor-session.ts'
import type { EditorSession } from './editor-session.ts'
import { useEditor } from './editor-store.ts'
import { whenPlayerCloses } from './player-tab.ts'

/** Long enough for a word, short enough that a crash costs no more than one. */
const WRITE_AFTER_MS = 300

/** How tabs of one browser tell each other what they keep. */
export interface DraftChannel {
  post(draft: KeptDraft): void
  listen(hear: (draft: unknown) => void): void
}

function browserChannel(): DraftChannel {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('qd-draft')
  return {
    // A channel has no origin to name: it reaches pages of this one only.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    post: (draft) => channel?.postMessage(draft),
    listen: (hear) => channel?.addEventListener('message', ({ data }) => hear(data)),
  }
}

interface KnownDraft {
  changes: readonly Change[]
  aside: EditorSession['aside']
  reason: string
  key: DraftKey
}

/** Lists of what is kept are read anew. */
function tellKept(): void {
  void queryClient.invalidateQueries({ queryKey: [KEPT_DRAFTS] })
}

function keyOf({ game, uId }: EditorSession): DraftKey | null {
  const userId = useSession.getState().userInfo?.id
  return userId === undefined ? null : { userId, game, uId }
}

/** Keeps drafts in the browser while they are typed, and gives them back when their player is opened again. */
export class DraftKeeper {
  private readonly database: DraftDatabase
  private readonly channel: DraftChannel
  private readonly timers = new Map<PlayerKey, ReturnType<typeof setTimeout>>()
  /** What is known to be kept: written by this tab or heard from another. */
  private readonly known = new Map<PlayerKey, KnownDraft>()
  private readonly reading = new Set<PlayerKey>()

  constructor(database: DraftDatabase, channel: DraftChannel) {
    this.database = database
    this.channel = channel
  }

  start(): void {
    useEditor.subscribe(({ sessions }) => {
      for (const session of Object.values<EditorSession>(sessions)) this.look(session)
    })
    this.channel.listen((heard) => this.adopt(heard))
    whenUserLeaves((userId) => this.forgetUser(userId))
    whenPlayerCloses((player) => this.forgetPlayer(playerKey(player)))
    addEventListener('pagehide', () => this.flush())
  }

  private look(session: EditorSession): void {
    const { draft, aside, reason, isDraftRead } = session
    const player = playerKey(session)
    if (!isDraftRead) return void this.read(session)
    const known = this.known.get(player)
    if (known?.changes === draft.changes && known.aside === aside && known.reason === reason) return
    if (known === undefined && draft.changes.length === 0 && aside.length === 0) return
    clearTimeout(this.timers.get(player))
    this.timers.set(
      player,
      setTimeout(() => void this.write(player), WRITE_AFTER_MS),
    )
  }

  private async read(session: EditorSession): Promise<void> {
    const player = playerKey(session)
    const key = keyOf(session)
    if (key === null || this.reading.has(player)) return
    this.reading.add(player)
    // Without a database the editor works as before: its drafts end with the page.
    const kept = readKept(await this.database.read(key).catch(() => null), Date.now())
    this.reading.delete(player)
    useEditor.getState().update(player, (open) => {
      if (open.isDraftRead) return open
      if (kept === null) return { ...open, isDraftRead: true }
      const isOtherProtocol = kept.md5 !== open.md5
      const { draft, aside: fresh } = restoreDraft(open.draft, kept, { isOtherProtocol })
      const aside = [...(kept.aside ?? []), ...fresh]
      const restored = { count: draft.changes.length, savedAtMs: kept.savedAtMs }
      const reason = open.reason === '' ? kept.reason : open.reason
      // Known before the store tells: what was just read needs no writing.
      this.known.set(player, { changes: draft.changes, aside, reason, key })
      return {
        ...withDraft(open, draft),
        isDraftRead: true,
        reason,
        aside,
        restored: restored.count === 0 ? null : restored,
      }
    })
  }

  private async write(player: PlayerKey): Promise<void> {
    this.timers.delete(player)
    const session = useEditor.getState().sessions[player]
    const key = session === undefined ? null : keyOf(session)
    if (session === undefined || key === null) return
    const { draft, aside, reason, md5 } = session
    this.known.set(player, { changes: draft.changes, aside, reason, key })
    const kept: KeptDraft = { ...key, ...remainsOf(draft), md5, reason, savedAtMs: Date.now(), aside }
    this.channel.post(kept)
    const isEmpty = draft.changes.length === 0 && aside.length === 0
    const work = isEmpty ? this.database.remove(key) : this.database.write(kept)
    await work.catch(() => {})
    tellKept()
  }

  /** Two tabs of one player share one draft: what was typed last, in either, stands in both. */
  private adopt(heard: unknown): void {
    const isEmpty = Array.isArray((heard as Partial<KeptDraft> | null)?.changes)
    const kept = readKept(heard, Date.now()) ?? (isEmpty ? (heard as KeptDraft) : null)
    if (kept === null) return
    useEditor.getState().update(playerKey(kept), (session) => {
      const key = keyOf(session)
      const isOurs = key !== null && key.userId === kept.userId && key.game === kept.game
      if (!isOurs || !session.isDraftRead || session.busy !== null || session.md5 !== kept.md5) return session
      const aside = equalValues(session.aside, kept.aside ?? []) ? session.aside : (kept.aside ?? [])
      const isSame = equalValues(session.draft.changes, kept.changes) && session.reason === kept.reason
      if (isSame && aside === session.aside) return session
      const fresh = openDraft(session.draft.protocol, session.draft.base)
      const { draft } = restoreDraft(fresh, kept, { isOtherProtocol: false })
      this.known.set(playerKey(kept), { changes: draft.changes, aside, reason: kept.reason, key })
      return { ...withDraft(session, draft), reason: kept.reason, aside }
    })
  }

  private forgetPlayer(player: PlayerKey): void {
    clearTimeout(this.timers.get(player))
    this.timers.delete(player)
    const known = this.known.get(player)
    this.known.delete(player)
    if (known !== undefined)
      void this.database
        .remove(known.key)
        .catch(() => {})
        .then(tellKept)
  }

  private forgetUser(userId: string): void {
    for (const timer of this.timers.values()) clearTimeout(timer)
    this.timers.clear()
    this.known.clear()
    void this.database.clear(userId).catch(() => {})
  }

  /** Writes at once what waits: the page may not come back. */
  flush(): void {
    for (const [player, timer] of this.timers) {
      clearTimeout(timer)
      void this.write(player)
    }
  }
}

let keeper: DraftKeeper | undefined

/** Starts keeping drafts, once. */
export function keepDrafts(): void {
  if (keeper !== undefined) return
  keeper = new DraftKeeper(BROWSER_DRAFTS, browserChannel())
  keeper.start()
}
