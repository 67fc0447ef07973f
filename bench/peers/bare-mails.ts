// Sends chunks of a mail to game servers in a bare loop, as fast as they answer; posted a list of uIds, it says how long it took.
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { GameServerTarget } from '@qd/game-contract/adapter'
import { IDEMPOTENCY_HEADER, signRequest } from '@qd/game-contract/signing'

/** As many at a time as the console sends to one server, and as many players in one. */
const AT_A_TIME = 2
const CHUNK = 1_000

const targets = JSON.parse(process.argv[2] ?? '') as GameServerTarget[]
const agent = new Agent({ keepAlive: true, maxSockets: AT_A_TIME * targets.length })
const operator = { opId: 'bench', user: 'bench', reason: 'bench', requestId: 'bench' }
const text = { cn: '补偿', en: 'Sorry' }

async function send({ apiUrl, serverId, keyId, hashKey }: GameServerTarget, content: object): Promise<void> {
  const url = `${apiUrl}/gm/v1/mail/batch`
  const body = Buffer.from(JSON.stringify(content))
  const nonce = randomBytes(16).toString('hex')
  const signed = signRequest({ method: 'POST', url, body, serverId, keyId, hashKey, tsMs: Date.now(), nonce })
  const headers = { ...signed, 'content-type': 'application/json', [IDEMPOTENCY_HEADER]: randomUUID() }
  const sent = request(url, { method: 'POST', headers, agent })
  sent.end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const { status, msg } = (await json(answer)) as { status: number; msg: string }
  if (status !== 0) throw new Error(msg)
}

async function sendAll(uIds: readonly string[]): Promise<number> {
  const startMs = performance.now()
  const mailId = randomUUID()
  const sentAt = Date.now()
  const mail = {
    title: text,
    body: text,
    sender: text,
    attach: [],
    sendAt: sentAt,
    expireAt: sentAt + 864_000_000,
  }
  const lanes = targets.map(async (target) => {
    const own = uIds.filter((uId) => uId.startsWith(`30${String(target.sId)}`))
    let at = 0
    const worker = async () => {
      while (at < own.length) {
        const recipients = own.slice(at, at + CHUNK).map((uId) => ({ uId }))
        at += CHUNK
        await send(target, { mailId, batch: String(at), mail, recipients, operator })
      }
    }
    await Promise.all(Array.from({ length: AT_A_TIME }, worker))
  })
  await Promise.all(lanes)
  return performance.now() - startMs
}

const server = createServer((incoming, response) => {
  json(incoming)
    .then((uIds) => sendAll(uIds as string[]))
    .then((ms) => response.end(JSON.stringify({ ms })))
    .catch((error: unknown) => response.writeHead(500).end(String(error)))
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.on('SIGTERM', () => process.exit(0))
console.log(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`)
