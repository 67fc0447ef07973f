// Game servers that speak mail to named players over one durable ledger: `mail-game.ts FOLDER PLAYERS LOST`. PLAYERS are
// dealt to S123 and S124; LOST is the share of answers that get lost, 0.01 for one of a hundred, after the work was done.
// `GET /bench/state` tells what the ledger holds. Killed and started again on its folder it has its port, keys and mails.
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { GAME_CALLS, GAME_CODE_FACTS, GAME_CODES, isGameCode } from '@qd/game-contract'
import type { GameCallName, GameCallReply, RowResult } from '@qd/game-contract'
import type { GameServerTarget } from '@qd/game-contract/adapter'
import {
  headerOf,
  IDEMPOTENCY_HEADER,
  NonceMemory,
  SIGN_HEADER,
  signResponse,
  verifyRequest,
} from '@qd/game-contract/signing'
import { CONTRACT_EXAMPLES } from '@qd/game-contract/testing/examples'
import { MailLedger, OUTCOME } from '../tools/mail-ledger.ts'

const [folder = '', players = '', lost = '0'] = process.argv.slice(2)
const PLAYERS = Number(players)
const LOST = Number(lost)
const S_IDS = [123, 124]
const PER_SERVER = Math.ceil(PLAYERS / S_IDS.length)
const MAX_BATCH = 1_000
const PLATFORM = 3

/** What the console needs of each server; the bench seeds its catalogue with them. */
export type MailGameTarget = Pick<
  GameServerTarget,
  'sId' | 'platform' | 'apiUrl' | 'ws' | 'serverId' | 'keyId' | 'hashKey'
>

const firstUId = (sId: number) => PLATFORM * 10 ** 10 + sId * 10 ** 6 + 1
const lastUId = (sId: number) => firstUId(sId) + PER_SERVER - 1
const isOf = (sId: number, uId: number) => uId >= firstUId(sId) && uId <= lastUId(sId)
const isPlayer = (uId: number) => S_IDS.some((sId) => isOf(sId, uId))

const targetsFile = join(folder, 'targets.json')
const known = existsSync(targetsFile)
  ? (JSON.parse(readFileSync(targetsFile, 'utf8')) as MailGameTarget[])
  : []
const keyOf = (sId: number) =>
  known.find((each) => each.sId === sId)?.hashKey ?? randomBytes(32).toString('hex')
const hashKeys = new Map(S_IDS.map((sId) => [sId, keyOf(sId)]))
const ledger = new MailLedger(join(folder, 'ledger.sqlite'), isPlayer)
const nonces = new NonceMemory()
const startedAt = Date.now()
const answers = { given: 0, lost: 0 }

class Refusal extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

interface Call {
  sId: number
  name: GameCallName
  body: Buffer
  key: string
}

const clock = () => ({ real: Date.now(), game: Date.now(), offset: 0, zone: 'UTC' })

function meta(sId: number): GameCallReply<'meta'> {
  return {
    ...CONTRACT_EXAMPLES.meta.reply,
    serverIds: [sId],
    configVersions: {},
    capabilities: ['players.lookup', 'players.query', 'items', 'limits', 'mail.list', 'mail.report'],
    onlinePolicies: ['live'],
    limits: { maxBatch: MAX_BATCH, maxBody: 1_048_576, rps: 200 },
    clock: clock(),
    online: 0,
    startedAt,
  }
}

const playerRow = (sId: number, uId: number) => {
  const shared = { uId: String(uId), roleId: String(uId), name: `P${uId}`, sId }
  return { ...shared, level: 1, online: false, channel: 'official' }
}

const RESULTS: Readonly<Record<number, Omit<RowResult, 'index'>>> = {
  [OUTCOME.delivered]: { status: 0, code: GAME_CODES.ok, msg: '' },
  [OUTCOME.duplicate]: { status: 0, code: GAME_CODES.duplicate, msg: '' },
  [OUTCOME.unknown]: { status: 404, code: GAME_CODES.unknownPlayer, msg: 'no such player' },
}

function batch({ body, key }: Call): GameCallReply<'mailBatch'> {
  const chunk = GAME_CALLS.mailBatch.request.parse(JSON.parse(body.toString()))
  if (chunk.recipients.length > MAX_BATCH) throw new Refusal(GAME_CODES.limitExceeded, 'too many rows')
  const outcomes = ledger.take(key, body, chunk)
  if (outcomes === null) throw new Refusal(GAME_CODES.versionConflict, 'the key was used with another body')
  return { results: Array.from(outcomes, (outcome, index) => ({ index, ...RESULTS[outcome]! })) }
}

function status({ sId, body }: Call): GameCallReply<'mailStatus'> {
  const {
    mailId,
    cursor = '',
    limit = 200,
  } = GAME_CALLS.mailStatus.request.parse(JSON.parse(body.toString()))
  const range = { from: Math.max(Number(cursor) + 1, firstUId(sId)), to: lastUId(sId) }
  const here = ledger.playersOf(mailId, range, limit)
  const delivered = ledger.count(mailId, { from: firstUId(sId), to: lastUId(sId) })
  return {
    counts: { delivered, read: 0, claimed: 0, expired: 0, recalled: 0 },
    rows: here.map((uId) => ({ uId: String(uId), state: 'delivered' as const, at: startedAt })),
    cursor: here.length < limit ? '' : String(here.at(-1)),
  }
}

