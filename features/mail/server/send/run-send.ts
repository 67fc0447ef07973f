import { AppError } from '@qd/contract-kit'
import { GameError } from '@qd/game-contract/adapter'
import { serveJob } from '@qd/server-kit'
import type { CatalogueServer, ChunkOutcome, JobRow, JobRun, RowOutcome, ServedJob } from '@qd/server-kit'
import type { JobParams } from '@qd/contract-kit'
import { mailErrors, mailSendJob } from '../../contract/index.ts'
import { isGlobal } from '../checks/mail-facts.ts'
import type { MailServer, UseCaseDeps } from '../mail-deps.ts'
import { frozenText, playerKey, recipientsIn } from '../recipients/recipient.ts'
import type { Recipient } from '../recipients/recipient.ts'
import type { MailChunkRow } from '../tables.ts'
import { askAgain } from './ask-again.ts'
import { keepOutcomes } from './keep-outcome.ts'
import type { SentOutcome } from './keep-outcome.ts'
import { loadReleased, operatorOf, wordsFor } from './released-mail.ts'
import type { ReleasedMail } from './released-mail.ts'
import { reserveAgain } from './reserved.ts'
import { rowOutcomeOf, sendChunk } from './send-chunk.ts'
import type { ChunkEnd } from './send-chunk.ts'
import { sendResult } from './send-result.ts'
import { inLanes } from './server-lanes.ts'

/** Chunks between two commits: what a node that dies asks again. Meanwhile no server has anything to do. */
const CHUNK_SIZE = 40
/** Six seconds for each of them, where all are for one server. */
const CHUNK_TIMEOUT_MS = 240_000

type Row = JobRow<{ seq: number }>
type Run = JobRun<JobParams<typeof mailSendJob>>

/** A row of the job with whom it is about. */
interface Item {
  row: Row
  serverKey: string
  sId: number
  /** Read when their turn comes: until then a text is all there is of them. Null: it goes to everybody on the server. */
  recipients: (() => readonly Recipient[]) | null
  /** Of its chunk, whatever part of it is sent. */
  players: number
  isPart: boolean
}

interface Done {
  outcome: RowOutcome
  sent: SentOutcome | null
}

/** A server as it answers now, and how fast it may be asked. */
interface Opened {
  reached: MailServer
  maxBatch: number
  gapMs: number
}

async function chunksOfRows({ store }: UseCaseDeps, mail: ReleasedMail, rows: readonly Row[]) {
  const seqs = rows.map(({ input }) => input.seq)
  const chunks = await store.read
    .selectFrom('mail_chunk')
    .selectAll()
    .where('set_id', '=', mail.row.set_id ?? '')
    .where('seq', 'in', seqs)
    .execute()
  return new Map(chunks.map((chunk) => [chunk.seq, chunk]))
}

/** Rows that are tried anew send only to those who did not get it. Throws where a chunk is not what was frozen. */
async function itemOfList(
  { store }: UseCaseDeps,
  mail: ReleasedMail,
  { row, chunk, run }: { row: Row; chunk: MailChunkRow | undefined; run: Run },
): Promise<Item> {
  if (chunk === undefined) throw new AppError(mailErrors.mail_recipients_changed)
  const text = frozenText(chunk)
  const { seq, server_key: serverKey, s_id: sId, players } = chunk
  const whole: Item = { row, serverKey, sId, recipients: () => recipientsIn(text), players, isPart: false }
  if (run.params.round === 0 && row.effectKey.endsWith(':0')) return whole
  const sent = await store.read
    .selectFrom('mail_sent')
    .select('state')
    .where('mail_id', '=', mail.row.id)
    .where('seq', '=', seq)
    .executeTakeFirst()
  const failed = await store.read
    .selectFrom('mail_exception')
    .select('player')
    .where('mail_id', '=', mail.row.id)
    .where('seq', '=', seq)
    .execute()
  // Refused as a whole, or without an answer: nobody is known to have it.
  if (sent === undefined || (sent.state !== 'done' && failed.length === 0)) return whole
  const names = new Set(failed.map(({ player }) => player))
  const recipients = () => recipientsIn(text).filter((each) => names.has(playerKey(each)))
  return { ...whole, recipients, isPart: true }
}

