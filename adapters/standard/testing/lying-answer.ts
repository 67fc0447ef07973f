import type { LocalText } from '@qd/i18n'
import type { ServerResponse } from 'node:http'
import { GAME_CODE_FACTS, isGameCode } from '@qd/game-contract'
import type { GameCallName } from '@qd/game-contract'
import { SIGN_HEADER, signResponse } from '@qd/game-contract/signing'
import type { HonestReply } from './honest-calls.ts'
import { hostileProto, hostileProtocol } from './hostile-definitions.ts'
import type { HostileDefinition } from './hostile-definitions.ts'
import type { HttpPersonality } from './personality.ts'

export interface LyingContext {
  name: GameCallName
  response: ServerResponse
  nonce: string
  hashKey: string
  /** The full definition was asked for; its fingerprint alone is no lie. */
  isFull: boolean
  honest: () => HonestReply
  /** What it says when it refuses. */
  refusal: LocalText
}

function sendRaw(context: LyingContext, status: number, body: string | Buffer, signature?: string): void {
  const sign = signature ?? signResponse({ status, body, nonce: context.nonce, hashKey: context.hashKey })
  context.response.writeHead(status, {
    'content-type': 'application/json',
    ...(sign === '' ? {} : { [SIGN_HEADER]: sign }),
  })
  context.response.end(body)
}

function sendReply(context: LyingContext, reply: HonestReply, signature?: string): void {
  const status = isGameCode(reply.status) ? GAME_CODE_FACTS[reply.status].httpStatus : 200
  sendRaw(context, status, JSON.stringify({ ...reply, requestId: 'r-1' }), signature)
}

function refusal(code: number, msg: LocalText): HonestReply {
  return { status: code, msg, data: null, err: { code, retryable: false, field: 'level' } }
}

function sendEndless({ response }: LyingContext): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  const chunk = Buffer.alloc(65_536, 0x20)
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', more)
  more()
}

/** Bytes keep coming, so only a deadline for the whole call ends it. */
function sendDrip({ response }: LyingContext): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => response.write(' '), 5)
  response.on('close', () => clearInterval(timer))
}

function sendCut({ response }: LyingContext): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('{"status":0,')
  setImmediate(() => response.destroy())
}

const envelope = (data: string) => `{"status":0,"msg":"","data":${data}}`

function sendDefinition(context: LyingContext, kind: HostileDefinition): void {
  if (context.name === 'proto') return sendRaw(context, 200, envelope(hostileProto(kind)))
  if (context.name !== 'protocol') return sendReply(context, context.honest())
  sendRaw(context, 200, envelope(context.isFull ? hostileProtocol(kind) : `{"md5":"hostile-${kind}"}`))
}

const LIES: Record<Exclude<HttpPersonality, 'skew_once'>, (context: LyingContext) => void> = {
  honest: (context) => sendReply(context, context.honest()),
  garbage: (context) => sendRaw(context, 200, '<html>hello</html>'),
  not_utf8: (context) => sendRaw(context, 200, Buffer.from([0x22, 0xff, 0xfe, 0x22])),
  slow: () => undefined,
  drip: sendDrip,
  endless: sendEndless,
  cut: sendCut,
  hang_up: ({ response }) => void response.destroy(),
  bad_signature: (context) => sendReply(context, context.honest(), `v1=${'0'.repeat(64)}`),
  unsigned: (context) => sendReply(context, context.honest(), ''),
  replayed_answer: (context) => {
    const old = { ...context, nonce: '0'.repeat(32) }
    sendReply(old, context.honest())
  },
  wrong_types: (context) =>
    sendRaw(context, 200, envelope('{"version":5,"md5":5,"real":"x","users":5,"nested":1}')),
  wrong_envelope: (context) => sendRaw(context, 200, '{"status":"fine","data":{}}'),
  redirect: ({ response }) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  error_500: ({ response }) =>
    void response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>Oops</h1>'),
  proxy_503: ({ response }) => void response.writeHead(503).end('upstream is gone'),
  proxy_page: ({ response }) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Back soon</h1>'),
  internal: (context) => sendReply(context, refusal(5001, 'failed')),
  refuse: (context) => sendReply(context, refusal(2004, context.refusal)),
  unknown_key: (context) => sendReply(context, refusal(1001, 'key unknown'), ''),
  clock_skew: (context) => sendReply(context, refusal(1002, 'the clocks differ')),
  deep_json: (context) => sendRaw(context, 200, envelope('['.repeat(5000) + ']'.repeat(5000))),
  poisoned_json: (context) => sendRaw(context, 200, envelope('{"__proto__":{"polluted":true}}')),
  damaged_int: (context) => sendRaw(context, 200, envelope('[9007199254740993]')),
  deep_definition: (context) => sendDefinition(context, 'deep'),
  cyclic_definition: (context) => sendDefinition(context, 'cyclic'),
  poisoned_definition: (context) => sendDefinition(context, 'poisoned'),
  huge_definition: (context) => sendDefinition(context, 'huge'),
}

/** Answers one call in the given personality. */
export function answerAs(personality: Exclude<HttpPersonality, 'skew_once'>, context: LyingContext): void {
  LIES[personality](context)
}
