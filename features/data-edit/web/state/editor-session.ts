import type { Language } from '@qd/i18n'
import { equalValues } from '@qd/protocol-model'
import type { Change, PlayerData, ProtocolDefinition } from '@qd/protocol-model'
import { placeId } from '@qd/player-diff'
import type { Place } from '@qd/player-diff'
import { ALL_POLICIES, fittingPolicy } from '@qd/player-edit'
import type { OnlinePolicy } from '@qd/game-contract'
import type { ChangeVerdict } from '../../contract/index.ts'
import { openDraft, rebaseDraft, settleDraft } from '../model/draft.ts'
import type { Draft } from '../model/draft.ts'
import { remainsOf, restoreDraft } from '../model/kept-draft.ts'
import type { AsideChange } from '../model/kept-draft.ts'
import { modulesOf } from '../model/module-list.ts'
import type { HistoryView } from './history-place.ts'
import { rememberedPolicy } from './online-policy.ts'
import { joined, outcomeOf } from './outcome.ts'
import type { CommitAnswer, Outcome } from './outcome.ts'

export type ViewMode = 'table' | 'form' | 'json'

/** What the game server said it would do with the pending changes. */
export interface CheckResult {
  actions: { text: string; code: string }[]
  warnings: { text: string; code: string }[]
  risk: 'R2' | 'R3'
}

/** Where a check or commit in several parts stands. */
export interface PartProgress {
  done: number
  count: number
  isStopping: boolean
}

/** The same changes keep key and version, so that asking again after a lost answer runs them once. */
export interface CommitRequest {
  fingerprint: string
  key: string
  version: string
  /** The edit whose answer was lost. */
  editId: string | null
  /** It waits for others as a request for approval. */
  isHandedIn: boolean
}

export interface ForeignEdit {
  editId: string
  actor: string
  at: number
}

/** A player opened for editing; lives as long as the app, whatever page is shown. */
export interface EditorSession {
  uId: string
  game: string
  md5: string
  /** The one the definition's texts are in. */
  language: Language | undefined
  version: string
  isOnline: boolean
  draft: Draft
  /** Name of the diff info in view. */
  diff: string
  mode: ViewMode
  /** Row and column that have the cursor. */
  rowKey: string | null
  column: string | null
  /** Place whose input has the focus in the form. */
  focus: Place | null
  search: string
  /** Whose past edits are in view; null: nobody looks at them. */
  history: HistoryView | null
  check: CheckResult | null
  /** What the server refused, by place id, until the draft changes. */
  verdicts: ReadonlyMap<string, ChangeVerdict>
  outcome: Outcome | null
  foreign: ForeignEdit | null
  reason: string
  /** A commit was tried without one; the field says so until something is typed. */
  isReasonMissed: boolean
  policy: OnlinePolicy
  /** What the server can do with an online player. */
  policies: readonly OnlinePolicy[]
  busy: 'check' | 'commit' | null
  /** Null also while all goes at once. */
  progress: PartProgress | null
  /** Why the last check or commit did not happen; the unknown outcome of a lost answer included. */
  failure: { code: string; msg: string } | null
  /** When the base was read or changed last; older answers are not merged. */
  loadedAtMs: number
  /** What the browser kept of an earlier page has been looked for; nothing is written before. */
  isDraftRead: boolean
  /** Pending changes that came back from an earlier page, until the operator has taken note. */
  restored: { count: number; savedAtMs: number } | null
  /** Pending changes the definition of today has no place for. */
  aside: readonly AsideChange[]
  /** The last commit asked for, as long as nobody knows what became of it. */
  request: CommitRequest | null
}

export interface LoadedPlayer {
  uId: string
  game: string
  md5: string
  version: string
  online: boolean
  onlinePolicies?: readonly OnlinePolicy[]
  protocol: ProtocolDefinition
  /** The one the definition's texts are in; absent: it has one for all. */
  language?: Language
  data: PlayerData
  loadedAtMs: number
}

export function openSession(loaded: LoadedPlayer): EditorSession {
  const policies = loaded.onlinePolicies ?? ALL_POLICIES
  return {
    uId: loaded.uId,
    game: loaded.game,
    md5: loaded.md5,
    language: loaded.language,
    version: loaded.version,
    isOnline: loaded.online,
    draft: openDraft(loaded.protocol, loaded.data),
    diff: modulesOf(loaded.protocol)[0]?.name ?? '',
    mode: 'table',
    rowKey: null,
    column: null,
    focus: null,
    search: '',
    history: null,
    check: null,
    verdicts: new Map(),
    outcome: null,
    foreign: null,
    reason: '',
    isReasonMissed: false,
    policy: fittingPolicy(rememberedPolicy(), policies),
    policies,
    busy: null,
    progress: null,
    failure: null,
    loadedAtMs: loaded.loadedAtMs,
    isDraftRead: false,
    restored: null,
    aside: [],
    request: null,
  }
}