async function itemsOfList(deps: UseCaseDeps, mail: ReleasedMail, rows: readonly Row[], run: Run) {
  const chunks = await chunksOfRows(deps, mail, rows)
  const items: Item[] = []
  for (const row of rows)
    items.push(await itemOfList(deps, mail, { row, chunk: chunks.get(row.input.seq), run }))
  return items
}

function itemOfAll(mail: ReleasedMail, row: Row): Item {
  const serverKey = mail.released.servers[row.input.seq] ?? ''
  return {
    row,
    serverKey,
    sId: Number(serverKey.split(':').at(-1)),
    recipients: null,
    players: 1,
    isPart: false,
  }
}

async function openServer({ reach }: UseCaseDeps, server: CatalogueServer): Promise<Opened | null> {
  try {
    const reached = await reach.reach(server)
    const { limits } = await reached.meta(reached.target)
    return { reached, maxBatch: limits.maxBatch, gapMs: 1_000 / limits.rps }
  } catch (error) {
    if (error instanceof GameError) return null
    throw error
  }
}

function waiting(why: 'server_down' | 'maintenance', { sId }: Item, run: Run, isSent = false): Done {
  const outcome: RowOutcome = { status: 'waiting', code: why, msg: run.text(`mail.wait.${why}`, { sId }) }
  return { outcome: isSent ? { ...outcome, isSent } : outcome, sent: null }
}

/** Stopped: what was not sent waits, and is nothing that went wrong. */
function halted(run: Run): Done {
  const outcome = { status: 'waiting', code: 'server_down', msg: run.text('mail.row.halted') } as const
  return { outcome, sent: null }
}

/** What is kept of a row whose players all came to the same end. */
function allAlike(
  deps: UseCaseDeps,
  item: Item,
  { state, code, msg }: { state: 'failed' | 'unknown'; code: string; msg: string },
): Done {
  const outcome: RowOutcome = { status: state, code, msg }
  // Those of a chunk that did get it stay as they are.
  if (item.isPart) return { outcome, sent: null }
  const { row, serverKey, sId, players } = item
  const base = { seq: row.input.seq, server_key: serverKey, s_id: sId, players, at: deps.nowMs() }
  const failed = state === 'failed' ? players : 0
  const kept = { ...base, state, delivered: 0, already: 0, failed, code, msg: msg.slice(0, 300) }
  return { outcome, sent: { row: kept, failed: [], recovered: [], isPart: false } }
}

function doneOf(deps: UseCaseDeps, item: Item, end: ChunkEnd, run: Run): Done {
  const unknown = { state: 'unknown', code: 'mail_unknown', msg: run.text('mail.row.unknown') } as const
  if (end.kind === 'away') {
    const put = waiting(end.why, item, run, end.isSent)
    // They may have it: until it is asked again, or where nobody asks any more, nobody knows.
    return end.isSent ? { ...put, sent: allAlike(deps, item, unknown).sent } : put
  }
  if (end.kind === 'unknown') return allAlike(deps, item, unknown)
  if (end.kind === 'refused') {
    const msg = run.text('mail.row.refused', { msg: end.msg === '' ? String(end.code) : end.msg })
    return allAlike(deps, item, { state: 'failed', code: String(end.code), msg })
  }
  const { delivered, already, failed } = end.results
  const { row, serverKey, sId, players, isPart } = item
  const outcome = rowOutcomeOf(end.results, run.text)
  const kept = {
    seq: row.input.seq,
    server_key: serverKey,
    s_id: sId,
    players,
    state: 'done' as const,
    delivered: delivered.length,
    already: already.length,
    failed: failed.length,
    code: '',
    msg: '',
    at: deps.nowMs(),
  }
  return { outcome, sent: { row: kept, failed, recovered: isPart ? [...delivered, ...already] : [], isPart } }
}

interface Work {
  deps: UseCaseDeps
  mail: ReleasedMail
  run: Run
  servers: ReadonlyMap<string, CatalogueServer>
  opened: Map<string, Promise<Opened | null>>
}

