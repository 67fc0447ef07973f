import { createHash } from 'node:crypto'
import { AppError } from '@qd/contract-kit'
import type { TextRef } from '@qd/contract-kit'
import { redisErrors } from '../../contract/index.ts'
import { reasonText, ServerRefusal, wayError } from '../link/link-errors.ts'
import type { Arg, RedisLink, Reply, SendOptions } from '../link/redis-link.ts'
import type { CommandEntry } from './command-table.ts'

/*
 * A command without a key is about the whole server, and a cluster is many. Redis says of each which nodes have to be asked
 * and how the answers become one (its tips `request_policy` and `response_policy`).
 */

/** How answers become one: `same` all of them have to go well, `one` a single one has to. */
type Joining = 'same' | 'one' | 'sum' | 'min' | 'and' | 'list' | 'random' | 'scan'

interface Plan {
  /** `masters`, or with their replicas: what a node does not get from its master. */
  readonly asks: 'masters' | 'nodes'
  readonly joining: Joining
}

const masters = (joining: Joining): Plan => ({ asks: 'masters', joining })
const nodes = (joining: Joining): Plan => ({ asks: 'nodes', joining })

/** What the tips call special, or leave out; and all of it for servers before 7.0, which have none. */
const KNOWN: Readonly<Record<string, Plan>> = {
  scan: masters('scan'),
  keys: masters('list'),
  randomkey: masters('random'),
  dbsize: masters('sum'),
  flushall: masters('same'),
  flushdb: masters('same'),
  ping: masters('same'),
  wait: masters('min'),
  'memory|purge': masters('same'),
  'config|set': nodes('same'),
  'config|resetstat': nodes('same'),
  'config|rewrite': nodes('same'),
  'slowlog|len': nodes('sum'),
  'slowlog|reset': nodes('same'),
  'latency|reset': nodes('sum'),
  'script|load': nodes('same'),
  'script|flush': nodes('same'),
  'script|exists': masters('and'),
  'script|kill': masters('one'),
  'function|kill': masters('one'),
}

const JOININGS: Readonly<Record<string, Joining>> = {
  all_succeeded: 'same',
  one_succeeded: 'one',
  agg_sum: 'sum',
  agg_min: 'min',
  agg_logical_and: 'and',
}

const textOf = (arg: Arg | undefined): string => String(arg ?? '').toLowerCase()

/** How a cluster is asked as a whole; null: one node answers for itself. Only for commands without a key. */
export function planOf(entry: CommandEntry, args: readonly Arg[]): Plan | null {
  const full = entry.name.includes('|') ? entry.name : `${entry.name}|${textOf(args[1])}`
  const known = KNOWN[entry.name] ?? KNOWN[full]
  if (known !== undefined) return known
  const tip = (name: string) => [...entry.tips].find((each) => each.startsWith(name))?.slice(name.length)
  const asks = { all_shards: 'masters', all_nodes: 'nodes' } as const
  const asked = asks[tip('request_policy:') as keyof typeof asks]
  const joining = JOININGS[tip('response_policy:') ?? '']
  return asked === undefined || joining === undefined ? null : { asks: asked, joining }
}

interface Answered {
  readonly node: string
  readonly reply: Reply
}
interface Failed {
  readonly node: string
  readonly error: unknown
}

type NodesLink = Pick<RedisLink, 'send' | 'masters' | 'replicas'>

function reasonOf(error: unknown): TextRef | string {
  if (error instanceof ServerRefusal) return String(error.params['words'])
  const reason = error instanceof AppError ? error.params['reason'] : undefined
  if (typeof reason === 'string') return reason
  if (typeof reason === 'object' && 'text' in reason) return reason
  const isLate = error instanceof AppError && error.def === redisErrors.redis_timeout
  return reasonText(isLate ? 'late' : 'cut')
}

const namesOf = (list: readonly { node: string }[]): string => list.map(({ node }) => node).join(', ')

/** Some did it and some did not: which ones. Where none did, the reason of the first. */
function partly(command: string, done: readonly Answered[], failed: readonly Failed[]): unknown {
  const [first] = failed
  if (done.length === 0) return first!.error
  return new AppError(redisErrors.redis_cluster_partly, {
    params: {
      command: command.toUpperCase(),
      done: namesOf(done),
      at: namesOf(failed),
      reason: reasonOf(first!.error),
    },
    cause: first!.error,
  })
}

const numberOf = ({ reply }: Answered): bigint => BigInt(String(reply))

