import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  canonicalRequest,
  enterHash,
  NonceMemory,
  signRequest,
  signResponse,
  verifyEnterHash,
  verifyRequest,
  verifyResponse,
} from './index.ts'
import type { RequestToSign, RequestToVerify } from './index.ts'

const NOW = 1_790_000_000_000
const NONCE = '00112233445566778899aabbccddeeff'
const request: RequestToSign = {
  method: 'POST',
  url: '/gm/v1/data/get?b=2&a=1',
  body: '{"uId":"30123000045"}',
  serverId: 's123',
  keyId: 'k1',
  hashKey: 'secret',
  tsMs: NOW,
  nonce: NONCE,
}

function verify(change: Partial<RequestToVerify> = {}, signed: RequestToSign = request) {
  return verifyRequest({
    method: signed.method,
    url: signed.url,
    body: signed.body,
    serverId: signed.serverId,
    headers: signRequest(signed),
    hashKeyOf: (keyId) => (keyId === 'k1' ? 'secret' : null),
    nowMs: NOW,
    nonces: new NonceMemory(),
    ...change,
  })
}

describe('request signature', () => {
  it('[G1001] signs method, path, sorted query, body digest, server, time and nonce', () => {
    expect(canonicalRequest(request, String(NOW), NONCE)?.split('\n')).toEqual([
      'POST',
      '/gm/v1/data/get',
      'a=1&b=2',
      expect.stringMatching(/^[0-9a-f]{64}$/),
      's123',
      '1790000000000',
      NONCE,
    ])
  })

  it('[G1001] accepts what it signed, in any query order and with a whole address', () => {
    expect(verify()).toEqual({ ok: true, keyId: 'k1', nonce: NONCE })
    expect(verify({ url: 'http://127.0.0.1:9/gm/v1/data/get?a=1&b=2' })).toMatchObject({ ok: true })
  })

  it.each<[string, Partial<RequestToVerify>]>([
    ['method', { method: 'PUT' }],
    ['path', { url: '/gm/v1/data/change?b=2&a=1' }],
    ['query', { url: '/gm/v1/data/get?b=2&a=2' }],
    ['added query', { url: '/gm/v1/data/get?b=2&a=1&a=1' }],
    ['body', { body: '{"uId":"30123000046"}' }],
    ['server', { serverId: 's124' }],
    ['key', { hashKeyOf: () => 'other' }],
    ['unknown key', { hashKeyOf: () => null }],
    ['no headers', { headers: {} }],
    ['repeated header', { headers: { ...signRequest(request), 'x-gm-sign': ['v1=a', 'v1=b'] } }],
    ['time moved', { headers: { ...signRequest(request), 'x-gm-ts': String(NOW + 1) } }],
    ['nonce moved', { headers: { ...signRequest(request), 'x-gm-nonce': NONCE.replace('0', '1') } }],
    ['nonce form', { headers: { ...signRequest(request), 'x-gm-nonce': 'zz' } }],
    ['sign version', { headers: { ...signRequest(request), 'x-gm-sign': 'v2=00' } }],
    ['unreadable address', { url: 'http://[' }],
    ['empty sign', { headers: { ...signRequest(request), 'x-gm-sign': 'v1=' } }],
  ])('[G1001] refuses another %s', (_what, change) => {
    expect(verify(change)).toMatchObject({ ok: false, code: 1001 })
  })

  it.each([
    [300_000, true],
    [-300_000, true],
    [300_001, false],
    [-300_001, false],
  ])('[G1002] with clocks %i ms apart answers ok=%s', (skewMs, ok) => {
    expect(verify({ nowMs: NOW - skewMs })).toMatchObject(ok ? { ok } : { ok, code: 1002 })
  })

  it('[G1002] refuses a nonce twice, even at the last moment its time would pass', () => {
    const nonces = new NonceMemory()
    expect(verify({ nonces, nowMs: NOW - 300_000 })).toMatchObject({ ok: true })
    expect(verify({ nonces, nowMs: NOW + 300_000 })).toMatchObject({ ok: false, code: 1002 })
  })

  it('[G1002] does not let unsigned requests fill the memory', () => {
    const nonces = new NonceMemory()
    verify({ nonces, body: 'forged' })
    expect(nonces.size).toBe(0)
  })

  it('[G1001] changes with every byte of the body', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), fc.nat(), (body, at) => {
        const other = Uint8Array.from(body)
        other[at % body.length]! ^= 1
        const signed = { ...request, body }
        expect(verify({}, signed)).toMatchObject({ ok: true })
        expect(verify({ body: other }, signed)).toMatchObject({ ok: false, code: 1001 })
      }),
      { seed: 1001 },
    )
  })
})

