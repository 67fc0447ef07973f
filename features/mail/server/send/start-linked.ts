import type { AnyJob } from '@qd/contract-kit'
import type { CallContext, JobOrder, StartContext } from '@qd/server-kit'
import type { Kysely } from 'kysely'
import type { UseCaseDeps } from '../mail-deps.ts'
import type { MailTables } from '../tables.ts'

/** Names the job on its mail; throws where the mail has changed meanwhile. */
type Link = (tx: Kysely<MailTables>, jobId: string) => Promise<void>

/** Starts a job of a mail in one write with its name on the mail: neither is ever there without the other. */
export async function startLinked<J extends AnyJob>(
  { jobs }: Pick<UseCaseDeps, 'jobs'>,
  ctx: CallContext,
  order: JobOrder<J>,
  link: Link,
) {
  const start: StartContext = {
    caller: ctx.caller,
    place: ctx.place,
    lang: ctx.lang,
    requestId: ctx.requestId,
    text: (key, params) => ctx.text(key, params),
    note: (detail) => ctx.note(detail),
    commit: (change) =>
      ctx.commit(async (tx) => {
        const started = await change(tx as never)
        const { jobId, replayed } = started as { jobId: string; replayed: boolean }
        if (!replayed) await link(tx as unknown as Kysely<MailTables>, jobId)
        return started
      }),
  }
  return jobs.start(start, order)
}
