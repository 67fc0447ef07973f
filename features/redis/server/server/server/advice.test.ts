import { describe, expect, it } from 'vitest'
import { ADVICE_RULES } from '../../../contract/index.ts'
import { adviceOf } from './advice.ts'
import type { AdviceFacts } from './advice.ts'

const MIB = 1_048_576

/** A server nobody has anything to say about. */
function facts(info: Record<string, string | number> = {}, more: Partial<AdviceFacts> = {}): AdviceFacts {
  const all = { redis_version: '7.2.4', maxmemory: 100 * MIB, used_memory: 10 * MIB, aof_enabled: 1, ...info }
  return {
    info: new Map(Object.entries(all).map(([name, value]) => [name, String(value)])),
    config: new Map([['save', '3600 1']]),
    slow: [],
    isOpen: false,
    isProduction: false,
    ...more,
  }
}

const found = (of: AdviceFacts) => adviceOf(of).findings.map(({ rule, figures }) => [rule, figures])

describe('advice', () => {
  it('says nothing of a server that is well', () => {
    expect(adviceOf(facts())).toEqual({ unknown: [], findings: [] })
  })

  it.each([
    ['noMaxmemory', facts({ maxmemory: 0, total_system_memory: 9 }), { used: `${10 * MIB}`, system: '9' }],
    ['nearMaxmemory', facts({ used_memory: 95 * MIB }), { used: `${95 * MIB}`, max: `${100 * MIB}` }],
    [
      'noEviction',
      facts({ used_memory: 80 * MIB, maxmemory_policy: 'noeviction' }),
      { used: `${80 * MIB}`, max: `${100 * MIB}` },
    ],
    [
      'evicted',
      facts({ evicted_keys: 4, maxmemory_policy: 'allkeys-lru' }),
      { count: '4', policy: 'allkeys-lru' },
    ],
    [
      'fragmentation',
      facts({ mem_fragmentation_ratio: 2.1, used_memory: 200 * MIB, maxmemory: 900 * MIB }),
      { ratio: '2.1', used: `${200 * MIB}` },
    ],
    ['outputBuffer', facts({ client_recent_max_output_buffer: 20 * MIB }), { bytes: `${20 * MIB}` }],
    ['nearMaxclients', facts({ connected_clients: 90, maxclients: 100 }), { clients: '90', max: '100' }],
    ['rejected', facts({ rejected_connections: 2 }), { count: '2' }],
    [
      'noPersistence',
      facts(
        { aof_enabled: 0, rdb_changes_since_last_save: 7 },
        { config: new Map([['save', '']]), isProduction: true },
      ),
      { changes: '7' },
    ],
    ['saveFailed', facts({ rdb_last_bgsave_status: 'err' }), { what: 'rdb_last_bgsave_status' }],
    ['slowCommands', facts({}, { slow: [99_999, 100_000, 250_000] }), { count: '2', longest: '250' }],
    ['keysCommand', facts({ cmdstat_keys: 'calls=3,usec=9' }), { count: '3' }],
    ['noPassword', facts({}, { isOpen: true }), {}],
    ['oldVersion', facts({ redis_version: '7.0.15' }), { version: '7.0.15' }],
    ['lowHitRate', facts({ keyspace_hits: 1_000, keyspace_misses: 19_000 }), { rate: '5', reads: '20000' }],
    [
      'linkDown',
      facts({ role: 'slave', master_link_status: 'down', master_link_down_since_seconds: 8 }),
      { seconds: '8' },
    ],
  ])('finds %s by its figures', (rule, of, figures) => {
    expect(found(of)).toEqual([[rule, figures]])
  })

  it.each([
    ['a limit that is far', facts({ used_memory: 70 * MIB, maxmemory_policy: 'noeviction' })],
    ['little memory in pieces', facts({ mem_fragmentation_ratio: 9 })],
    ['few reads', facts({ keyspace_hits: 0, keyspace_misses: 100 })],
    ['nothing saved where nobody plays', facts({ aof_enabled: 0 }, { config: new Map([['save', '']]) })],
    ['a Valkey by the version of Redis it names', facts({ redis_version: '7.1.0', valkey_version: '8.0.1' })],
  ])('says nothing of %s', (_what, of) => {
    expect(found(of)).toEqual([])
  })

  it('says which rules it could not look at, and puts the heaviest finding first', () => {
    const of = facts(
      { aof_enabled: 0, maxmemory: 0, redis_version: '6.0.1' },
      {
        config: null,
        slow: null,
        isOpen: null,
        isProduction: true,
      },
    )
    expect(adviceOf(of).unknown).toEqual(['noPersistence', 'slowCommands', 'noPassword'])
    const weights = adviceOf(facts({ maxmemory: 0, redis_version: '6.0.1' }, { isOpen: true })).findings
    expect(weights.map(({ weight }) => weight)).toEqual(['error', 'warn', 'info'])
    expect(new Set(ADVICE_RULES).size).toBe(16)
  })
})
