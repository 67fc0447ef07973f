import { AppError } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import { mailErrors } from '../../contract/index.ts'
import type { testAccountAdd, testAccountList, testAccountRemove } from '../../contract/index.ts'
import type { UseCaseDeps } from '../mail-deps.ts'
import { serverFinder } from '../recipients/find-server.ts'
import { targetServers } from '../servers.ts'
import type { MailTables } from '../tables.ts'

export function testAccountsOf({ store }: Pick<UseCaseDeps, 'store'>, lineId: string) {
  return store.read
    .selectFrom('mail_test_account')
    .selectAll()
    .where('line_id', '=', lineId)
    .orderBy('at')
    .execute()
}

export async function handleTestAccounts(
  deps: UseCaseDeps,
  _input: RouteInput<typeof testAccountList>,
  { place }: CallContext,
): Promise<RouteReplyGiven<typeof testAccountList>> {
  const rows = await testAccountsOf(deps, place.lineId!)
  return { list: rows.map(({ u_id, s_id, label, by, at }) => ({ uId: u_id, sId: s_id, label, by, at })) }
}

export async function handleTestAccountAdd(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof testAccountAdd>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof testAccountAdd>> {
  const line_id = ctx.place.lineId!
  const found = serverFinder(deps, line_id, targetServers(deps, line_id, { serverId: [] }))(body.uId)
  if (typeof found === 'string')
    throw new AppError(mailErrors.mail_entry_wrong, { field: 'uId', params: { text: body.uId } })
  const account = { label: body.label, by: ctx.caller.username, at: deps.nowMs() }
  const { uId, server } = found
  await ctx.commit<MailTables, void>(async (tx) => {
    await tx
      .insertInto('mail_test_account')
      .values({ line_id, u_id: uId, s_id: server.sId, ...account })
      .onConflict((conflict) => conflict.columns(['line_id', 'u_id']).doUpdateSet(account))
      .execute()
  })
  return { uId, sId: server.sId, ...account }
}

export async function handleTestAccountRemove(
  _deps: UseCaseDeps,
  { body }: RouteInput<typeof testAccountRemove>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof testAccountRemove>> {
  await ctx.commit<MailTables, void>(async (tx) => {
    await tx
      .deleteFrom('mail_test_account')
      .where('line_id', '=', ctx.place.lineId!)
      .where('u_id', '=', body.uId)
      .execute()
  })
  return null
}
