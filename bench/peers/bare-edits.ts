// Reads and changes players of a game server in a bare loop, as fast as it answers; posted a list, it says how long it took.
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { GameServerTarget } from '@qd/game-contract/adapter'
import { IDEMPOTENCY_HEADER, signRequest } from '@qd/game-contract/signing'

/** As many at a time as a bulk edit sends to one server. */
const AT_A_TIME = 16

const target = JSON.parse(process.argv[2] ?? '') as GameServerTarget
const agent = new Agent({ keepAlive: true, maxSockets: AT_A_TIME })
const { serverId, keyId, hashKey } = target
const operator = { opId: 'bench', user: 'bench', reason: 'bench', requestId: 'bench' }

async function ask(path: string, content: object, key?: string): Promise<Record<string, never>> {
  const url = target.apiUrl + path
  const body = Buffer.from(JSON.stringify(content))
  const nonce = randomBytes(16).toString('hex')
  const signed = signRequest({
    method: 'POST',
    url,
    body,
    serverId,
    keyId,
    hashKey,
    tsMs: Date.now(),
    nonce,
  })
  const headers = {
    ...signed,
    'content-type': 'application/json',
    ...(key === undefined ? {} : { [IDEMPOTENCY_HEADER]: key }),
  }
  const sent = request(url, { method: 'POST', headers, agent })
  sent.end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const { status, data, msg } = (await json(answer)) as Record<string, never>
  if (status !== 0) throw new Error(`${path}: ${String(msg)}`)
  return data!
}

async function edit(uId: string): Promise<void> {
  const read = await ask('/gm/v1/data/get', { uId, items: [{ diff: 'CurrencyInfo' }] })
  const { honor } = (read['tables'] as unknown as { currency: { honor: number } }).currency
  const change = { diff: 'CurrencyInfo', path: ['honor'], op: 'set', value: honor + 1, old: honor }
  const order = { uId, version: read['version'], changes: [change], onlinePolicy: 'live', operator }
  await ask('/gm/v1/data/change', order, randomUUID())
}

async function editAll(uIds: string[]): Promise<number> {
  const startMs = performance.now()
  const worker = async () => {
    for (let uId = uIds.pop(); uId !== undefined; uId = uIds.pop()) await edit(uId)
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, worker))
  return performance.now() - startMs
}

const server = createServer((incoming, response) => {
  json(incoming)
    .then((uIds) => editAll(uIds as string[]))
    .then((ms) => response.end(JSON.stringify({ ms })))
    .catch((error: unknown) => response.writeHead(500).end(String(error)))
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.on('SIGTERM', () => process.exit(0))
console.log(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`)
