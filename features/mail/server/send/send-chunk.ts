import { JobHalt } from '@qd/server-kit'
import type { JobRow, JobRun, RowOutcome } from '@qd/server-kit'
import type { MailServer } from '../mail-deps.ts'
import { playerKey } from '../recipients/recipient.ts'
import type { Recipient } from '../recipients/recipient.ts'
import type { MailContent } from '@qd/game-contract'
import { askAgain } from './ask-again.ts'
import type { Asked } from './ask-again.ts'
import { gameRecipient } from './game-mail.ts'
import { operatorOf } from './released-mail.ts'
import { readResults } from './results.ts'
import type { ReadResults } from './results.ts'

/** Above this share of its players a chunk counts as failed, so that a job stops that fails everywhere. */
const FAILED_PERCENT = 5

export interface ChunkCall {
  mailId: string
  mail: MailContent
  recipients: readonly Recipient[]
  reached: MailServer
  /** Most players that the server takes in one call now. */
  maxBatch: number
  row: JobRow<{ seq: number }>
  run: JobRun
  /** An earlier run may have sent it. */
  wasSent: boolean
}

/** The parts of a chunk that is larger than the server takes by now; the key says which. */
function partsOf({ recipients, maxBatch, row }: ChunkCall) {
  if (recipients.length <= maxBatch) return [{ recipients, key: row.effectKey, batch: `c${row.input.seq}` }]
  const parts = []
  for (let at = 0; at < recipients.length; at += maxBatch)
    parts.push({
      recipients: recipients.slice(at, at + maxBatch),
      key: `${row.effectKey}:${at}of${maxBatch}`,
      batch: `c${row.input.seq}.${at}`,
    })
  return parts
}

const isCancelled = ({ signal }: JobRun): boolean =>
  signal.reason instanceof JobHalt && signal.reason.by === 'cancel'

export type ChunkEnd =
  | Exclude<Asked<ReadResults>, { kind: 'answer' }>
  | { kind: 'read'; results: ReadResults }

/** Sends a chunk under its own key: sent again, nobody gets it twice. */
export async function sendChunk(call: ChunkCall): Promise<ChunkEnd> {
  const { mailId, mail, reached, run } = call
  const results: ReadResults = { delivered: [], already: [], failed: [] }
  for (const { recipients, key, batch } of partsOf(call)) {
    if (run.signal.aborted) {
      // Of what may go on each part is asked again under its key; of what ends for good it is known who got it.
      if (!isCancelled(run)) return { kind: 'away', why: 'server_down', isSent: true }
      const msg = run.text('mail.row.halted')
      results.failed.push(...recipients.map((each) => ({ player: playerKey(each), code: 0, msg })))
      continue
    }
    const request = {
      mailId,
      batch,
      mail,
      recipients: recipients.map(gameRecipient),
      operator: operatorOf(run),
      idempotencyKey: key,
    }
    const asked = await askAgain(() => reached.mail.batch(reached.target, request), run.signal, call.wasSent)
    if (asked.kind === 'refused' && recipients.length < call.recipients.length) {
      const { code, msg } = asked
      results.failed.push(...recipients.map((each) => ({ player: playerKey(each), code, msg })))
      continue
    }
    if (asked.kind !== 'answer') return asked
    const read = readResults(recipients, asked.answer.results)
    if (read === null) return { kind: 'unknown' }
    results.delivered.push(...read.delivered)
    results.already.push(...read.already)
    results.failed.push(...read.failed)
  }
  return { kind: 'read', results }
}

/** What the job shows of a chunk whose players have been told of. */
export function rowOutcomeOf({ delivered, already, failed }: ReadResults, text: JobRun['text']): RowOutcome {
  if (failed.length === 0) return { status: 'done' }
  const total = delivered.length + already.length + failed.length
  const msg = text('mail.row.partly', { failed: failed.length, total })
  const isBad = failed.length * 100 >= FAILED_PERCENT * total
  return { status: isBad ? 'failed' : 'done', code: 'mail_partly', msg }
}
