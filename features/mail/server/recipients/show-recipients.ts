import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import type { mailRecipients } from '../../contract/index.ts'
import { findMail } from '../drafts/mail-record.ts'
import type { UseCaseDeps } from '../mail-deps.ts'
import { unpackChunk } from './recipient.ts'

type Shown = RouteReplyGiven<typeof mailRecipients>

/** Players of the list of a mail from one on, in the order they are stored. */
export async function handleMailRecipients(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof mailRecipients>,
  { place }: CallContext,
): Promise<Shown> {
  const { set_id: setId } = await findMail(deps, place.lineId, body.id)
  const list: Shown['list'] = []
  if (setId === null) return { total: 0, list }
  const { read } = deps.store
  const chunks = await read
    .selectFrom('mail_chunk')
    .select(['seq', 'players'])
    .where('set_id', '=', setId)
    .orderBy('seq')
    .execute()
  let total = 0
  for (const { seq, players } of chunks) {
    const begin = total
    total += players
    const from = Math.max(0, body.from - begin)
    if (from >= players || list.length === body.limit) continue
    const chunk = await read
      .selectFrom('mail_chunk')
      .select(['packed', 'hash', 's_id'])
      .where('set_id', '=', setId)
      .where('seq', '=', seq)
      .executeTakeFirstOrThrow()
    for (const { uId, roleId, attach, vars } of unpackChunk(chunk).slice(
      from,
      from + body.limit - list.length,
    ))
      list.push({
        sId: chunk.s_id,
        uId: uId ?? null,
        roleId: roleId ?? null,
        attach: attach ?? null,
        vars: vars ?? {},
      })
  }
  return { total, list }
}
