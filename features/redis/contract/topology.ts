import { defineRoute, z } from '@qd/contract-kit'
import { KEY_BYTES, redisBytes } from './bytes.ts'
import { atDatabase, databaseRef } from './connections.ts'
import { readRedis } from './permissions.ts'
import { byNode } from './server.ts'

/*
 * How servers hang together: a cluster with its slots, replicas, sentinels. Only shown, never changed. As with all of the
 * server, somebody whose grants name some keys alone is refused (`redis_key_forbidden`).
 */

/** Slots that are listed as the fullest or the busiest. */
export const HOT_SLOTS = 20
export const SLOT_COUNT = 16_384

const read = { method: 'POST', level: 2, permission: readRedis, risk: 'R0', target: atDatabase } as const
/** Both ends are part of it. */
const slotRange = z.object({ from: z.int(), to: z.int() })
export type SlotRange = z.output<typeof slotRange>

export const clusterNode = z.object({
  id: z.string(),
  /** As the cluster announces it, `host:port`; a console elsewhere may not reach it. */
  address: z.string(),
  role: z.enum(['master', 'replica']),
  /** Id of its master; empty for a master. */
  masterId: z.string(),
  /** Words of CLUSTER NODES: `fail?`, `fail`, `handshake`, `noaddr` … */
  flags: z.array(z.string()),
  /** Its link to the node that was asked. */
  isLinked: z.boolean(),
  slots: z.array(slotRange),
  slotCount: z.int(),
  /** Of this database, bytes, a second; null for a replica and for one that did not answer. */
  keys: z.nullable(z.number()),
  memory: z.nullable(z.number()),
  operations: z.nullable(z.number()),
  /** Why it did not answer the console; empty when it did, and for a replica, which is not asked. */
  code: z.string(),
  msg: z.string(),
})
export type ClusterNode = z.output<typeof clusterNode>

/** Nodes and slots of a cluster as its masters tell them (CLUSTER NODES, CLUSTER INFO, INFO). */
export const serverCluster = defineRoute({
  ...read,
  path: '/adjust/redis/server/cluster',
  title: 'redis.serverCluster',
  bodyLimit: 2 * KEY_BYTES,
  body: z.object({ ...databaseRef, key: z.optional(redisBytes) }),
  reply: z.object({
    /** `cluster_state` of CLUSTER INFO. */
    state: z.string(),
    nodes: z.array(clusterNode),
    /** Slots that no master has. */
    uncovered: z.array(slotRange),
    /** Slots between two masters, by node ids. */
    moving: z.array(z.object({ slot: z.int(), from: z.string(), to: z.string() })),
    /** Where the key of the question belongs; null without one. `hashed` is what counts of its name. */
    place: z.nullable(z.object({ slot: z.int(), hashed: redisBytes, nodeId: z.string() })),
  }),
})

/** The slots with the most to do: by CPU where the server counts it (8.2), else by how many keys they have. */
export const serverSlots = defineRoute({
  ...read,
  path: '/adjust/redis/server/slots',
  title: 'redis.serverSlots',
  body: z.object(databaseRef),
  reply: z.object({
    nodes: byNode(
      z.object({
        /** The order is by keys alone, which says little of what is done with them. */
        isEstimate: z.boolean(),
        slots: z.array(
          z.object({
            slot: z.int(),
            keys: z.number(),
            /** Microseconds and bytes since the server began to count; null without SLOT-STATS. */
            cpuUsec: z.nullable(z.number()),
            input: z.nullable(z.number()),
            output: z.nullable(z.number()),
          }),
        ),
      }),
    ),
  }),
})

const replicaSeen = z.object({
  address: z.string(),
  state: z.string(),
  /** Bytes of the replication stream it has, how many it is behind, and seconds since it was heard. */
  offset: z.number(),
  lagBytes: z.number(),
  lagSeconds: z.number(),
})

const sentinelPeer = z.object({ address: z.string(), flags: z.array(z.string()), isDown: z.boolean() })

/** Who copies whom (INFO replication of each master), and what each sentinel thinks of its group. */
export const serverReplication = defineRoute({
  ...read,
  path: '/adjust/redis/server/replication',
  title: 'redis.serverReplication',
  body: z.object(databaseRef),
  reply: z.object({
    nodes: byNode(
      z.object({
        role: z.string(),
        offset: z.number(),
        replicas: z.array(replicaSeen),
        /** Of a server that is a replica itself; null for a master. */
        master: z.nullable(
          z.object({
            address: z.string(),
            link: z.string(),
            /** Seconds since the master was heard; -1 while the link is down. */
            heardSeconds: z.number(),
            isSyncing: z.boolean(),
          }),
        ),
        backlog: z.object({ isActive: z.boolean(), size: z.number(), length: z.number() }),
      }),
    ),
    /** Empty without sentinels. */
    sentinels: byNode(
      z.object({
        group: z.string(),
        master: sentinelPeer,
        quorum: z.int(),
        sentinels: z.array(sentinelPeer),
        replicas: z.array(sentinelPeer),
      }),
    ),
  }),
})
