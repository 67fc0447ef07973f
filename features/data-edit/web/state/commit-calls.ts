import type { PlayerKey } from '@qd/contract-kit'
import { canonicalJson } from '@qd/canonical-json'
import { applyChanges, equalValues } from '@qd/protocol-model'
import type { Change } from '@qd/protocol-model'
import { CallError, useSession } from '@qd/web-base'
import { call } from '@qd/web-calls'
import type { Confirmation } from '@qd/web-calls'
import { wireChanges } from '@qd/player-edit'
import { placeId, placeText } from '@qd/player-diff'
import { commitChanges, getData } from '../../contract/index.ts'
import type { ChangeVerdict } from '../../contract/index.ts'
import { partsOf } from '../model/commit-parts.ts'
import { readConflictDetails } from '../model/conflict-rows.ts'
import type { EditorPlace } from './editor-context.ts'
import { settleSession } from './editor-session.ts'
import type { CommitRequest, EditorSession } from './editor-session.ts'
import { useEditor } from './editor-store.ts'
import { failWith, sessionOf, startProgress } from './player-calls.ts'

export type CommitEnd =
  | { kind: 'done' }
  | { kind: 'failed' }
  /** Between two parts, because somebody wished it or went on typing; the rest is pending. */
  | { kind: 'stopped' }
  /** The operator decided against it when they were asked to confirm. */
  | { kind: 'declined' }
  /** Values moved; `gone` are edits whose row is no longer there. */
  | { kind: 'conflict'; gone: readonly Change[] }

export interface CommitOptions {
  /** Asked for once, whatever number of parts the commit has. */
  confirmation: Confirmation
  /** Runs before each part is sent. */
  beforePart: () => Promise<void>
}

/** The request a commit of a part would make now: the last one when nothing was changed since. */
function requestOf(session: EditorSession, part: readonly Change[]): CommitRequest {
  const { reason, policy, request, version } = session
  const fingerprint = canonicalJson({ changes: wireChanges(part), reason, policy })
  if (request?.fingerprint === fingerprint) return request
  return { fingerprint, key: crypto.randomUUID(), version, editId: null, isHandedIn: false }
}

function settle(
  player: PlayerKey,
  sent: readonly Change[],
  { reply, requestId }: Awaited<ReturnType<typeof sendCommit>>,
): void {
  useEditor.getState().update(player, (session) => {
    const { protocol, base } = session.draft
    return settleSession(session, sent, {
      reply,
      requestId,
      actor: useSession.getState().userInfo?.username ?? '',
      reason: session.reason.trim(),
      base: applyChanges(base, reply.c, protocol).data,
      placeText: (change) => placeText(change, protocol.diffInfos[change.diff]?.netKey ?? change.diff),
    })
  })
}

interface PartRequest {
  part: readonly Change[]
  request: CommitRequest
  confirmation: Confirmation
}

async function sendCommit(place: EditorPlace, session: EditorSession, sent: PartRequest) {
  const { uId, at } = place
  const body = {
    version: sent.request.version,
    changes: wireChanges(sent.part),
    reason: session.reason.trim(),
    idempotencyKey: sent.request.key,
    // Sent of an offline player too: they may come back before the commit arrives.
    onlinePolicy: session.policy,
  }
  let requestId = ''
  const reply = await call(
    commitChanges,
    { query: { uId }, body },
    {
      at,
      tag: 'data-edit:keys.commit',
      told: 'place',
      confirmation: sent.confirmation,
      onAnswer: (id) => (requestId = id),
    },
  )
  return { reply, requestId }
}

/** Loads the player again and merges; answers which of the edits no longer have a place. */
async function mergeServer(place: EditorPlace, sent: readonly Change[]): Promise<readonly Change[]> {
  const { uId, player, at } = place
  const reply = await call(
    getData,
    { query: { uId }, body: {} },
    { at, tag: 'data-edit:keys.commit', told: 'place' },
  )
  const { draft, md5, game } = sessionOf(player)
  useEditor.getState().load({ uId, game, md5, protocol: draft.protocol, loadedAtMs: Date.now(), ...reply })
  const alive = new Set(sessionOf(player).draft.changes.map(placeId))
  return sent.filter((change) => !alive.has(placeId(change)))
}

function isVerdict(row: unknown): row is ChangeVerdict {
  const { index, status, msg } = (row ?? {}) as Record<string, unknown>
  return Number.isInteger(index) && typeof status === 'number' && status !== 0 && typeof msg === 'string'
}