async function sendToAll(
  work: Work,
  item: Item,
  { reached }: Opened,
  { key: player, content, where }: Awaited<ReturnType<typeof wordsFor>> & { key: string },
): Promise<ChunkEnd> {
  const { mail, run } = work
  const { draft, row } = mail
  const request = {
    mailId: row.id,
    revision: 1,
    ...content,
    where,
    ...(draft.exclude.length === 0 ? {} : { exclude: draft.exclude }),
    operator: operatorOf(run),
    idempotencyKey: item.row.effectKey,
  }
  const asked = await askAgain(() => reached.mail.global(reached.target, request), run.signal, true)
  if (asked.kind !== 'answer') return asked
  const failed = asked.answer.accepted ? [] : [{ player, code: 0, msg: '' }]
  return { kind: 'read', results: { delivered: asked.answer.accepted ? [player] : [], already: [], failed } }
}

async function sendItem(work: Work, item: Item): Promise<Done> {
  const { deps, mail, run, servers, opened } = work
  const server = servers.get(item.serverKey)
  if (server === undefined) {
    const msg = run.text('mail.row.no_server', { sId: item.sId })
    return allAlike(deps, item, { state: 'failed', code: 'no_server', msg })
  }
  if (run.signal.aborted) return halted(run)
  const way = opened.get(server.key) ?? openServer(deps, server)
  opened.set(server.key, way)
  const open = await way
  if (open === null) return waiting('server_down', item, run)
  try {
    const { row } = item
    const recipients = item.recipients?.() ?? null
    if (recipients?.length === 0) return { outcome: { status: 'skipped' }, sent: null }
    const words = await wordsFor(deps, mail, server, open.reached)
    // A slow server was asked twice since.
    if (run.signal.aborted) return halted(run)
    if (recipients === null)
      return doneOf(deps, item, await sendToAll(work, item, open, { key: server.key, ...words }), run)
    const { reached, maxBatch } = open
    const call = {
      mailId: mail.row.id,
      mail: words.content,
      recipients,
      reached,
      maxBatch,
      row,
      run,
      wasSent: true,
    }
    return doneOf(deps, item, await sendChunk(call), run)
  } catch (error) {
    // Its clock could not be asked: nothing was sent.
    if (error instanceof GameError) return waiting('server_down', item, run)
    throw error
  }
}

async function runChunk(deps: UseCaseDeps, rows: readonly Row[], run: Run): Promise<ChunkOutcome> {
  const mail = await loadReleased(deps, run.params.mailId)
  // Its job was told to go on after it had ended: what it gave back is counted again.
  await reserveAgain(deps, mail.row, run)
  const items = isGlobal(mail.draft.sendType)
    ? rows.map((row) => itemOfAll(mail, row))
    : await itemsOfList(deps, mail, rows, run)
  const servers = new Map(deps.reach.serversOf(mail.row.line_id).map((server) => [server.key, server]))
  const gaps = new Map<string, number>()
  const work: Work = { deps, mail, run, servers, opened: new Map() }
  const ends = new Map<number, Done>()
  await inLanes(items, ({ serverKey }) => serverKey, {
    gapMs: (key) => gaps.get(key) ?? 0,
    work: async (item) => {
      ends.set(item.row.seq, await sendItem(work, item))
      const open = await work.opened.get(item.serverKey)
      if (open !== undefined && open !== null) gaps.set(item.serverKey, open.gapMs)
    },
  })
  const done = rows.map(({ seq }) => ends.get(seq)!)
  const sent = done.flatMap((each) => (each.sent === null ? [] : [each.sent]))
  return {
    outcomes: done.map(({ outcome }) => outcome),
    commit: (tx) => keepOutcomes(tx, { mailId: mail.row.id, jobId: run.jobId }, sent),
  }
}

/** Sends a released mail, a row of the job for each chunk of players or for each server. */
export function serveMailSend(deps: UseCaseDeps): ServedJob {
  return serveJob(mailSendJob, {
    chunkSize: CHUNK_SIZE,
    chunkTimeoutMs: CHUNK_TIMEOUT_MS,
    facts: ({ name }, text) => [{ label: text('mail.csv.text'), value: name }],
    runChunk: (rows, run) => runChunk(deps, rows, run),
    resultOf: (params) => sendResult(deps, params),
  })
}
