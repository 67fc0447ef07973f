import type { RouteInput } from '@qd/contract-kit'
import { csvLine } from '@qd/csv'
import { sendFile } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import type { mailExceptions } from '../../contract/index.ts'
import { findSent } from '../drafts/mail-record.ts'
import type { UseCaseDeps } from '../mail-deps.ts'
import { playerKey, unpackChunk } from '../recipients/recipient.ts'
import type { MailRow } from '../tables.ts'

const PAGE = 1_000

type Line = [server: string, player: string, outcome: string, code: string, text: string]

async function* failedPlayers({ store }: UseCaseDeps, { id }: MailRow): AsyncGenerator<Line[], void> {
  for (let after = ''; ;) {
    const rows = await store.read
      .selectFrom('mail_exception')
      .selectAll()
      .where('mail_id', '=', id)
      .where('player', '>', after)
      .orderBy('player')
      .limit(PAGE)
      .execute()
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.player
    yield rows.map(({ s_id, player, code, msg }): Line => [`S${s_id}`, player, 'failed', String(code), msg])
  }
}

/** Chunks that failed as a whole, or of which nobody knows: their players are those of the chunk. */
async function* wholeChunks({ store }: UseCaseDeps, { id, set_id }: MailRow): AsyncGenerator<Line[], void> {
  const sent = await store.read
    .selectFrom('mail_sent')
    .select(['seq', 's_id', 'state', 'code', 'msg'])
    .where('mail_id', '=', id)
    .where('state', '!=', 'done')
    .orderBy('seq')
    .execute()
  for (const { seq, s_id, state, code, msg } of sent) {
    const chunk = await store.read
      .selectFrom('mail_chunk')
      .select(['packed', 'hash'])
      .where('set_id', '=', set_id ?? '')
      .where('seq', '=', seq)
      .executeTakeFirst()
    const players = chunk === undefined ? ['*'] : unpackChunk(chunk).map(playerKey)
    yield players.map((player): Line => [`S${s_id}`, player, state, code, msg])
  }
}

async function* claimedPlayers({ store }: UseCaseDeps, { id }: MailRow): AsyncGenerator<Line[], void> {
  for (let after = ''; ;) {
    const rows = await store.read
      .selectFrom('mail_claimed')
      .selectAll()
      .where('mail_id', '=', id)
      .where('player', '>', after)
      .orderBy('player')
      .limit(PAGE)
      .execute()
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.player
    yield rows.map(({ s_id, player, taken, missing }): Line => [
      `S${s_id}`,
      player,
      'claimed',
      '',
      `${taken} ${missing}`,
    ])
  }
}

async function* lines(deps: UseCaseDeps, ctx: CallContext, row: MailRow, count: (rows: number) => void) {
  const head = ['server', 'player', 'outcome', 'code', 'text'].map((each) => ctx.text(`mail.csv.${each}`))
  yield `\uFEFF${csvLine(head)}`
  for (const source of [failedPlayers, wholeChunks, claimedPlayers])
    for await (const some of source(deps, row)) {
      count(some.length)
      yield some.map((line) => csvLine(line)).join('')
    }
}

/** Players who did not get it, of whom nobody knows, and who had claimed what was recalled. */
export async function handleMailExceptions(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof mailExceptions>,
  ctx: CallContext,
): ReturnType<typeof sendFile> {
  const row = await findSent(deps, ctx, body.id)
  return sendFile(ctx, {
    name: `mail-exceptions-${row.id}`,
    type: 'csv',
    pieces: (count) => lines(deps, ctx, row, count),
  })
}
