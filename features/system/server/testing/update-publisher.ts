import { createHash, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { FeedPackage, UpdateFeed } from '../updates/feed-format.ts'
import { FEED_FORMAT } from '../updates/feed-format.ts'
import { signFeed } from '../updates/sign-feed.ts'

/**
 * A feed with one version of one package, below what a test says of it.
 *
 * @internal journeys publish one too.
 */
export function aFeed(content: Buffer, part: Partial<UpdateFeed['versions'][number]> = {}): UpdateFeed {
  const own: FeedPackage = {
    platform: 'any',
    address: 'quarterdeck-9.1.0.tar.gz',
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  }
  const published = '2026-11-20T08:00:00Z'
  const version = { version: '9.1.0', published, notes: '# 9.1.0\n\n- faster', packages: [own], ...part }
  return { format: FEED_FORMAT, published, versions: [version] }
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/**
 * A real server that publishes what it is given under `/updates.json`, its signature and the package beside it. `https`:
 * with a certificate of `log.example`.
 *
 * @internal journeys publish one too.
 */
export async function startPublisher(pair?: { cert: string; key: string }) {
  const keys = generateKeyPairSync('ed25519')
  const files = new Map<string, Buffer | Answer>()
  const asked: string[] = []
  const handle: Answer = (request, response) => {
    const path = request.url!.replace(/\?.*$/, '')
    asked.push(path)
    const file = files.get(path)
    if (file === undefined) response.writeHead(404).end()
    else if (typeof file === 'function') file(request, response)
    else response.end(file)
  }
  const server = pair === undefined ? createServer(handle) : createSecureServer(pair, handle)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const origin = pair === undefined ? `http://127.0.0.1:${port}` : `https://log.example:${port}`
  return {
    origin,
    feed: `${origin}/updates.json`,
    key: keys.publicKey,
    /** Paths in the order they were asked for. */
    asked,
    files,
    /** Signs and serves the feed, and serves the package. */
    publish(feed: UpdateFeed, content?: Buffer) {
      const { bytes, signature } = signFeed(feed, keys.privateKey)
      files.set('/updates.json', bytes)
      files.set('/updates.json.sig', Buffer.from(signature))
      if (content !== undefined) files.set('/quarterdeck-9.1.0.tar.gz', content)
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
