import { AppError } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { toGameTime } from '@qd/game-contract'
import { fromGame, uuidv7 } from '@qd/server-kit'
import type { CallContext, CatalogueServer } from '@qd/server-kit'
import { mailErrors } from '../../contract/index.ts'
import type { mailTest } from '../../contract/index.ts'
import { contentHash } from '../drafts/content-hash.ts'
import { draftOf, findDraft, findSet } from '../drafts/mail-record.ts'
import type { TestSend } from '../drafts/mail-record.ts'
import type { UseCaseDeps } from '../mail-deps.ts'
import { targetServers } from '../servers.ts'
import type { MailRow } from '../tables.ts'
import { gameMail } from '../send/game-mail.ts'
import { testAccountsOf } from './test-accounts.ts'

type Result = RouteReplyGiven<typeof mailTest>['results'][number]

/** A mail of the past cannot be read: it is there from now on, and for at least an hour. */
const HOUR_MS = 3_600_000

async function sendOn(
  deps: UseCaseDeps,
  ctx: CallContext,
  {
    row,
    server,
    uIds,
    vars,
  }: { row: MailRow; server: CatalogueServer; uIds: string[]; vars: Record<string, string> },
): Promise<Result[]> {
  const draft = draftOf(row)
  const reached = await deps.reach.reach(server)
  const { limits, clock } = await fromGame(reached.meta(reached.target))
  const now = toGameTime(deps.nowMs(), clock)
  const languages = limits.mail?.languages ?? Object.keys(draft.content)
  const expireAt = Math.max(toGameTime(draft.expireAt ?? 0, clock), now + HOUR_MS)
  const times = { sendAt: now, expireAt }
  const id = uuidv7()
  const request = {
    mailId: `test.${id}`,
    batch: 'test',
    mail: gameMail(draft, languages, times),
    recipients: uIds.map((uId) => ({ uId, vars })),
    operator: { opId: ctx.caller.userId, user: ctx.caller.username, requestId: ctx.requestId },
    idempotencyKey: `mail-test:${id}`,
  }
  const { results } = await fromGame(reached.mail.batch(reached.target, request))
  return results.map(({ index, status, msg }) => ({ uId: uIds[index] ?? '', isSent: status === 0, msg }))
}

/** Sends the mail as it stands to test accounts, and remembers for which content that was. */
export async function handleMailTest(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof mailTest>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof mailTest>> {
  const row = await findDraft(deps, ctx, body)
  const wanted = new Set(body.uIds)
  const accounts = (await testAccountsOf(deps, row.line_id)).filter(({ u_id }) => wanted.has(u_id))
  if (accounts.length === 0 || accounts.length < wanted.size)
    throw new AppError(mailErrors.mail_no_test_account, { field: 'uIds' })
  const draft = draftOf(row)
  const servers = targetServers(deps, row.line_id, { serverId: [] })
  const vars = (await findSet(deps, row.set_id))?.parsed.sample[0]?.vars ?? {}
  const results: Result[] = []
  for (const [sId, some] of Map.groupBy(accounts, ({ s_id }) => s_id)) {
    const server = servers.find((each) => each.sId === sId)
    const uIds = some.map(({ u_id }) => u_id)
    if (server === undefined) results.push(...uIds.map((uId) => ({ uId, isSent: false, msg: '' })))
    else results.push(...(await sendOn(deps, ctx, { row, server, uIds, vars })))
  }
  const sent = results.filter(({ isSent }) => isSent).length
  const test: TestSend = {
    contentHash: contentHash(draft),
    at: deps.nowMs(),
    by: ctx.caller.username,
    sent,
    failed: results.length - sent,
  }
  ctx.note({ sent, failed: test.failed, contentHash: test.contentHash })
  await deps.store.write((tx) =>
    tx
      .updateTable('mail')
      .set({ test: JSON.stringify(test) })
      .where('id', '=', row.id)
      .execute(),
  )
  return { contentHash: test.contentHash, results }
}
