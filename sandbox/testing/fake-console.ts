import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OPEN_CALLS } from '@qd/game-contract/open'
import type { OpenCallName, OpenCallReply, OpenCallRequest } from '@qd/game-contract/open'
import { openKeyOf, signResponse, verifyOpenRequest } from '@qd/game-contract/signing'
import type { OpenKey } from '@qd/game-contract/signing'

export interface FakeCall {
  name: OpenCallName
  input: unknown
}

/** How one call is answered: with data, by a refusal, or not at all. */
export type FakeAnswer<Name extends OpenCallName> =
  | { data: OpenCallReply<Name> }
  | { status: number; code: string }
  | 'hang_up'
  | 'unsigned'

export type FakeAnswers = {
  [Name in OpenCallName]?: (input: OpenCallRequest<Name>) => FakeAnswer<Name> | Promise<FakeAnswer<Name>>
}

export interface FakeConsole {
  url: string
  /** What arrived, in order, heartbeats left out. */
  calls: FakeCall[]
  answers: FakeAnswers
  stop: () => Promise<void>
}

const names = Object.keys(OPEN_CALLS) as OpenCallName[]

/** A console that checks signatures and shapes of calls and answers as it is told; both sides keep the contract. */
export async function startFakeConsole(keys: readonly OpenKey[], answers: FakeAnswers): Promise<FakeConsole> {
  const calls: FakeCall[] = []
  const fake = { answers }

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = Buffer.concat(await request.toArray())
    const { headers, url = '', method = '' } = request
    const name = names.find((each) => OPEN_CALLS[each].method === method && OPEN_CALLS[each].path === url)
    const from = String(headers['x-gm-from'])
    const verified = verifyOpenRequest({ method, url, body, from, headers, keys, nowMs: Date.now() })
    if (!verified.ok || name === undefined) return void response.writeHead(401).end('{}')
    const input = OPEN_CALLS[name].request.parse(body.length === 0 ? {} : JSON.parse(body.toString()))
    if (name !== 'heartbeat') calls.push({ name, input })
    const answer = fake.answers[name] as ((input: unknown) => FakeAnswer<OpenCallName>) | undefined
    const answered = (await answer?.(input)) ?? { status: 503, code: 'not_told' }
    if (answered === 'hang_up') return void response.destroy()
    const isUnsigned = answered === 'unsigned'
    const isData = !isUnsigned && 'data' in answered
    const status = isData || isUnsigned ? 200 : answered.status
    const envelope = isData
      ? { status: 0, msg: '', data: OPEN_CALLS[name].reply.parse(answered.data) }
      : { status, msg: isUnsigned ? '' : answered.code, data: null }
    const text = JSON.stringify({ ...envelope, requestId: 'r' })
    const nonce = String(headers['x-gm-nonce'])
    const key = keys.find(({ hashKey }) => openKeyOf(hashKey) === verified.key)!
    const sign = signResponse({ status, body: text, nonce, hashKey: openKeyOf(key.hashKey) })
    response.writeHead(status, isUnsigned ? {} : { 'x-gm-sign': sign }).end(text)
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    get answers() {
      return fake.answers
    },
    set answers(next) {
      fake.answers = next
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
