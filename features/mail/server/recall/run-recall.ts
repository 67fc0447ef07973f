import type { JobParams } from '@qd/contract-kit'
import type { GameCallReply } from '@qd/game-contract'
import { serveJob } from '@qd/server-kit'
import type {
  CatalogueServer,
  ChunkOutcome,
  GivenBack,
  JobRow,
  JobRun,
  RowOutcome,
  ServedJob,
} from '@qd/server-kit'
import type { Kysely } from 'kysely'
import { mailRecallJob } from '../../contract/index.ts'
import { isGlobal } from '../checks/mail-facts.ts'
import { GiftGroups } from '../checks/mail-use.ts'
import type { UseCaseDeps } from '../mail-deps.ts'
import { askAgain } from '../send/ask-again.ts'
import { operatorOf } from '../send/released-mail.ts'
import { limitsKey, settleUnsent } from '../send/reserved.ts'
import { recallResult } from '../send/send-result.ts'
import { eachOf } from '../servers.ts'
import type { MailRow, MailTables } from '../tables.ts'

const PAGE = 500
const SERVERS_AT_ONCE = 5
const ROWS = 200

type Row = JobRow<{ serverKey: string }>
type Run = JobRun<JobParams<typeof mailRecallJob>>
type Claimed = GameCallReply<'mailRecall'>['claimed'][number]

interface Recalled {
  sId: number
  removed: number
  claimed: Claimed[]
}

const sum = (entries: readonly { quantity: number }[]) =>
  entries.reduce((all, { quantity }) => all + quantity, 0)

async function recallOn(
  deps: UseCaseDeps,
  { run, row, server }: { run: Run; row: Row; server: CatalogueServer },
): Promise<{ outcome: RowOutcome; recalled: Recalled | null }> {
  const { mailId, takeBack } = run.params
  const recalled: Recalled = { sId: server.sId, removed: 0, claimed: [] }
  const reached = await deps.reach.reach(server)
  let cursor = ''
  for (let page = 0; ; page += 1) {
    const request = {
      mailId,
      takeBack,
      limit: PAGE,
      ...(cursor === '' ? {} : { cursor }),
      operator: operatorOf(run),
      // Page by page under keys of their own: asked again, each gives its first answer.
      idempotencyKey: `${row.effectKey}:${String(page)}`,
    }
    const asked = await askAgain(() => reached.mail.recall(reached.target, request), run.signal, true)
    if (asked.kind === 'away') {
      const msg = run.text(`mail.wait.${asked.why}`, { sId: server.sId })
      return { outcome: { status: 'waiting', code: asked.why, msg, isSent: true }, recalled: null }
    }
    if (asked.kind === 'unknown')
      return {
        outcome: { status: 'unknown', code: 'mail_unknown', msg: run.text('mail.row.unknown') },
        recalled: null,
      }
    if (asked.kind === 'refused') {
      const msg = run.text('mail.row.refused', { msg: asked.msg === '' ? String(asked.code) : asked.msg })
      return { outcome: { status: 'failed', code: String(asked.code), msg }, recalled: null }
    }
    recalled.removed += asked.answer.removed
    recalled.claimed.push(...asked.answer.claimed)
    // A server that gives the same place again would never come to an end.
    if (asked.answer.cursor === '' || asked.answer.cursor === cursor)
      return { outcome: { status: 'done' }, recalled }
    cursor = asked.answer.cursor
  }
}

async function keepRecalled(
  tx: Kysely<MailTables>,
  mail_id: string,
  all: readonly Recalled[],
): Promise<void> {
  const moved = { removed: 0, claimed: 0, taken: 0, missing: 0 }
  for (const { sId, removed, claimed } of all) {
    moved.removed += removed
    const rows = claimed.map(({ uId, claimedAt, takenBack, missing }) => ({
      mail_id,
      player: uId,
      s_id: sId,
      claimed_at: claimedAt,
      taken: JSON.stringify(takenBack),
      missing: JSON.stringify(missing),
    }))
    for (const each of claimed) {
      moved.claimed += 1
      moved.taken += sum(each.takenBack)
      moved.missing += sum(each.missing)
    }
    for (let at = 0; at < rows.length; at += ROWS)
      await tx
        .insertInto('mail_claimed')
        .values(rows.slice(at, at + ROWS))
        .onConflict((conflict) =>
          conflict
            .columns(['mail_id', 'player'])
            .doUpdateSet((eb) => ({ taken: eb.ref('excluded.taken'), missing: eb.ref('excluded.missing') })),
        )
        .execute()
  }
  await tx
    .updateTable('mail')
    .set((eb) => ({
      recall_removed: eb('recall_removed', '+', moved.removed),
      recall_claimed: eb('recall_claimed', '+', moved.claimed),
      recall_taken: eb('recall_taken', '+', moved.taken),
      recall_missing: eb('recall_missing', '+', moved.missing),
    }))
    .where('id', '=', mail_id)
    .execute()
}

