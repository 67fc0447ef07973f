import { AppError, coreErrors } from '@qd/contract-kit'

const REPLY_WITHIN_MS = 10_000

export interface WaitedReply {
  status: number
  body: Uint8Array
}

interface Wait {
  resolve(reply: WaitedReply): void
  reject(error: unknown): void
}

const failure = (def: typeof coreErrors.upstream_down, reason: string) =>
  new AppError(def, { params: { reason, outcome: { text: 'upstream.mayHaveActed' } } })

/** What the gateway itself waits for, by sequence: the reply of Enter. */
export class ReplyWaits {
  readonly #waits = new Map<number, Wait>()

  wait(seq: number, signal: AbortSignal): Promise<WaitedReply> {
    return new Promise((resolve, reject) => {
      const done = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', giveUp)
        this.#waits.delete(seq)
      }
      const fail = (error: unknown) => {
        done()
        reject(error as Error)
      }
      const giveUp = () => fail(signal.reason)
      const timer = setTimeout(
        () => fail(failure(coreErrors.upstream_timeout, `${REPLY_WITHIN_MS} ms`)),
        REPLY_WITHIN_MS,
      )
      signal.addEventListener('abort', giveUp, { once: true })
      const take = (reply: WaitedReply) => {
        done()
        resolve(reply)
      }
      this.#waits.set(seq, { resolve: take, reject: fail })
    })
  }

  settle(seq: number, reply: WaitedReply): void {
    this.#waits.get(seq)?.resolve(reply)
  }

  failAll(reason: string): void {
    for (const wait of this.#waits.values()) wait.reject(failure(coreErrors.upstream_down, reason))
  }
}
