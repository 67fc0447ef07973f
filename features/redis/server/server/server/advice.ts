import type { RouteReplyGiven } from '@qd/contract-kit'
import { ADVICE_RULES } from '../../../contract/index.ts'
import type { AdviceRule, serverAdvice } from '../../../contract/index.ts'
import { infoMap } from './read-info.ts'
import type { ServerNode } from './on-nodes.ts'
import { listOf, numberOf, pairsOf, textOf } from './replies.ts'

type Advice = NonNullable<RouteReplyGiven<typeof serverAdvice>['nodes'][number]['data']>
type Finding = Advice['findings'][number]
type Found = Pick<Finding, 'weight' | 'figures'> | null

/** What the rules look at. */
export interface AdviceFacts {
  readonly info: ReadonlyMap<string, string>
  /** Null: CONFIG is refused. */
  readonly config: ReadonlyMap<string, string> | null
  /** Costs in the slow log, microseconds; null: refused. */
  readonly slow: readonly number[] | null
  /** Whether the user `default` comes in without a password; null: ACL is refused or not there. */
  readonly isOpen: boolean | null
  readonly isProduction: boolean
}

const MIB = 1_048_576
const SLOW_USEC = 100_000
/** Older ones get no repairs any more. */
const OLDEST = [7, 2]

const number = (facts: ReadonlyMap<string, string>, name: string): number => Number(facts.get(name) ?? 0) || 0
const part = (figures: Record<string, string | number>): Record<string, string> =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, String(value)]))
const warn = (figures: Record<string, string | number>): Found => ({ weight: 'warn', figures: part(figures) })
const error = (figures: Record<string, string | number>): Found => ({
  weight: 'error',
  figures: part(figures),
})
const note = (figures: Record<string, string | number>): Found => ({ weight: 'info', figures: part(figures) })

/** Each looks by itself; null: nothing to say. `unknown`: what it rests on is refused. */
const RULES: Record<AdviceRule, (facts: AdviceFacts) => Found | 'unknown'> = {
  noMaxmemory: ({ info }) =>
    info.has('maxmemory') && number(info, 'maxmemory') === 0
      ? warn({ used: number(info, 'used_memory'), system: number(info, 'total_system_memory') })
      : null,
  nearMaxmemory({ info }) {
    const [used, max] = [number(info, 'used_memory'), number(info, 'maxmemory')]
    return max > 0 && used > 0.9 * max ? warn({ used, max }) : null
  },
  noEviction({ info }) {
    const [used, max] = [number(info, 'used_memory'), number(info, 'maxmemory')]
    const isNone = info.get('maxmemory_policy') === 'noeviction'
    return max > 0 && isNone && used > 0.75 * max ? warn({ used, max }) : null
  },
  evicted({ info }) {
    const count = number(info, 'evicted_keys')
    return count > 0 ? note({ count, policy: info.get('maxmemory_policy') ?? '' }) : null
  },
  fragmentation({ info }) {
    const [ratio, used] = [number(info, 'mem_fragmentation_ratio'), number(info, 'used_memory')]
    return ratio > 1.5 && used > 100 * MIB ? warn({ ratio, used }) : null
  },
  outputBuffer({ info }) {
    const bytes = number(info, 'client_recent_max_output_buffer')
    return bytes > 10 * MIB ? warn({ bytes }) : null
  },
  nearMaxclients({ info }) {
    const [clients, max] = [number(info, 'connected_clients'), number(info, 'maxclients')]
    return max > 0 && clients > 0.8 * max ? warn({ clients, max }) : null
  },
  rejected({ info }) {
    const count = number(info, 'rejected_connections')
    return count > 0 ? warn({ count }) : null
  },
  noPersistence({ info, config, isProduction }) {
    if (!isProduction || info.get('aof_enabled') === '1') return null
    if (config === null) return 'unknown'
    return (config.get('save') ?? '') === ''
      ? error({ changes: number(info, 'rdb_changes_since_last_save') })
      : null
  },
  saveFailed({ info }) {
    const failed = ['rdb_last_bgsave_status', 'aof_last_bgrewrite_status', 'aof_last_write_status'].filter(
      (name) => (info.get(name) ?? 'ok') !== 'ok',
    )
    return failed.length > 0 ? error({ what: failed.join(', ') }) : null
  },
  slowCommands({ slow }) {
    if (slow === null) return 'unknown'
    const long = slow.filter((usec) => usec >= SLOW_USEC)
    return long.length > 0
      ? warn({ count: long.length, longest: Math.round(Math.max(...long) / 1_000) })
      : null
  },
  keysCommand({ info }) {
    const count = Number(/^calls=(\d+)/.exec(info.get('cmdstat_keys') ?? '')?.[1] ?? 0)
    return count > 0 ? warn({ count }) : null
  },
  noPassword: ({ isOpen }) => (isOpen === null ? 'unknown' : isOpen ? error({}) : null),
  oldVersion({ info }) {
    const version = info.get('redis_version') ?? ''
    const [major = 0, minor = 0] = version.split('.').map(Number)
    // Valkey names the version of Redis it is like, and has its own.
    if (version === '' || info.has('valkey_version')) return null
    return major < OLDEST[0]! || (major === OLDEST[0] && minor < OLDEST[1]!) ? note({ version }) : null
  },
  lowHitRate({ info }) {
    const [hits, misses] = [number(info, 'keyspace_hits'), number(info, 'keyspace_misses')]
    const reads = hits + misses
    return reads > 10_000 && hits / reads < 0.5
      ? note({ rate: Math.round((100 * hits) / reads), reads })
      : null
  },
  linkDown({ info }) {
    if (info.get('role') !== 'slave' || info.get('master_link_status') !== 'down') return null
    return error({ seconds: number(info, 'master_link_down_since_seconds') })
  },
}

const WEIGHTS = ['error', 'warn', 'info']

/** What the rules find, the heaviest first. */
export function adviceOf(facts: AdviceFacts): Advice {
  const findings: Finding[] = []
  const unknown: AdviceRule[] = []
  for (const rule of ADVICE_RULES) {
    const found = RULES[rule](facts)
    if (found === 'unknown') unknown.push(rule)
    else if (found !== null) findings.push({ rule, ...found })
  }
  return {
    unknown,
    findings: findings.toSorted((a, b) => WEIGHTS.indexOf(a.weight) - WEIGHTS.indexOf(b.weight)),
  }
}

/** Whether somebody gets in without a password: by the user `default` of ACL LIST. */
function isOpenBy(list: readonly string[]): boolean {
  const line = list.find((each) => each.startsWith('user default '))
  return line !== undefined && / on /.test(`${line} `) && / nopass\b/.test(line)
}

export async function readAdvice(node: ServerNode, isProduction: boolean): Promise<Advice> {
  const [info, config, slow, acl] = await Promise.all([
    node.ask('INFO', 'everything'),
    node.askOrNull('CONFIG', 'GET', 'save'),
    node.askOrNull('SLOWLOG', 'GET', '128'),
    node.askOrNull('ACL', 'LIST'),
  ])
  return adviceOf({
    info: infoMap(textOf(info)),
    config:
      config === null ? null : new Map([...pairsOf(config)].map(([name, value]) => [name, textOf(value)])),
    slow: slow === null ? null : listOf(slow).map((entry) => numberOf(listOf(entry)[2])),
    isOpen: acl === null ? null : isOpenBy(listOf(acl).map(textOf)),
    isProduction,
  })
}
