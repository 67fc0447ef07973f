import { canonicalRequest, enterHash, signRequest, signResponse } from '@qd/game-contract/signing'

const HASH_KEY = '6f0d6f4b9c1e4a5d8b7a3c2f1e0d9c8b7a6f5e4d3c2b1a09f8e7d6c5b4a39281'
const NONCE = '00112233445566778899aabbccddeeff'
const TS = 1_790_000_000_000

interface Wanted {
  name: string
  method: 'GET' | 'POST'
  url: string
  body: string
  hashKey?: string
}

const REQUESTS: Wanted[] = [
  { name: 'a GET without query or body', method: 'GET', url: 'https://game.example/gm/v1/meta', body: '' },
  {
    name: 'a POST',
    method: 'POST',
    url: 'https://game.example/gm/v1/players/lookup',
    body: '{"by":"uId","value":"30123000045"}',
  },
  {
    name: 'an address with a path prefix: the prefix is signed',
    method: 'GET',
    url: 'https://game.example/s123/api/gm/v1/time',
    body: '',
  },
  {
    name: 'a prefix that is no ASCII: signed as it is sent, percent-encoded',
    method: 'GET',
    url: 'https://game.example/%E6%B8%B8%E6%88%8F/gm/v1/time',
    body: '',
  },
  {
    name: 'a query: pairs sorted, a plus sign read as a blank, every value encoded anew',
    method: 'GET',
    url: 'https://game.example/gm/v1/protocol?full=1&b=two+words&a=%E6%BD%AE&a=1',
    body: '',
  },
  {
    name: 'a body that is no ASCII: its UTF-8 bytes',
    method: 'POST',
    url: 'https://game.example/gm/v1/players/lookup',
    body: '{"by":"name","value":"岚夜听潮"}',
  },
  {
    name: 'a key that is no hex: a key is text, and its UTF-8 bytes are the key',
    method: 'GET',
    url: 'https://game.example/gm/v1/meta',
    body: '',
    hashKey: 'correct horse 潮',
  },
]

function requestVector({ name, method, url, body, hashKey = HASH_KEY }: Wanted) {
  const parts = { method, url, body, serverId: 's123' }
  const canonical = canonicalRequest(parts, String(TS), NONCE)
  const headers = signRequest({ ...parts, keyId: 'k1', hashKey, tsMs: TS, nonce: NONCE })
  const signed = { keyId: 'k1', hashKey, tsMs: TS, nonce: NONCE }
  return { name, ...parts, ...signed, lines: canonical?.split('\n') ?? [], headers }
}

function answerVector(name: string, status: number, body: string) {
  const parts = { status, body, nonce: NONCE, hashKey: HASH_KEY }
  return { name, ...parts, header: signResponse(parts) }
}

function enterVector(name: string, deviceId: string) {
  const proof = { sId: 123, deviceId, ver: '1.9.0', hashKey: HASH_KEY }
  return { name, ...proof, tsMs: TS, nonce: NONCE, hash: enterHash(proof, TS, NONCE) }
}

/** What a game server's own signing can be tried against; the hex is what the console computes. */
export function signingVectors() {
  return {
    requests: REQUESTS.map(requestVector),
    answers: [
      answerVector('an answer', 200, '{"status":0,"msg":"ok","data":[]}'),
      answerVector('a refusal that is no ASCII', 404, '{"status":2001,"msg":"没有玩家"}'),
      answerVector('an empty body', 200, ''),
    ],
    enter: [enterVector('an enter hash', 'phone-1'), enterVector('a device that is no ASCII', '手机')],
  }
}
