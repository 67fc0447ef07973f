import { describe, expect, it, vi } from 'vitest'
import { protocol } from '../testing/sample-player.ts'
import { loadProtocol } from './load-protocol.ts'
import type { ProtocolCache, ProtocolReply } from './load-protocol.ts'
import { CacheUnavailable } from './protocol-cache.ts'
import type { CachedProtocol } from './protocol-cache.ts'

function memoryCache(): ProtocolCache {
  const entries = new Map<string, CachedProtocol>()
  return {
    read: async (place, md5) => entries.get(`${place} ${md5}`) ?? null,
    write: async (entry) => void entries.set(`${entry.place} ${entry.md5}`, entry),
  }
}

const server = (md5: string) =>
  vi.fn(async (isWhole: boolean): Promise<ProtocolReply> => ({ md5, ...(isWhole ? { protocol } : {}) }))

describe('loadProtocol', () => {
  it('fetches the definition once and then only compares the md5', async () => {
    const cache = memoryCache()
    const ask = server('a')
    expect(await loadProtocol('lantern/test', ask, { cache })).toMatchObject({ source: 'server', md5: 'a' })
    expect(await loadProtocol('lantern/test', ask, { cache })).toMatchObject({ source: 'cache', md5: 'a' })
    expect(ask.mock.calls).toEqual([[false], [true], [false]])
  })

  it('another md5, or another line, is fetched', async () => {
    const cache = memoryCache()
    await loadProtocol('lantern/test', server('a'), { cache })
    expect(await loadProtocol('lantern/test', server('b'), { cache })).toMatchObject({ source: 'server' })
    expect(await loadProtocol('lantern/dev', server('a'), { cache })).toMatchObject({ source: 'server' })
  })

  it('a kept definition that was damaged is fetched again', async () => {
    const cache = memoryCache()
    await cache.write({ place: 'lantern/test', md5: 'a', protocol: { diffInfos: 5 }, savedAtMs: 0 })
    expect(await loadProtocol('lantern/test', server('a'), { cache })).toMatchObject({ source: 'server' })
  })

  it('works without a database and says that there is none', async () => {
    const refuse = async (): Promise<never> => {
      throw new CacheUnavailable('closed')
    }
    const loaded = await loadProtocol('lantern/test', server('a'), { cache: { read: refuse, write: refuse } })
    expect(loaded).toMatchObject({ source: 'server', isCacheMissing: true })
  })

  it('[ED.70] limits of floats travel as text and are read as numbers', async () => {
    const luck = { fieldName: 'luck', name: '幸运', type: 'float', comment: '', min: '0.5', max: '1' }
    const role = { ...protocol.diffInfos.Role, fields: [luck] }
    const ask = async () => ({ md5: 'a', protocol: { diffInfos: { Role: role }, protocols: [] } })
    const { definition } = await loadProtocol('lantern/test', ask, { cache: memoryCache() })
    expect(definition.diffInfos.Role?.fields[0]).toMatchObject({ min: 0.5, max: 1 })
  })
})