describe('nonce memory', () => {
  it('[T14] a signed call that cannot be remembered is told to come later, not that clocks differ', () => {
    const nonces = new NonceMemory({ capacity: 0 })
    expect(verify({ nonces })).toMatchObject({ ok: false, code: 4001 })
    expect(verify({ nonces, body: 'forged' })).toMatchObject({ ok: false, code: 1001 })
  })

  it('[T14] holds the calls of a bulk edit over 100,000 players', () => {
    const nonces = new NonceMemory()
    for (let call = 0; call < 400_000; call += 1) nonces.remember(String(call), 0)
    expect(nonces.isFull(0)).toBe(false)
  })

  it('[T14] forgets after the lifetime and refuses when full instead of forgetting early', () => {
    const nonces = new NonceMemory({ lifetimeMs: 10, capacity: 2 })
    expect(nonces.remember('a', 0)).toBe(true)
    expect(nonces.remember('b', 5)).toBe(true)
    expect(nonces.remember('c', 6)).toBe(false)
    expect(nonces.remember('a', 10)).toBe(false)
    expect(nonces.remember('c', 11)).toBe(true)
    expect(nonces.size).toBe(2)
  })
})

describe('answer signature', () => {
  const parts = { status: 200, body: '{"status":0}', nonce: NONCE, hashKey: 'secret' }

  it('[G1001] proves status, body and the nonce it answers', () => {
    const header = signResponse(parts)
    expect(verifyResponse(parts, header)).toBe(true)
    expect(verifyResponse({ ...parts, status: 500 }, header)).toBe(false)
    expect(verifyResponse({ ...parts, body: '{"status":1}' }, header)).toBe(false)
    expect(verifyResponse({ ...parts, nonce: NONCE.replace('0', '1') }, header)).toBe(false)
    expect(verifyResponse({ ...parts, hashKey: 'other' }, header)).toBe(false)
  })

  it.each([[null], [''], ['v1='], ['v1=zz'], ['v2=' + 'a'.repeat(64)]])(
    '[G1001] refuses the header %s',
    (header) => {
      expect(verifyResponse(parts, header)).toBe(false)
    },
  )
})

describe('enter hash', () => {
  const proof = { sId: 123, deviceId: 'dev-1', ver: '1.0', hashKey: 'secret' }

  it('is accepted once within a minute', () => {
    const nonces = new NonceMemory()
    const hash = enterHash(proof, NOW, NONCE)
    expect(hash).toMatch(/^1790000000000\.[0-9a-f]{32}\.[0-9a-f]{64}$/)
    expect(verifyEnterHash(hash, proof, NOW + 60_000, nonces)).toEqual({ ok: true })
    expect(verifyEnterHash(hash, proof, NOW + 1, nonces)).toMatchObject({ ok: false })
  })

  it.each([[{ sId: 124 }], [{ deviceId: 'dev-2' }], [{ ver: '1.1' }], [{ hashKey: 'other' }]])(
    'does not prove %j',
    (change) => {
      const hash = enterHash(proof, NOW, NONCE)
      expect(verifyEnterHash(hash, { ...proof, ...change }, NOW, new NonceMemory())).toMatchObject({
        ok: false,
      })
    },
  )

  it('expires, and refuses text that could mean two proofs', () => {
    const hash = enterHash(proof, NOW, NONCE)
    expect(verifyEnterHash(hash, proof, NOW + 60_001, new NonceMemory())).toMatchObject({ ok: false })
    expect(verifyEnterHash('1.2.3', proof, NOW, new NonceMemory())).toMatchObject({ ok: false })
    expect(() => enterHash({ ...proof, deviceId: 'a|b' }, NOW, NONCE)).toThrow(RangeError)
    expect(() => enterHash({ ...proof, ver: 'a\nb' }, NOW, NONCE)).toThrow(RangeError)
  })
})
