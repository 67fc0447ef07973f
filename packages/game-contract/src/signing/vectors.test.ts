import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  canonicalRequest,
  enterHash,
  NonceMemory,
  signResponse,
  verifyEnterHash,
  verifyRequest,
} from './index.ts'

interface Vectors {
  requests: {
    name: string
    method: string
    url: string
    body: string
    serverId: string
    keyId: string
    hashKey: string
    tsMs: number
    nonce: string
    lines: string[]
    headers: Record<string, string>
  }[]
  answers: { name: string; status: number; body: string; nonce: string; hashKey: string; header: string }[]
  enter: {
    name: string
    sId: number
    deviceId: string
    ver: string
    hashKey: string
    tsMs: number
    nonce: string
    hash: string
  }[]
}

const FILE = join(import.meta.dirname, '../../../../docs/contract/signing-vectors.json')
const vectors = JSON.parse(readFileSync(FILE, 'utf8')) as Vectors

const utf8 = new TextEncoder()
const hex = (bytes: ArrayBuffer) => Buffer.from(bytes).toString('hex')

/** By the Web Cryptography API, from the guide's words alone. */
async function hmac(key: string, text: string): Promise<string> {
  const usage = { name: 'HMAC', hash: 'SHA-256' }
  const secret = await crypto.subtle.importKey('raw', utf8.encode(key), usage, false, ['sign'])
  return hex(await crypto.subtle.sign('HMAC', secret, utf8.encode(text)))
}
const sha256 = async (text: string) => hex(await crypto.subtle.digest('SHA-256', utf8.encode(text)))

describe('signing vectors', () => {
  it.each(vectors.requests)('request: $name', async (vector) => {
    const { method, url, body, serverId, keyId, hashKey, tsMs, nonce, lines, headers } = vector
    expect(lines).toHaveLength(7)
    expect(lines[3]).toBe(await sha256(body))
    expect(headers['x-gm-sign']).toBe(`v1=${await hmac(hashKey, lines.join('\n'))}`)
    expect(canonicalRequest({ method, url, body, serverId }, String(tsMs), nonce)).toBe(lines.join('\n'))
    const hashKeyOf = (id: string) => (id === keyId ? hashKey : null)
    const given = { method, url, body, serverId, headers, hashKeyOf, nowMs: tsMs, nonces: new NonceMemory() }
    expect(verifyRequest(given)).toEqual({ ok: true, keyId, nonce })
  })

  it('the prefix of an address is part of the signed path', () => {
    const prefixed = vectors.requests.find(({ url }) => url.includes('/s123/'))
    expect(prefixed?.lines[1]).toBe('/s123/api/gm/v1/time')
  })

  it.each(vectors.answers)('answer: $name', async ({ status, body, nonce, hashKey, header }) => {
    expect(header).toBe(`v1=${await hmac(hashKey, `${status}\n${await sha256(body)}\n${nonce}`)}`)
    expect(signResponse({ status, body, nonce, hashKey })).toBe(header)
  })

  it.each(vectors.enter)('enter: $name', async ({ hash, tsMs, nonce, ...proof }) => {
    const text = `enter|${proof.sId}|${proof.deviceId}|${proof.ver}|${tsMs}|${nonce}`
    expect(hash).toBe(`${tsMs}.${nonce}.${await hmac(proof.hashKey, text)}`)
    expect(enterHash(proof, tsMs, nonce)).toBe(hash)
    expect(verifyEnterHash(hash, proof, tsMs, new NonceMemory())).toEqual({ ok: true })
  })

  const hasPython = spawnSync('python3', ['--version']).status === 0
  it.runIf(hasPython)('hold in another language', () => {
    const script = `
import hashlib, hmac, json, sys
v = json.load(open(sys.argv[1], encoding='utf-8'))
mac = lambda key, text: hmac.new(key.encode(), text.encode(), hashlib.sha256).hexdigest()
sha = lambda text: hashlib.sha256(text.encode()).hexdigest()
for r in v['requests']:
    assert r['lines'][3] == sha(r['body']), r['name']
    assert r['headers']['x-gm-sign'] == 'v1=' + mac(r['hashKey'], '\\n'.join(r['lines'])), r['name']
for a in v['answers']:
    assert a['header'] == 'v1=' + mac(a['hashKey'], '\\n'.join([str(a['status']), sha(a['body']), a['nonce']])), a['name']
for e in v['enter']:
    text = '|'.join(['enter', str(e['sId']), e['deviceId'], e['ver'], str(e['tsMs']), e['nonce']])
    assert e['hash'] == '.'.join([str(e['tsMs']), e['nonce'], mac(e['hashKey'], text)]), e['name']
print(len(v['requests']) + len(v['answers']) + len(v['enter']))
`
    const run = spawnSync('python3', ['-c', script, FILE], { encoding: 'utf8' })
    expect([run.stdout.trim(), run.stderr]).toEqual(['12', ''])
  })
})
