import { describe, expect, it } from 'vitest'
import { looksLikeRedisUrl, readRedisUrl } from './redis-url.ts'
import type { RedisUrl } from './redis-url.ts'

const usual: RedisUrl = {
  mode: 'standalone',
  host: 'a.example',
  port: 6379,
  socketPath: '',
  username: '',
  password: '',
  isTls: false,
  sentinel: null,
  db: null,
}

describe('the address of a Redis server', () => {
  it.each<[string, Partial<RedisUrl>]>([
    ['redis://a.example', {}],
    ['  redis://a.example:6380/3 ', { port: 6380, db: 3 }],
    ['REDIS://a.example/', {}],
    ['rediss://a.example', { isTls: true }],
    ['valkey://a.example:7000', { port: 7000 }],
    ['redis://:secret@a.example', { password: 'secret' }],
    ['redis://lin:secret@a.example', { username: 'lin', password: 'secret' }],
    ['redis://lin@a.example', { username: 'lin' }],
    ['redis://lin:a%40b%3Ac%2Fd@a.example', { username: 'lin', password: 'a@b:c/d' }],
    ['redis://lin:a@b@a.example', { username: 'lin', password: 'a@b' }],
    ['redis://lin:a/b@a.example/2', { username: 'lin', password: 'a/b', db: 2 }],
    ['redis://lin:a:b@a.example', { username: 'lin', password: 'a:b' }],
    ['redis://:100%@a.example', { password: '100%' }],
    ['redis://:%E6%BD%AE@a.example', { password: '潮' }],
    ['redis://[::1]', { host: '::1' }],
    ['redis://:x@[2001:db8::7]:6390/15', { host: '2001:db8::7', port: 6390, password: 'x', db: 15 }],
    ['redis://10.0.0.5:6379?db=4', { host: '10.0.0.5', db: 4 }],
    ['redis://a.example/1?password=p%26q', { password: 'p&q', db: 1 }],
    ['redis://a.example:7000,b.example:7001', { mode: 'cluster', port: 7000 }],
  ])('%s', (text, expected) =>
    expect(readRedisUrl(text)).toEqual({ ok: true, url: { ...usual, ...expected } }),
  )

  it.each<[string, Partial<RedisUrl>]>([
    ['unix:///run/redis.sock', { socketPath: '/run/redis.sock' }],
    ['unix://:secret@/run/redis.sock?db=2', { socketPath: '/run/redis.sock', password: 'secret', db: 2 }],
    ['unix://run/redis.sock', { socketPath: '/run/redis.sock' }],
    ['redis-socket:///run/my%20redis.sock', { socketPath: '/run/my redis.sock' }],
  ])('%s is a socket', (text, expected) =>
    expect(readRedisUrl(text)).toEqual({ ok: true, url: { ...usual, host: '', ...expected } }),
  )

  const one = { host: 's1', port: 26_379 }
  const two = { host: 's2', port: 26_380 }
  it.each<[string, Partial<RedisUrl>]>([
    ['redis-sentinel://s1,s2:26380#mymaster', { sentinel: { nodes: [one, two], master: 'mymaster' } }],
    [
      'redis-sentinel://:pw@s1/2?sentinelMasterId=m',
      { sentinel: { nodes: [one], master: 'm' }, password: 'pw', db: 2 },
    ],
    ['redis+sentinel://s1,s2:26380/main/5', { sentinel: { nodes: [one, two], master: 'main' }, db: 5 }],
    [
      'rediss-sentinel://lin:pw@s1',
      { sentinel: { nodes: [one], master: '' }, username: 'lin', password: 'pw', isTls: true },
    ],
    ['redis-sentinel://[::1]:26381#m', { sentinel: { nodes: [{ host: '::1', port: 26_381 }], master: 'm' } }],
  ])('%s names sentinels', (text, expected) =>
    expect(readRedisUrl(text)).toEqual({
      ok: true,
      url: { ...usual, mode: 'sentinel', host: '', ...expected },
    }),
  )

  it.each([
    ['', 'scheme'],
    ['a.example:6379', 'scheme'],
    ['https://a.example', 'scheme'],
    ['redis://', 'host'],
    ['redis://:pw@', 'host'],
    ['redis://a b', 'host'],
    ['redis://::1', 'host'],
    ['redis://[::1', 'host'],
    ['redis://a.example:0', 'port'],
    ['redis://a.example:65536', 'port'],
    ['redis://a.example:x', 'port'],
    ['redis://a.example/x', 'db'],
    ['redis://a.example/-1', 'db'],
    ['redis://a.example/65536', 'db'],
    ['redis-sentinel://s1:99999#m', 'port'],
    ['unix://', 'host'],
    ['unix:///run/redis.sock?db=x', 'db'],
  ])('%s is refused for its %s', (text, fault) => expect(readRedisUrl(text)).toEqual({ ok: false, fault }))

  it('is told from other texts', () => {
    expect(looksLikeRedisUrl(' rediss://a')).toBe(true)
    expect(looksLikeRedisUrl('unix:///a')).toBe(true)
    expect(looksLikeRedisUrl('http://a')).toBe(false)
    expect(looksLikeRedisUrl('constructor://a')).toBe(false)
    expect(looksLikeRedisUrl('redis.example.org')).toBe(false)
  })
})
