import { parseJsonText } from '@qd/canonical-json'
import { AppError } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import { mailErrors } from '../../contract/index.ts'
import type { mailWords, mailWordsSet } from '../../contract/index.ts'
import type { UseCaseDeps } from '../mail-deps.ts'
import type { MailTables } from '../tables.ts'

/** Words that no mail of the line may have. */
export async function findWords({ store }: Pick<UseCaseDeps, 'store'>, lineId: string) {
  const row = await store.read
    .selectFrom('mail_words')
    .select(['words', 'revision'])
    .where('line_id', '=', lineId)
    .executeTakeFirst()
  return {
    list: row === undefined ? [] : (parseJsonText(row.words) as string[]),
    revision: row?.revision ?? 0,
  }
}

export async function handleMailWords(
  deps: UseCaseDeps,
  _input: RouteInput<typeof mailWords>,
  { place }: CallContext,
): Promise<RouteReplyGiven<typeof mailWords>> {
  const { list, revision } = await findWords(deps, place.lineId!)
  return { words: list, revision }
}

export async function handleMailWordsSet(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof mailWordsSet>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof mailWordsSet>> {
  const line_id = ctx.place.lineId!
  const before = await findWords(deps, line_id)
  const words = [...new Set(body.words)]
  ctx.changed(before.list, words)
  const revision = body.revision + 1
  const row = { words: JSON.stringify(words), revision, by: ctx.caller.username, at: deps.nowMs() }
  await ctx.commit<MailTables, void>(async (tx) => {
    const written =
      body.revision === 0
        ? await tx
            .insertInto('mail_words')
            .values({ line_id, ...row })
            .onConflict((conflict) => conflict.column('line_id').doNothing())
            .executeTakeFirst()
        : await tx
            .updateTable('mail_words')
            .set(row)
            .where('line_id', '=', line_id)
            .where('revision', '=', body.revision)
            .executeTakeFirst()
    const count = 'numUpdatedRows' in written ? written.numUpdatedRows : written.numInsertedOrUpdatedRows
    if (Number(count ?? 0) !== 1) throw new AppError(mailErrors.mail_changed, { field: 'revision' })
  })
  return { revision }
}
