import { givenUpError } from './dial-failure.ts'

/** The answer, or `given_up` as soon as the caller leaves; what is running goes on for whoever else needs it. */
export function untilGivenUp<T>(running: Promise<T>, signal?: AbortSignal, hasEffect = false): Promise<T> {
  if (signal === undefined) return running
  return new Promise((resolve, reject) => {
    const leave = () => reject(givenUpError(hasEffect, signal.reason))
    const stay = () => signal.removeEventListener('abort', leave)
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
    running.then(resolve, reject).finally(stay)
  })
}