const listOf = ({ reply }: Answered): readonly (Reply | Error)[] =>
  Array.isArray(reply) ? (reply as readonly (Reply | Error)[]) : []

function allOf(lists: readonly (readonly (Reply | Error)[])[]): Reply {
  const [first = []] = lists
  return first.map((_, at) => (lists.every((list) => String(list[at]) === '1') ? '1' : '0'))
}

/** As likely as each key is among all: a node is drawn by how many it has. */
async function randomOf(
  link: NodesLink,
  answered: readonly Answered[],
  options: SendOptions,
): Promise<Reply> {
  const held = answered.filter(({ reply }) => reply !== null)
  const sizes = await Promise.all(
    // Where DBSIZE is refused, each node counts alike.
    held.map(({ node }) => link.send(['DBSIZE'], { ...options, node }).then(Number, () => 1)),
  )
  let drawn = Math.random() * sizes.reduce((sum, size) => sum + size, 0)
  const at = sizes.findIndex((size) => (drawn -= size) < 0)
  return (held[at] ?? held.at(-1))?.reply ?? null
}

function joined(joining: Exclude<Joining, 'random' | 'scan'>, answered: readonly Answered[]): Reply {
  if (joining === 'sum') return String(answered.map(numberOf).reduce((sum, each) => sum + each, 0n))
  if (joining === 'min')
    return String(answered.map(numberOf).reduce((least, each) => (each < least ? each : least)))
  if (joining === 'list') return answered.flatMap(listOf)
  if (joining === 'and') return allOf(answered.map(listOf))
  return answered[0]!.reply
}

/** Of the masters a cursor goes through, in their order: another set of nodes gives another number. */
const markOf = (order: readonly string[]): bigint =>
  BigInt(createHash('sha256').update(order.join()).digest().readUInt16BE())

const MARKS = 65_536n

/** The node a cursor of a whole cluster is at, and the cursor it goes on with there. */
function placeOf(text: string, order: readonly string[], name: string): { at: number; cursor: string } {
  if (!/^\d{1,40}$/.test(text) || BigInt(text) === 0n) return { at: 0, cursor: text }
  const place = BigInt(text)
  if (place % MARKS !== markOf(order))
    throw wayError(redisErrors.redis_cluster_failed, { at: name, reason: reasonText('cursorMoved') })
  const [all, count] = [place / MARKS, BigInt(order.length)]
  return { at: Number(all % count), cursor: String(all / count) }
}

/** One step through the keys of all masters, one master after the other; cursor 0 begins, and 0 is the end. */
async function scanned(
  link: NodesLink,
  args: readonly Arg[],
  { name, ...options }: SendOptions & { name: string },
): Promise<Reply> {
  const order = link.masters()
  const { at, cursor } = placeOf(String(args[1] ?? ''), order, name)
  const given = args.length < 2 ? args : ['SCAN', cursor, ...args.slice(2)]
  const [next, keys = []] = (await link.send(given, { ...options, node: order[at]! })) as readonly Reply[]
  const isDrained = String(next) === '0'
  if (isDrained && at === order.length - 1) return [Buffer.from('0'), keys]
  const count = BigInt(order.length)
  const place = isDrained ? BigInt(at + 1) : BigInt(String(next)) * count + BigInt(at)
  return [Buffer.from(String(place * MARKS + markOf(order))), keys]
}

/**
 * Sends a command without a key to all nodes it is about. Throws `redis_cluster_partly` with their names where some did it
 * and some did not. `onNode` is told each node that was asked.
 */
export async function sendToAll(
  link: NodesLink,
  { asks, joining }: Plan,
  { args, name, options }: { args: readonly Arg[]; name: string; options: SendOptions },
): Promise<Reply> {
  if (joining === 'scan') return scanned(link, args, { ...options, name })
  const asked = [...link.masters(), ...(asks === 'nodes' ? await link.replicas() : [])]
  const answered: Answered[] = []
  const failed: Failed[] = []
  await Promise.all(
    asked.map((node) =>
      link.send(args, { ...options, node }).then(
        (reply) => answered.push({ node, reply }),
        (error: unknown) => failed.push({ node, error }),
      ),
    ),
  )
  const inOrder = answered.toSorted((one, other) => asked.indexOf(one.node) - asked.indexOf(other.node))
  const isEnough = failed.length === 0 || (joining === 'one' && answered.length > 0)
  if (!isEnough) throw partly(String(args[0]), inOrder, failed)
  return joining === 'random' ? randomOf(link, inOrder, { signal: options.signal }) : joined(joining, inOrder)
}
