import { whenSessionEnds } from '../session/session-end.ts'
import type { RequestOptions } from './send-request.ts'

let session = new AbortController()

// What the session asked for is for nobody now; without its token the answers would be refusals.
whenSessionEnds(() => {
  session.abort()
  session = new AbortController()
})

/** The options of a call, given up when the session it belongs to ends. */
export function endingWithSession<T extends RequestOptions>(options: T): T {
  if (options.outlivesPage === true) return options
  const { signal } = options
  return {
    ...options,
    signal: signal === undefined ? session.signal : AbortSignal.any([signal, session.signal]),
  }
}
