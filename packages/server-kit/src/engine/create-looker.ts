import { setTimeout as sleep } from 'node:timers/promises'

/** Looks for work, one look at a time. */
export interface Looker {
  /** Looks now; once more, if a look is under way. */
  wake(): void
  /** Begins no look from here on. */
  end(): void
  hasEnded(): boolean
  /** The look under way. */
  underWay(): Promise<void> | undefined
}

export function createLooker(lookOnce: () => Promise<void>, onFault: (error: unknown) => void): Looker {
  let looking: Promise<void> | undefined
  let isWanted = false
  let isEnded = false

  async function look(): Promise<void> {
    while (isWanted) {
      isWanted = false
      if (!isEnded) await lookOnce()
    }
  }

  return {
    wake() {
      isWanted = true
      if (isEnded) return
      looking ??= look()
        .catch(onFault)
        .finally(() => (looking = undefined))
    },
    end() {
      isEnded = true
    },
    hasEnded: () => isEnded,
    underWay: () => looking,
  }
}

/** Whether all of it ends in time. */
export async function endsWithin(
  limitMs: number,
  work: readonly (Promise<unknown> | undefined)[],
): Promise<boolean> {
  const aborter = new AbortController()
  const late = sleep(limitMs, false, { signal: aborter.signal, ref: false }).catch(() => false)
  const isDone = await Promise.race([Promise.all(work).then(() => true), late])
  aborter.abort()
  return isDone
}