/** What a whole refusal says of each change, by place id. */
function verdictsOf(sent: readonly Change[], details: unknown): Map<string, ChangeVerdict> {
  const { refused } = (details ?? {}) as { refused?: unknown }
  const rows = Array.isArray(refused) ? refused.filter(isVerdict) : []
  return new Map(
    rows.flatMap((verdict) => {
      const change = sent[verdict.index]
      return change ? [[placeId(change), verdict] as const] : []
    }),
  )
}

/**
 * What became of the request that was made last. One with an edit of unknown outcome is asked for again, not made anew; one
 * that was handed in waits for others.
 */
function noteRequest(player: PlayerKey, told: Partial<CommitRequest>): void {
  useEditor.getState().update(player, (session) => ({
    ...session,
    request: session.request && { ...session.request, ...told },
  }))
}

async function endOf(place: EditorPlace, sent: readonly Change[], error: unknown): Promise<CommitEnd> {
  if (!(error instanceof CallError)) throw error
  if (error.code === 'aborted') {
    if (error.isHandedIn) noteRequest(place.player, { isHandedIn: true })
    return { kind: 'declined' }
  }
  if (error.code === 'edit_conflict' && readConflictDetails(error.details)) {
    return { kind: 'conflict', gone: await mergeServer(place, sent) }
  }
  failWith(place.player, error)
  const { editId, outcome } = (error.details ?? {}) as { editId?: unknown; outcome?: unknown }
  if (outcome === 'unknown' && typeof editId === 'string') noteRequest(place.player, { editId })
  if (error.code === 'edit_refused' || error.code === 'field_forbidden') {
    useEditor.getState().patch(place.player, { verdicts: verdictsOf(sent, error.details) })
  }
  return { kind: 'failed' }
}

/** Commits one part; null when it was answered, and nobody typed or wished to stop meanwhile. */
async function commitPart(
  place: EditorPlace,
  part: readonly Change[],
  confirmation: Confirmation,
): Promise<CommitEnd | null> {
  const { player } = place
  const session = sessionOf(player)
  const request = requestOf(session, part)
  useEditor.getState().patch(player, { request })
  try {
    const reply = await sendCommit(place, session, { part, request, confirmation })
    const { draft, progress } = sessionOf(player)
    settle(player, part, reply)
    if (progress === null) return { kind: 'done' }
    // What was typed meanwhile is no part of what has been decided.
    const isAsDecided = draft === session.draft || equalValues(draft.changes, session.draft.changes)
    return isAsDecided && !progress.isStopping ? null : { kind: 'stopped' }
  } catch (error) {
    return await endOf(place, part, error).catch((second: unknown): CommitEnd => {
      failWith(player, second)
      return { kind: 'failed' }
    })
  }
}

/** The first part of what is pending and was not refused by this commit already. */
function nextPart({ draft, verdicts }: EditorSession): readonly Change[] | undefined {
  const open =
    verdicts.size === 0 ? draft.changes : draft.changes.filter((change) => !verdicts.has(placeId(change)))
  return partsOf(open).next().value ?? undefined
}

/** The request the next commit starts with; null when nothing is pending. */
export function nextRequest(session: EditorSession): CommitRequest | null {
  const part = partsOf(session.draft.changes).next().value
  return part ? requestOf(session, part) : null
}

async function commitParts(
  place: EditorPlace,
  { confirmation, beforePart }: CommitOptions,
): Promise<CommitEnd> {
  let part = nextPart(sessionOf(place.player))
  while (part !== undefined) {
    await beforePart()
    const end = await commitPart(place, part, confirmation)
    part = nextPart(sessionOf(place.player))
    if (end !== null) return end.kind === 'stopped' && part === undefined ? { kind: 'done' } : end
  }
  return { kind: 'done' }
}

/** Commits all pending changes with their reason (S7.15), very many of them one part after the other. */
export async function commitPending(place: EditorPlace, options: CommitOptions): Promise<CommitEnd> {
  const { player } = place
  const store = useEditor.getState()
  const progress = startProgress(sessionOf(player).draft.changes)
  store.patch(player, { busy: 'commit', failure: null, outcome: null, verdicts: new Map(), progress })
  try {
    return await commitParts(place, options)
  } finally {
    store.patch(player, { busy: null, progress: null })
  }
}
