import { setTimeout as sleep } from 'node:timers/promises'
import { describeError } from '@qd/server-kit'
import { isPassingFault } from '@qd/store'

const TELL_EVERY_MS = 10_000
const REST_MS = 1_000

export interface WaitOptions {
  /** One line for the person at the terminal. */
  announce(line: string): void
  tellEveryMs?: number
  restMs?: number
}

/** The deepest cause says what is the matter. */
function causeOf(error: unknown): string {
  let deepest = error
  for (let depth = 0; depth < 8 && deepest instanceof Error && deepest.cause instanceof Error; depth++) {
    deepest = deepest.cause
  }
  const { message, code } = describeError(deepest)
  return message === '' ? String(code ?? 'no answer') : message
}

/**
 * Tries until it succeeds, as long as what goes wrong passes by itself: a database that comes late. Says what it waits for
 * at once and then regularly. A fault that stays is thrown.
 */
export async function waitOut<T>(attempt: () => Promise<T>, options: WaitOptions): Promise<T> {
  const { announce, tellEveryMs = TELL_EVERY_MS, restMs = REST_MS } = options
  let fault: string | null = null
  const tell = () => announce(fault === null ? 'Still starting.' : `Waiting for the database: ${fault}`)
  let timer = setInterval(tell, tellEveryMs)
  try {
    for (;;) {
      try {
        return await attempt()
      } catch (error) {
        if (!isPassingFault(error)) throw error
        const isFirst = fault === null
        fault = causeOf(error)
        if (isFirst) {
          tell()
          clearInterval(timer)
          timer = setInterval(tell, tellEveryMs)
        }
      }
      await sleep(restMs)
    }
  } finally {
    clearInterval(timer)
  }
}
