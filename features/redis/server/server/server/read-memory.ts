import { MEMORY_PARTS } from '../../../contract/index.ts'
import type { MemoryPart, NodeMemory } from '../../../contract/index.ts'
import type { Reply } from '../../link/redis-link.ts'
import type { ServerNode } from './on-nodes.ts'
import { infoMap } from './read-info.ts'
import { numberOf, pairsOf, textOf } from './replies.ts'

/** Fields of MEMORY STATS that are a part each. */
const FIELDS: Partial<Record<MemoryPart, string>> = {
  dataset: 'dataset.bytes',
  clients: 'clients.normal',
  replicas: 'clients.slaves',
  backlog: 'replication.backlog',
  clusterLinks: 'cluster.links',
  aof: 'aof.buffer',
  lua: 'lua.caches',
  functions: 'functions.caches',
  startup: 'startup.allocated',
}

function databasesOf(stats: ReadonlyMap<string, Reply>): NodeMemory['databases'] {
  return [...stats]
    .flatMap(([name, value]) => {
      const db = /^db\.(\d+)$/.exec(name)?.[1]
      if (db === undefined) return []
      const tables = pairsOf(value)
      return {
        db: Number(db),
        main: numberOf(tables.get('overhead.hashtable.main')),
        expires: numberOf(tables.get('overhead.hashtable.expires')),
        slotsToKeys: numberOf(tables.get('overhead.hashtable.slot-to-keys')),
      }
    })
    .toSorted((a, b) => a.db - b.db)
}

/** The rest is `other`: newer servers count parts that have no name here. */
function partsOf(
  stats: ReadonlyMap<string, Reply>,
  used: number,
  databases: NodeMemory['databases'],
): NodeMemory['parts'] {
  const bytes = new Map<MemoryPart, number>()
  for (const part of MEMORY_PARTS) {
    const field = FIELDS[part]
    if (field !== undefined) bytes.set(part, numberOf(stats.get(field)))
  }
  bytes.set(
    'databases',
    databases.reduce((sum, { main, expires, slotsToKeys }) => sum + main + expires + slotsToKeys, 0),
  )
  const named = [...bytes.values()].reduce((sum, each) => sum + each, 0)
  bytes.set('other', Math.max(0, used - named))
  return MEMORY_PARTS.map((part) => ({ part, bytes: bytes.get(part) ?? 0 }))
}

/** Throws what the server refuses MEMORY STATS with; the rest may be missing. */
export async function readMemory(node: ServerNode): Promise<NodeMemory> {
  const [reply, doctor, text] = await Promise.all([
    node.ask('MEMORY', 'STATS'),
    node.askOrNull('MEMORY', 'DOCTOR'),
    node.askOrNull('INFO', 'memory'),
  ])
  const stats = pairsOf(reply)
  const info = infoMap(textOf(text))
  const used = numberOf(stats.get('total.allocated'))
  const databases = databasesOf(stats)
  const known = (name: string): number | null => (info.has(name) ? Number(info.get(name)) : null)
  const resident = numberOf(stats.get('allocator.resident'))
  return {
    used,
    peak: numberOf(stats.get('peak.allocated')),
    rss: known('used_memory_rss'),
    limit: known('maxmemory'),
    policy: info.get('maxmemory_policy') ?? '',
    parts: partsOf(stats, used, databases),
    keys: numberOf(stats.get('keys.count')),
    bytesPerKey: numberOf(stats.get('keys.bytes-per-key')),
    databases,
    allocator:
      resident === 0
        ? null
        : {
            name: info.get('mem_allocator') ?? '',
            allocated: numberOf(stats.get('allocator.allocated')),
            active: numberOf(stats.get('allocator.active')),
            resident,
          },
    isDefragmenting: (known('active_defrag_running') ?? 0) > 0,
    doctor: textOf(doctor).trim(),
  }
}
