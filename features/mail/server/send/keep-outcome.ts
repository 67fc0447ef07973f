import type { Kysely } from 'kysely'
import type { MailSentRow, MailTables } from '../tables.ts'
import type { FailedPlayer } from './results.ts'

/** What a row of the job came to. */
export interface SentOutcome {
  row: Omit<MailSentRow, 'mail_id'>
  /** Players who did not get it; empty where all of a chunk failed alike. */
  failed: readonly FailedPlayer[]
  /** Players who did not get it before, and have it now. */
  recovered: readonly string[]
  /** Only some of the chunk were sent again: their outcomes are added to those that stand. */
  isPart: boolean
}

const ROWS = 200
const counts = (row: Omit<MailSentRow, 'mail_id'> | undefined) => ({
  delivered: row?.delivered ?? 0,
  already: row?.already ?? 0,
  failed: row?.failed ?? 0,
  unknown: row?.state === 'unknown' ? row.players : 0,
})

function merged(before: MailSentRow | undefined, { row, isPart }: SentOutcome): Omit<MailSentRow, 'mail_id'> {
  if (!isPart || before === undefined) return row
  const got = row.delivered + row.already
  return {
    ...row,
    players: before.players,
    delivered: before.delivered + row.delivered,
    already: before.already + row.already,
    failed: Math.max(before.failed - got, 0),
  }
}

async function keepExceptions(
  tx: Kysely<MailTables>,
  mail_id: string,
  { row, failed, recovered }: SentOutcome,
) {
  for (let at = 0; at < recovered.length; at += ROWS)
    await tx
      .deleteFrom('mail_exception')
      .where('mail_id', '=', mail_id)
      .where('player', 'in', recovered.slice(at, at + ROWS))
      .execute()
  const { seq, s_id, at: time } = row
  const rows = failed.map(({ player, code, msg }) => ({
    mail_id,
    player,
    seq,
    s_id,
    code,
    msg: msg.slice(0, 300),
    at: time,
  }))
  for (let at = 0; at < rows.length; at += ROWS)
    await tx
      .insertInto('mail_exception')
      .values(rows.slice(at, at + ROWS))
      .onConflict((conflict) =>
        conflict.columns(['mail_id', 'player']).doUpdateSet((eb) => ({
          code: eb.ref('excluded.code'),
          msg: eb.ref('excluded.msg'),
          at: eb.ref('excluded.at'),
        })),
      )
      .execute()
}

/** Stores what came of rows and moves the counters of the mail by what that changes; part of the job's own commit. */
export async function keepOutcomes(
  tx: Kysely<MailTables>,
  { mailId, jobId }: { mailId: string; jobId: string },
  outcomes: readonly SentOutcome[],
): Promise<void> {
  const moved = { delivered: 0, already: 0, failed: 0, unknown: 0 }
  for (const outcome of outcomes) {
    const before = await tx
      .selectFrom('mail_sent')
      .selectAll()
      .where('mail_id', '=', mailId)
      .where('seq', '=', outcome.row.seq)
      .executeTakeFirst()
    const row = merged(before, outcome)
    await tx
      .insertInto('mail_sent')
      .values({ mail_id: mailId, ...row })
      .onConflict((conflict) => conflict.columns(['mail_id', 'seq']).doUpdateSet(row))
      .execute()
    await keepExceptions(tx, mailId, outcome)
    const was = counts(before)
    const is = counts(row)
    for (const key of Object.keys(moved) as (keyof typeof moved)[]) moved[key] += is[key] - was[key]
  }
  await tx
    .updateTable('mail')
    .set((eb) => ({
      delivered: eb('delivered', '+', moved.delivered),
      already: eb('already', '+', moved.already),
      failed: eb('failed', '+', moved.failed),
      unknown: eb('unknown', '+', moved.unknown),
      job_id: eb.fn.coalesce('job_id', eb.val(jobId)),
    }))
    .where('id', '=', mailId)
    .execute()
}
