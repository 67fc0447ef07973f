import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Redis } from 'ioredis'

const PIECE = 262_144

export interface RawDownload {
  url: string
  stop(): void
}

/** The least there is: a bare server that streams GETRANGE. */
export async function rawDownload(port: number, key: string, bytes: number): Promise<RawDownload> {
  const redis = new Redis({ port, host: '127.0.0.1' })
  async function* pieces(): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes; at += PIECE) yield redis.getrangeBuffer(key, at, at + PIECE - 1)
  }
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-length': bytes })
    pipeline(Readable.from(pieces(), { highWaterMark: 1 }), response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    stop() {
      server.close()
      server.closeAllConnections()
      redis.disconnect()
    },
  }
}
