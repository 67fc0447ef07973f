import type { JobParams, Quantity } from '@qd/contract-kit'
import type { JobResult } from '@qd/server-kit'
import type { mailRecallJob, mailSendJob } from '../../contract/index.ts'
import { isGlobal } from '../checks/mail-facts.ts'
import { progressOf } from '../drafts/mail-state.ts'
import type { UseCaseDeps } from '../mail-deps.ts'

const counted = (count: number): Quantity => ({ quantity: String(count) })

const rowOf = ({ store }: Pick<UseCaseDeps, 'store'>, id: string) =>
  store.read.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirst()

/** Whom a mail reached, in players or in servers: the rows of its job are chunks of players. */
export async function sendResult(
  deps: Pick<UseCaseDeps, 'store'>,
  { mailId }: JobParams<typeof mailSendJob>,
): Promise<JobResult | null> {
  const row = await rowOf(deps, mailId)
  const progress = row === undefined ? null : progressOf(row)
  if (row === undefined || progress === null) return null
  const { total, delivered, already, failed, unknown, waiting } = progress
  const reached = delivered + already
  const params = {
    total: counted(total),
    reached: counted(reached),
    failed: counted(failed + waiting),
    unknown: counted(unknown),
  }
  const key = isGlobal(row.send_type) ? 'mail.result.servers' : 'mail.result.players'
  return { words: { key, params }, isWhole: reached >= total }
}

/** What a recall took out of mailboxes, and what it took back: the rows of its job are servers. */
export async function recallResult(
  deps: Pick<UseCaseDeps, 'store'>,
  { mailId, takeBack }: JobParams<typeof mailRecallJob>,
): Promise<JobResult | null> {
  const row = await rowOf(deps, mailId)
  if (row === undefined) return null
  const { recall_removed: removed, recall_claimed: claimed } = row
  const { recall_taken: taken, recall_missing: missing } = row
  const key = takeBack ? 'mail.result.takenBack' : 'mail.result.recalled'
  // What players keep is a part of what was asked for that did not happen.
  const params = {
    removed: counted(removed),
    claimed: counted(claimed),
    taken: counted(taken),
    missing: counted(missing),
  }
  return { words: { key, params }, isWhole: !takeBack || missing === 0 }
}