/** What limits count no longer, player by player; of a mail to everybody nobody knows whom it is counted for. */
function takenBackOf(mail: MailRow, all: readonly Recalled[]): GivenBack[] {
  if (isGlobal(mail.send_type)) return []
  const groups = new GiftGroups()
  for (const { uId, takenBack } of all.flatMap(({ claimed }) => claimed)) {
    const entries = takenBack.map(({ number, quantity }) => ({
      number: String(number),
      quantity: String(quantity),
    }))
    groups.add(entries, { uId })
  }
  const gifts = groups.gifts()
  return gifts.length === 0 ? [] : [{ key: limitsKey(mail), gifts }]
}

/** Tells where the recall went through every server and left nothing of the mail with anybody. */
async function tellRolledBack(
  { rollbacks }: UseCaseDeps,
  tx: Kysely<MailTables>,
  { run, done }: { run: Run; done: readonly string[] },
): Promise<void> {
  const { jobId, params, rows, caller: by, requestId } = run
  const gone = done.map((server_key) => ({ job_id: jobId, server_key }))
  if (gone.length === 0) return
  await tx
    .insertInto('mail_recalled')
    .values(gone)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { servers } = await tx
    .selectFrom('mail_recalled')
    .select((eb) => eb.fn.countAll<number | string>().as('servers'))
    .where('job_id', '=', jobId)
    .executeTakeFirstOrThrow()
  if (Number(servers) < rows) return
  const left = tx.selectFrom('mail_claimed').select('player').where('mail_id', '=', params.mailId)
  // What was claimed stays with the player, unless it is taken back as a whole.
  const kept = params.takeBack ? left.where('missing', '!=', '[]') : left
  if ((await kept.limit(1).executeTakeFirst()) !== undefined) return
  const mail = await tx.selectFrom('mail').select('job_id').where('id', '=', params.mailId).executeTakeFirst()
  if (typeof mail?.job_id !== 'string') return
  await rollbacks?.rolledBack(tx, { what: `job:${mail.job_id}`, by, requestId })
}

async function runChunk(deps: UseCaseDeps, rows: readonly Row[], run: Run): Promise<ChunkOutcome> {
  const mail = await deps.store.read
    .selectFrom('mail')
    .selectAll()
    .where('id', '=', run.params.mailId)
    .executeTakeFirstOrThrow()
  // What was not sent is given back first: done later, it would count again what comes back now.
  await settleUnsent(deps, mail)
  const servers = new Map(deps.reach.serversOf(mail.line_id).map((server) => [server.key, server]))
  const ends = await eachOf(rows, SERVERS_AT_ONCE, async (row) => {
    const server = servers.get(row.input.serverKey)
    if (server !== undefined) return recallOn(deps, { run, row, server })
    const msg = run.text('mail.row.no_server', { sId: Number(row.input.serverKey.split(':').at(-1)) })
    const outcome: RowOutcome = { status: 'failed', code: 'no_server', msg }
    return { outcome, recalled: null }
  })
  const done = rows.flatMap(({ input }, at) => (ends[at]?.outcome.status === 'done' ? [input.serverKey] : []))
  const recalled = ends.flatMap((end) => (end.recalled === null ? [] : [end.recalled]))
  return {
    outcomes: ends.map(({ outcome }) => outcome),
    async commit(tx) {
      await keepRecalled(tx, run.params.mailId, recalled)
      await deps.limits.giveBack(tx, takenBackOf(mail, recalled))
      await tellRolledBack(deps, tx, { run, done })
    },
  }
}

/** Takes a mail out of the mailboxes of each server. */
export function serveMailRecall(deps: UseCaseDeps): ServedJob {
  return serveJob(mailRecallJob, {
    chunkSize: 5,
    facts: ({ name }, text) => [{ label: text('mail.csv.text'), value: name }],
    runChunk: (rows, run) => runChunk(deps, rows, run),
    resultOf: (params) => recallResult(deps, params),
  })
}
