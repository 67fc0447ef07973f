import { defineRoute, z } from '@qd/contract-kit'
import { atDatabase, databaseRef } from './connections.ts'
import { readRedis } from './permissions.ts'
import { byNode } from './server.ts'

/** What the memory in use is made of; together it is all of it. `other`: what the server names by no name of these. */
export const MEMORY_PARTS = [
  'dataset',
  'databases',
  'clients',
  'replicas',
  'backlog',
  'clusterLinks',
  'aof',
  'lua',
  'functions',
  'startup',
  'other',
] as const
export type MemoryPart = (typeof MEMORY_PARTS)[number]

/** Bytes, unless it says otherwise. */
export const nodeMemory = z.object({
  used: z.number(),
  peak: z.number(),
  /** What the machine gives the process; null where INFO is refused. */
  rss: z.nullable(z.number()),
  /** `maxmemory`, 0: none; and what leaves when it is reached. Null and empty where INFO is refused. */
  limit: z.nullable(z.number()),
  policy: z.string(),
  parts: z.array(z.object({ part: z.enum(MEMORY_PARTS), bytes: z.number() })),
  /** Of all databases. */
  keys: z.number(),
  bytesPerKey: z.number(),
  /** What the tables of each database with keys take, beside keys and values. */
  databases: z.array(
    z.object({ db: z.int(), main: z.number(), expires: z.number(), slotsToKeys: z.number() }),
  ),
  /** From what Redis asked for to what the machine gave. Null where the allocator tells nothing. */
  allocator: z.nullable(
    z.object({ name: z.string(), allocated: z.number(), active: z.number(), resident: z.number() }),
  ),
  /** `activedefrag` is at work. */
  isDefragmenting: z.boolean(),
  /** MEMORY DOCTOR in its own words; empty where it is refused. */
  doctor: z.string(),
})
export type NodeMemory = z.output<typeof nodeMemory>

/** MEMORY STATS and MEMORY DOCTOR of each node, with what INFO adds. */
export const serverMemory = defineRoute({
  method: 'POST',
  level: 2,
  permission: readRedis,
  risk: 'R0',
  target: atDatabase,
  path: '/adjust/redis/server/memory',
  title: 'redis.serverMemory',
  body: z.object(databaseRef),
  reply: z.object({ nodes: byNode(nodeMemory) }),
})
