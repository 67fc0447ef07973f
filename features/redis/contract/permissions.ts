import { definePermission } from '@qd/contract-kit'
import type { ResourceKind } from '@qd/contract-kit'

/** Grants of these permissions may be narrowed to a connection by its name, a database and the beginning of keys. */
export const redisResource: ResourceKind = { kind: 'redis', parts: ['connection', 'database', 'key'] }

/** Opens a connection and reads: keys, values, the state of the server. */
export const readRedis = definePermission({
  routerName: 'redis',
  code: 'redis.read',
  type: 'menu',
  heldBy: ['developer'],
  resource: 'redis',
})

/** Changes keys: create, edit, rename, expire, copy, delete. */
export const editRedis = definePermission({
  routerName: 'redis',
  code: 'redis.edit',
  type: 'button',
  heldBy: ['developer'],
  resource: 'redis',
})

/** Commands that can stop, empty or reconfigure a server, or make it stand still. */
export const dangerousRedis = definePermission({
  routerName: 'redis',
  code: 'redis.dangerous',
  type: 'button',
  heldBy: [],
  risk: 'R3',
  resource: 'redis',
})

/** Sees every command that anybody sends to the server, with its values: MONITOR. */
export const monitorRedis = definePermission({
  routerName: 'redis',
  code: 'redis.monitor',
  type: 'button',
  heldBy: [],
  risk: 'R3',
  resource: 'redis',
})

/** Creates, changes and deletes connections and their secrets. */
export const manageRedisConnections = definePermission({
  routerName: 'redis',
  code: 'redis.connections',
  type: 'button',
  heldBy: [],
})

/** Lets connections go to this machine or to private networks. */
export const allowRedisNetworks = definePermission({
  routerName: 'redis',
  code: 'redis.networks',
  type: 'button',
  heldBy: [],
})
