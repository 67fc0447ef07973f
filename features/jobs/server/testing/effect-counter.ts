import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { RowOutcome } from '@qd/server-kit'

interface Effect {
  seq: number
  effectKey: string
}

/** Every so many rows fail; what a job must count exactly. */
export const FAILS_EVERY = 50

const outcomeOf = ({ seq }: Effect): RowOutcome =>
  seq % FAILS_EVERY === 7 ? { status: 'failed', code: 'refused' } : { status: 'done' }

/** Where effects happen: the first of a key counts, a copy is answered as the first one was. */
export async function startEffectCounter() {
  const effects = new Map<string, number>()
  let copies = 0
  const hooks: {
    onChunk: (node: string, when: 'before' | 'after') => Promise<void> | void
    /** Before a batch of a list is read; the one before it is committed. */
    onBatch: (node: string) => Promise<void> | void
  } = { onChunk: () => undefined, onBatch: () => undefined }
  const server = createServer((request, response) => {
    const answer = async () => {
      const chunk = (await json(request)) as Effect[]
      const [, node = '', what] = (request.url ?? '/').split('/')
      if (what === 'batch') {
        await hooks.onBatch(node)
        return void response.end('[]')
      }
      await hooks.onChunk(node, 'before')
      for (const { seq, effectKey } of chunk) {
        if (effects.has(effectKey)) copies++
        else effects.set(effectKey, seq)
      }
      await hooks.onChunk(node, 'after')
      response.end(JSON.stringify(chunk.map(outcomeOf)))
    }
    // A node that was killed hears no answer.
    answer().catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hooks,
    /** Times an effect of each row happened, by its `seq`. */
    happened: () => [...effects.values()].toSorted((a, b) => a - b),
    copies: () => copies,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