function lookup({ sId, body }: Call): GameCallReply<'lookup'> {
  const { value } = GAME_CALLS.lookup.request.parse(JSON.parse(body.toString()))
  return isOf(sId, Number(value)) ? [playerRow(sId, Number(value))] : []
}

function query({ sId, body }: Call): GameCallReply<'playersQuery'> {
  const { limit } = GAME_CALLS.playersQuery.request.parse(JSON.parse(body.toString()))
  const shown = Math.min(limit, PER_SERVER)
  const rows = Array.from({ length: shown }, (_, index) => playerRow(sId, firstUId(sId) + index))
  return { count: PER_SERVER, isEstimate: true, rows, cursor: '' }
}

function answer(call: Call): unknown {
  switch (call.name) {
    case 'meta':
      return meta(call.sId)
    case 'time':
      return clock()
    case 'items':
    case 'limits':
    case 'channels':
      return CONTRACT_EXAMPLES[call.name].reply
    case 'lookup':
      return lookup(call)
    case 'playersQuery':
      return query(call)
    case 'mailBatch':
      return batch(call)
    case 'mailStatus':
      return status(call)
    default:
      throw new Refusal(GAME_CODES.capabilityMissing, `no ${call.name}`)
  }
}

/** The call behind `/s123/gm/v1/...`, proven; throws Refusal. */
function callOf(request: IncomingMessage, body: Buffer): Call & { nonce: string; hashKey: string } {
  const { method = '', url = '', headers } = request
  const [, server = '', path = ''] = /^\/s(\d+)(\/[^?]*)/.exec(url) ?? []
  const sId = Number(server)
  const hashKey = hashKeys.get(sId)
  if (hashKey === undefined) throw new Refusal(GAME_CODES.badSignature, 'no such server')
  const proof = { method, url, body, headers, serverId: `S${sId}`, nowMs: Date.now(), nonces }
  const verified = verifyRequest({ ...proof, hashKeyOf: () => hashKey })
  if (!verified.ok) throw new Refusal(verified.code, verified.reason)
  const names = Object.keys(GAME_CALLS) as GameCallName[]
  const name = names.find((each) => GAME_CALLS[each].method === method && GAME_CALLS[each].path === path)
  if (name === undefined) throw new Refusal(GAME_CODES.capabilityMissing, 'no such call')
  const key = headerOf(headers, IDEMPOTENCY_HEADER) ?? ''
  return { sId, name, body, key, nonce: verified.nonce, hashKey }
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = Buffer.concat(await request.toArray())
  if (request.url === '/bench/state') {
    return void response.end(JSON.stringify({ ...ledger.state(PER_SERVER * S_IDS.length), answers }))
  }
  const send = (code: number, envelope: object, signing?: { nonce: string; hashKey: string }): void => {
    const httpStatus = isGameCode(code) ? GAME_CODE_FACTS[code].httpStatus : 500
    const text = JSON.stringify(envelope)
    const sign = signing && signResponse({ ...signing, status: httpStatus, body: text })
    response.writeHead(httpStatus, sign === undefined ? {} : { [SIGN_HEADER]: sign }).end(text)
  }
  const refuse = (code: number, msg: string, signing?: { nonce: string; hashKey: string }): void =>
    send(code, { status: code, msg, err: { code, retryable: code === GAME_CODES.internal } }, signing)
  let call: ReturnType<typeof callOf>
  try {
    call = callOf(request, body)
  } catch (error) {
    return refuse(error instanceof Refusal ? error.code : GAME_CODES.internal, String(error))
  }
  try {
    const data = answer(call)
    answers.given += 1
    if (Math.random() < LOST) {
      answers.lost += 1
      return void response.destroy()
    }
    send(GAME_CODES.ok, { status: 0, msg: '', data }, call)
  } catch (error) {
    refuse(error instanceof Refusal ? error.code : GAME_CODES.validation, String(error), call)
  }
}

const server = createServer((request, response) => {
  serve(request, response).catch((error: unknown) => response.destroy(error as Error))
})
const port = known[0] === undefined ? 0 : Number(new URL(known[0].apiUrl).port)
server.listen(port, '127.0.0.1', () => {
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const targets = S_IDS.map((sId): MailGameTarget => {
    const key = { serverId: `S${sId}`, keyId: `bench-${sId}`, hashKey: hashKeys.get(sId)! }
    return {
      sId,
      platform: PLATFORM,
      apiUrl: `http://${address}/s${sId}`,
      ws: `ws://${address}/s${sId}`,
      ...key,
    }
  })
  writeFileSync(targetsFile, JSON.stringify(targets))
  console.log(`ready at http://${address}`)
})
process.on('SIGTERM', () => {
  server.closeAllConnections()
  server.close(() => {
    ledger.close()
    process.exit(0)
  })
})