/** Other pending changes make what was checked or refused before stale; new data under the same ones does not. */
export function withDraft(session: EditorSession, draft: Draft): EditorSession {
  if (draft === session.draft) return session
  if (equalValues(draft.changes, session.draft.changes)) return { ...session, draft }
  return { ...session, draft, check: null, verdicts: new Map(), outcome: null, failure: null }
}

/** The choice made here as far as the server can still do it. */
function policyOf(session: EditorSession, loaded: LoadedPlayer): Pick<EditorSession, 'policy' | 'policies'> {
  const policies = loaded.onlinePolicies ?? ALL_POLICIES
  return { policies, policy: fittingPolicy(session.policy, policies) }
}

/** A new definition: edits it has a place for go on, the others are kept aside. */
function redefineSession(session: EditorSession, loaded: LoadedPlayer): EditorSession {
  const isNewer = loaded.loadedAtMs > session.loadedAtMs
  const data = isNewer ? loaded.data : session.draft.base
  const opened = openSession({ ...loaded, data })
  const remains = remainsOf(session.draft)
  const { draft, aside } = restoreDraft(opened.draft, remains, { isOtherProtocol: true })
  const hasModule = modulesOf(loaded.protocol).some(({ name }) => name === session.diff)
  return {
    ...withDraft(session, draft),
    ...policyOf(session, loaded),
    md5: loaded.md5,
    language: loaded.language,
    version: isNewer ? loaded.version : session.version,
    isOnline: loaded.online,
    loadedAtMs: Math.max(loaded.loadedAtMs, session.loadedAtMs),
    aside: [...session.aside, ...aside],
    diff: hasModule ? session.diff : opened.diff,
  }
}

/** The same definition, told in another language. What was said in the one before can be asked for again. */
function toldIn(session: EditorSession, { language, protocol }: LoadedPlayer): EditorSession {
  if (language === session.language) return session
  const told = { ...session, language, draft: { ...session.draft, protocol }, check: null }
  // A commit under way leaves out what was refused; that an outcome is unknown has words of the page.
  if (session.busy === 'commit') return told
  return {
    ...told,
    verdicts: new Map(),
    failure: session.failure?.code === 'edit_unknown' ? session.failure : null,
  }
}

/** Data as loaded again: merged under the open edits, or under a new definition when that has changed. */
export function reloadSession(before: EditorSession, loaded: LoadedPlayer): EditorSession {
  if (loaded.md5 !== before.md5) return redefineSession(before, loaded)
  const session = toldIn(before, loaded)
  if (loaded.loadedAtMs <= session.loadedAtMs) return session
  const { version, loadedAtMs } = loaded
  const fresh = { version, loadedAtMs, isOnline: loaded.online, ...policyOf(session, loaded) }
  const draft = rebaseDraft(session.draft, loaded.data)
  return draft === session.draft ? { ...session, ...fresh } : { ...withDraft(session, draft), ...fresh }
}

/** The session after a commit was answered: applied changes leave it, refused ones stay and say why. */
export function settleSession(
  session: EditorSession,
  sent: readonly Change[],
  answer: CommitAnswer,
): EditorSession {
  const { reply, base } = answer
  const refused = reply.results.filter(({ status }) => status !== 0)
  const refusedIndexes = new Set(refused.map(({ index }) => index))
  const applied = sent.filter((_change, index) => !refusedIndexes.has(index))
  const verdicts = refused.flatMap((verdict): [string, ChangeVerdict][] => {
    const change = sent[verdict.index]
    return change ? [[placeId(change), verdict]] : []
  })
  const { progress } = session
  const draft = settleDraft(session.draft, base, applied)
  const outcome = outcomeOf(sent, session.version, answer)
  const parts = progress && { done: progress.done + 1, count: progress.count }
  return {
    ...session,
    version: reply.version,
    draft,
    check: null,
    verdicts: new Map([...session.verdicts, ...verdicts]),
    outcome: joined(session.outcome, outcome, parts),
    reason: draft.changes.length === 0 ? '' : session.reason,
    progress: progress && { ...progress, done: progress.done + 1 },
    request: null,
    failure: null,
    loadedAtMs: Date.now(),
    // Our own commit also comes back over the live channel.
    foreign: session.foreign?.editId === reply.editId ? null : session.foreign,
  }
}
