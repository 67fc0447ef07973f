import type { RouteReplyGiven } from '@qd/contract-kit'
import type { streamGroups } from '../../contract/index.ts'
import { bytesOf } from '../bytes.ts'
import type { RedisDatabase } from '../guard/redis-database.ts'
import type { Arg, Reply } from '../link/redis-link.ts'
import { asKeyError } from './words.ts'

/** Entries of the pending list that are shown. */
const PENDING_MAX = 500

type Groups = RouteReplyGiven<typeof streamGroups>

/** A reply of names and values in turn; what a version does not tell is absent. */
function byName(reply: Reply | Error): Map<string, Reply> {
  const flat = reply as readonly Reply[]
  return new Map(
    Array.from({ length: flat.length / 2 }, (_, at) => [String(flat[2 * at]), flat[2 * at + 1]!]),
  )
}

const numberOf = (reply: Reply | undefined) => Number(String(reply ?? '0'))
const nameOf = (reply: Reply | undefined) =>
  bytesOf(Buffer.isBuffer(reply) ? reply : Buffer.from(String(reply ?? '')))

function groupOf(reply: Reply | Error): Groups['groups'][number] {
  const told = byName(reply)
  const lag = told.get('lag') ?? null
  return {
    name: nameOf(told.get('name')),
    consumers: numberOf(told.get('consumers')),
    pending: numberOf(told.get('pending')),
    lastId: String(told.get('last-delivered-id')),
    lag: lag === null ? null : numberOf(lag),
  }
}

function consumerOf(reply: Reply | Error): Groups['consumers'][number] {
  const told = byName(reply)
  return {
    name: nameOf(told.get('name')),
    pending: numberOf(told.get('pending')),
    idleMs: numberOf(told.get('idle')),
  }
}

function pendingOf(reply: Reply | Error): Groups['pending'][number] {
  const [id, consumer, idle, deliveries] = reply as readonly Reply[]
  return {
    id: String(id),
    consumer: nameOf(consumer),
    idleMs: numberOf(idle),
    deliveries: numberOf(deliveries),
  }
}

/** Groups of a stream; with `group` also who reads in it, and what was delivered and not acknowledged yet, oldest first. */
export async function readGroups(
  database: RedisDatabase,
  key: Buffer,
  group: Buffer | null,
): Promise<Groups> {
  const ask = async (args: readonly Arg[]) =>
    (await database.run(args, { isQuiet: true })) as readonly (Reply | Error)[]
  try {
    const groups = (await ask(['XINFO', 'GROUPS', key])).map(groupOf)
    if (group === null) return { groups, consumers: [], pending: [] }
    const [consumers, pending] = await Promise.all([
      ask(['XINFO', 'CONSUMERS', key, group]),
      ask(['XPENDING', key, group, '-', '+', String(PENDING_MAX)]),
    ])
    return { groups, consumers: consumers.map(consumerOf), pending: pending.map(pendingOf) }
  } catch (error) {
    throw asKeyError(error)
  }
}
