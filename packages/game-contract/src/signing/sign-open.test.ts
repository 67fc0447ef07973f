import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openKeyOf, verifyOpenRequest, verifyRequest, verifyResponse, NonceMemory } from './index.ts'

interface Vectors {
  requests: {
    name: string
    hashKey: string
    openKey: string
    from: string
    keyId: string
    tsMs: number
    nonce: string
    method: string
    path: string
    body: string
    lines: string[]
    headers: Record<string, string>
  }[]
  answers: { name: string; status: number; body: string; nonce: string; openKey: string; header: string }[]
}

const file = join(import.meta.dirname, '../../../../docs/contract/open-vectors.json')
const { requests, answers } = JSON.parse(readFileSync(file, 'utf8')) as Vectors

const verified = ({ method, path, body, from, keyId, hashKey, headers, tsMs }: Vectors['requests'][number]) =>
  verifyOpenRequest({ method, url: path, body, from, headers, keys: [{ keyId, hashKey }], nowMs: tsMs })

/** Somebody else's HMAC. */
function opensslHmac(key: string, text: string): string {
  const args = ['dgst', '-sha256', '-hmac', key]
  return /= ([0-9a-f]{64})/.exec(spawnSync('openssl', args, { input: text, encoding: 'utf8' }).stdout)![1]!
}

describe('calls of game servers to the console', () => {
  it.each(requests)('$name is taken as the vectors have it', (request) => {
    expect(verified(request)).toEqual({
      ok: true,
      key: request.openKey,
      nonce: request.nonce,
      sentAtMs: request.tsMs,
    })
  })

  it.each(requests)('another program comes to the same bytes: $name', (request) => {
    expect(opensslHmac(request.hashKey, 'open/v1')).toBe(request.openKey)
    const sign = opensslHmac(request.openKey, request.lines.join('\n'))
    expect(request.headers['x-gm-sign']).toBe(`v1=${sign}`)
  })

  it.each(answers)('$name is signed as the vectors have it', ({ openKey, header, ...answer }) => {
    expect(verifyResponse({ ...answer, hashKey: openKey }, header)).toBe(true)
  })

  it('each of the seven lines counts', () => {
    const [request] = requests
    const changed = [
      { method: 'PUT' },
      { path: '/open/v1/verify' },
      { path: '/open/v1/heartbeat?a=1' },
      { body: `${request!.body} ` },
      { from: 'lantern/3/124' },
      { headers: { ...request!.headers, 'x-gm-ts': '1790000000001' } },
      { headers: { ...request!.headers, 'x-gm-nonce': 'f'.repeat(32) } },
    ]
    for (const change of changed) {
      expect(verified({ ...request!, ...change })).toEqual({ ok: false, fault: 'signature' })
    }
  })

  it('what is signed for one direction is worth nothing in the other', () => {
    const [{ method, path, body, from, keyId, hashKey, headers, tsMs }] = requests as [
      Vectors['requests'][number],
    ]
    const toGame = (key: string) =>
      verifyRequest({
        method,
        body,
        headers,
        url: path,
        serverId: from,
        nowMs: tsMs,
        hashKeyOf: (id) => (id === keyId ? key : null),
        nonces: new NonceMemory(),
      })
    expect(toGame(hashKey)).toMatchObject({ ok: false, code: 1001 })
    // The same lines: only the key tells the directions apart.
    expect(toGame(openKeyOf(hashKey))).toMatchObject({ ok: true })
  })
})
