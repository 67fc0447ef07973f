import { parseJsonText } from '@qd/canonical-json'
import { holdsAtPath, isOwnWork, serveChannel } from '@qd/server-kit'
import type { ServedChannel } from '@qd/server-kit'
import { jobsChannel, readJobs } from '../contract/index.ts'
import { JOBS_TOPIC, newsOf } from './job-news.ts'
import type { JobNews } from './job-news.ts'
import type { UseCaseDeps } from './jobs-deps.ts'

/** Progress to whoever may see the job, by their rights as of the event; of one job first how it stands. */
export function serveJobNews({ store, session }: Pick<UseCaseDeps, 'store' | 'session'>): ServedChannel {
  return serveChannel(jobsChannel, ({ jobId }, { caller, send }) => {
    // One after another: what was told last is what holds.
    let queue = Promise.resolve()
    const tell = async ({ ownerId, ownerToken, scope, environment, ...event }: JobNews) => {
      // Only people are on the live channel: no kind is asked for.
      const isMine = isOwnWork(caller, { owner_id: ownerId, owner_token: ownerToken }, undefined)
      const current = isMine ? caller : await session.current(caller.sessionId)
      if (current === null) return
      if (isMine || holdsAtPath(current, readJobs, { scope, environment })) send({ ...event, isMine })
    }
    const stop = store.broadcast.subscribe(JOBS_TOPIC, (text) => {
      const news = parseJsonText(text) as JobNews
      if (jobId !== undefined && news.jobId !== jobId) return
      // A lost event is made up for by the next one, or by the next look at the job.
      queue = queue.then(() => tell(news)).catch(() => undefined)
    })
    // A page reads its job beside this: what happened in between, an end above all, would never be told.
    const tellNow = async (id: string) => {
      const row = await store.read.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirst()
      if (row !== undefined) await tell(newsOf(row))
    }
    if (jobId !== undefined) queue = queue.then(() => tellNow(jobId)).catch(() => undefined)
    return stop
  })
}
