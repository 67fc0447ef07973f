import type { Duplex } from 'node:stream'
import ssh2 from 'ssh2'
import type { LinkDialer } from '../way.ts'

type GotStream = (error: Error | null, stream?: Duplex) => void

/** The SSH agent of the console's own machine, reached through the guarded dialer. */
export class GuardedAgent extends ssh2.OpenSSHAgent {
  readonly #dialer: Pick<LinkDialer, 'connectUnix'>
  readonly #path: string

  constructor(path: string, dialer: Pick<LinkDialer, 'connectUnix'>) {
    super(path)
    this.#path = path
    this.#dialer = dialer
  }

  /** Where ssh2 would connect by itself. */
  override getStream(done: GotStream): void {
    void this.#hand(done)
  }

  async #hand(done: GotStream): Promise<void> {
    const times = { connectMs: 5_000, idleMs: 30_000, wholeMs: 60_000 }
    const stream = await this.#dialer.connectUnix(this.#path, { times }).catch(() => null)
    if (stream === null) done(new Error('Failed to connect to agent'))
    else done(null, stream)
  }
}
