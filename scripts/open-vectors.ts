import { canonicalRequest, openKeyOf, signOpenRequest, signResponse } from '@qd/game-contract/signing'

const HASH_KEY = '6f0d6f4b9c1e4a5d8b7a3c2f1e0d9c8b7a6f5e4d3c2b1a09f8e7d6c5b4a39281'
const NONCE = '00112233445566778899aabbccddeeff'
const TS = 1_790_000_000_000
const CLOCK = { real: TS, game: TS + 86_400_000, offset: 86_400_000, zone: 'Asia/Shanghai' }
const BEAT = { sId: 123, online: 41, state: 'open', clock: CLOCK }

interface Wanted {
  name: string
  method: 'GET' | 'POST'
  path: string
  body: string
  hashKey?: string
}

const REQUESTS: Wanted[] = [
  { name: 'a heartbeat', method: 'POST', path: '/open/v1/heartbeat', body: JSON.stringify(BEAT) },
  {
    name: 'a body that is no ASCII: its UTF-8 bytes',
    method: 'POST',
    path: '/open/v1/heartbeat',
    body: JSON.stringify({ ...BEAT, versions: { build: '灯海-1.9.0' } }),
  },
  { name: 'a GET: no body, no query', method: 'GET', path: '/open/v1/servers', body: '' },
  {
    name: 'a key of the record that is no hex: its UTF-8 bytes',
    method: 'GET',
    path: '/open/v1/servers',
    body: '',
    hashKey: 'correct horse 潮',
  },
]

function requestVector({ name, method, path, body, hashKey = HASH_KEY }: Wanted) {
  const from = 'lantern/3/123'
  const parts = { method, url: path, body }
  const lines = canonicalRequest({ ...parts, serverId: from }, String(TS), NONCE)?.split('\n') ?? []
  const headers = signOpenRequest({ ...parts, from, keyId: 'k1', hashKey, tsMs: TS, nonce: NONCE })
  return {
    name,
    hashKey,
    openKey: openKeyOf(hashKey),
    from,
    keyId: 'k1',
    tsMs: TS,
    nonce: NONCE,
    method,
    path,
    body,
    lines,
    headers,
  }
}

function answerVector(name: string, status: number, body: string) {
  const openKey = openKeyOf(HASH_KEY)
  return {
    name,
    status,
    body,
    nonce: NONCE,
    openKey,
    header: signResponse({ status, body, nonce: NONCE, hashKey: openKey }),
  }
}

/** What a game server's calls to the console can be tried against; the hex is what the console computes. */
export function openVectors() {
  return {
    requests: REQUESTS.map(requestVector),
    answers: [
      answerVector(
        'an answer',
        200,
        '{"status":0,"msg":"","data":{"taken":true,"now":1790000000000},"requestId":"a-1"}',
      ),
      answerVector(
        'a refusal',
        403,
        '{"status":403,"msg":"…","data":null,"requestId":"a-2","err":{"code":"game_address","retryable":false}}',
      ),
    ],
  }
}
