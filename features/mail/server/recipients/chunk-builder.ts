import { createHash } from 'node:crypto'
import type { CatalogueServer } from '@qd/server-kit'
import type { MailChunkRow } from '../tables.ts'
import { packChunk } from './recipient.ts'
import type { Recipient } from './recipient.ts'

export type BuiltChunk = Omit<MailChunkRow, 'set_id'>

/** Gathers recipients by server into chunks; a hash over all of them stands for the list. */
export class ChunkBuilder {
  readonly #sizeOf: (server: CatalogueServer) => number
  readonly #open = new Map<string, { server: CatalogueServer; recipients: Recipient[] }>()
  readonly #hash = createHash('sha256')
  readonly #counts = new Map<string, { server: CatalogueServer; players: number }>()
  #ready: BuiltChunk[] = []
  /** Characters of the chunks that are full by now. */
  readyLength = 0
  #seq = 0
  players = 0

  constructor(sizeOf: (server: CatalogueServer) => number) {
    this.#sizeOf = sizeOf
  }

  add(server: CatalogueServer, recipient: Recipient): void {
    this.players += 1
    const count = this.#counts.get(server.key)
    if (count === undefined) this.#counts.set(server.key, { server, players: 1 })
    else count.players += 1
    const open = this.#open.get(server.key) ?? { server, recipients: [] }
    this.#open.set(server.key, open)
    open.recipients.push(recipient)
    if (open.recipients.length >= this.#sizeOf(server)) this.#close(open)
  }

  /** The chunks that are full by now. */
  take(): BuiltChunk[] {
    const ready = this.#ready
    this.#ready = []
    this.readyLength = 0
    return ready
  }

  /** The rest of them, and what all come to. */
  end() {
    for (const open of this.#open.values()) if (open.recipients.length > 0) this.#close(open)
    const servers = [...this.#counts.values()].toSorted((a, b) => a.server.sId - b.server.sId)
    return { chunks: this.take(), hash: this.#hash.digest('hex'), players: this.players, servers }
  }

  #close(open: { server: CatalogueServer; recipients: Recipient[] }): void {
    const packed = packChunk(open.recipients)
    open.recipients = []
    this.#hash.update(`${open.server.key} ${packed.hash}\n`)
    this.readyLength += packed.packed.length
    this.#ready.push({ seq: this.#seq++, server_key: open.server.key, s_id: open.server.sId, ...packed })
  }
}
