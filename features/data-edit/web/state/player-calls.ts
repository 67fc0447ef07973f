import { applyChanges, canonicalJson } from '@qd/protocol-model'
import type { Change } from '@qd/protocol-model'
import { CallError, call } from '@qd/web-kit'
import { checkChanges, commitChanges, getData } from '../../contract/index.ts'
import type { ChangeVerdict } from '../../contract/index.ts'
import { wireChanges } from '../model/draft.ts'
import { placeId, placeText } from '../model/place.ts'
import { readConflictDetails } from '../model/conflict-rows.ts'
import type { EditorPlace } from './editor-context.ts'
import { settleSession } from './editor-session.ts'
import type { CommitRequest, EditorSession } from './editor-session.ts'
import { useEditor } from './editor-store.ts'

export type CommitEnd =
  | { kind: 'done' }
  | { kind: 'failed' }
  /** The server wants the exact name of the target typed. */
  | { kind: 'confirm'; expected: string }
  /** Values moved; `gone` are edits whose row is no longer there. */
  | { kind: 'conflict'; gone: readonly Change[] }

function sessionOf(uId: string): EditorSession {
  const session = useEditor.getState().sessions[uId]
  if (!session) throw new Error(`player ${uId} is not open`)
  return session
}

function failWith(uId: string, error: unknown): void {
  if (!(error instanceof CallError)) throw error
  useEditor.getState().patch(uId, { failure: { code: error.code, msg: error.message } })
}

/** Asks the game server what it would do; refusals are kept per change (S7.14). */
export async function checkPending(place: EditorPlace): Promise<void> {
  const { uId, baseAddress } = place
  const { draft, version } = sessionOf(uId)
  const store = useEditor.getState()
  store.patch(uId, { busy: 'check', failure: null, outcome: null })
  try {
    const body = { version, changes: wireChanges(draft.changes) }
    const { actions, warnings, refused, risk } = await call(
      checkChanges,
      { query: { uId }, body },
      { baseAddress, silent: true },
    )
    // An answer about a draft that has changed meanwhile says nothing any more.
    if (sessionOf(uId).draft !== draft) return
    const verdicts = refused.flatMap((verdict) => {
      const change = draft.changes[verdict.index]
      return change ? [[placeId(change), verdict] as const] : []
    })
    store.patch(uId, { check: { actions, warnings, risk }, verdicts: new Map(verdicts) })
  } catch (error) {
    failWith(uId, error)
  } finally {
    store.patch(uId, { busy: null })
  }
}

/** The request a commit would make now: the last one when nothing was changed since. */
export function requestOf(session: EditorSession): CommitRequest {
  const { draft, reason, policy, request, version } = session
  const fingerprint = canonicalJson({ changes: wireChanges(draft.changes), reason, policy })
  if (request?.fingerprint === fingerprint) return request
  return { fingerprint, key: crypto.randomUUID(), version, editId: null }
}

function settle(uId: string, sent: readonly Change[], reply: Awaited<ReturnType<typeof sendCommit>>): void {
  useEditor.getState().update(uId, (session) => {
    const { protocol, base } = session.draft
    return settleSession(session, sent, {
      reply,
      base: applyChanges(base, reply.c, protocol).data,
      placeText: (change) => placeText(change, protocol.diffInfos[change.diff]?.netKey ?? change.diff),
    })
  })
}

function sendCommit(
  place: EditorPlace,
  session: EditorSession,
  sent: { request: CommitRequest; confirm?: string },
) {
  const { uId, baseAddress } = place
  const body = {
    version: sent.request.version,
    changes: wireChanges(session.draft.changes),
    reason: session.reason.trim(),
    idempotencyKey: sent.request.key,
    // Sent of an offline player too: he may come back before the commit arrives.
    onlinePolicy: session.policy,
    ...(sent.confirm === undefined ? {} : { confirm: sent.confirm }),
  }
  return call(commitChanges, { query: { uId }, body }, { baseAddress, silent: true })
}

/** Loads the player again and merges; answers which of the edits no longer have a place. */
async function mergeServer(place: EditorPlace, sent: readonly Change[]): Promise<readonly Change[]> {
  const { uId, baseAddress } = place
  const reply = await call(getData, { query: { uId }, body: {} }, { baseAddress, silent: true })
  const { draft, md5, game } = sessionOf(uId)
  useEditor.getState().load({ uId, game, md5, protocol: draft.protocol, loadedAtMs: Date.now(), ...reply })
  const alive = new Set(sessionOf(uId).draft.changes.map(placeId))
  return sent.filter((change) => !alive.has(placeId(change)))
}

function confirmExpected(error: CallError, uId: string): string | null {
  if (error.code !== 'confirm_required') return null
  const { expected } = (error.details ?? {}) as { expected?: unknown }
  return typeof expected === 'string' ? expected : uId
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

/** The request and the edit of unknown outcome are one: sent again it is asked for, not made anew. */
function noteUnknown(uId: string, editId: string): void {
  useEditor.getState().update(uId, (session) => ({
    ...session,
    request: session.request && { ...session.request, editId },
  }))
}

async function endOf(place: EditorPlace, sent: readonly Change[], error: unknown): Promise<CommitEnd> {
  if (!(error instanceof CallError)) throw error
  const expected = confirmExpected(error, place.uId)
  if (expected !== null) return { kind: 'confirm', expected }
  if (error.code === 'edit_conflict' && readConflictDetails(error.details)) {
    return { kind: 'conflict', gone: await mergeServer(place, sent) }
  }
  failWith(place.uId, error)
  const { editId, outcome } = (error.details ?? {}) as { editId?: unknown; outcome?: unknown }
  if (outcome === 'unknown' && typeof editId === 'string') noteUnknown(place.uId, editId)
  if (error.code === 'edit_refused') {
    useEditor.getState().patch(place.uId, { verdicts: verdictsOf(sent, error.details) })
  }
  return { kind: 'failed' }
}

/** Commits all pending changes with their reason (S7.15). */
export async function commitPending(place: EditorPlace, confirm?: string): Promise<CommitEnd> {
  const { uId } = place
  const store = useEditor.getState()
  const session = sessionOf(uId)
  const request = requestOf(session)
  const sent = session.draft.changes
  store.patch(uId, { busy: 'commit', failure: null, request })
  try {
    settle(uId, sent, await sendCommit(place, session, { request, confirm }))
    return { kind: 'done' }
  } catch (error) {
    return await endOf(place, sent, error).catch((second: unknown): CommitEnd => {
      failWith(uId, second)
      return { kind: 'failed' }
    })
  } finally {
    store.patch(uId, { busy: null })
  }
}
