import { parseJsonText } from '@qd/canonical-json'
import type { Store } from '@qd/store'
import type { JobState } from '../../contract/index.ts'
import { JOBS_TOPIC } from '../job-news.ts'
import type { JobNews } from '../job-news.ts'

/**
 * Resolves once a node has heard that a job has come to the state; called before it is asked for. The engine of that node has
 * heard it then: it was told first, because it began to listen when it started.
 */
export function whenHeard({ broadcast }: Pick<Store<never>, 'broadcast'>, state: JobState): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = broadcast.subscribe(JOBS_TOPIC, (text) => {
    if ((parseJsonText(text) as JobNews).state !== state) return
    stop()
    resolve()
  })
  return promise
}
