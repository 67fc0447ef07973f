import type { RouteReplyGiven } from '@qd/contract-kit'
import { HOT_SLOTS } from '../../../contract/index.ts'
import type { serverSlots } from '../../../contract/index.ts'
import type { RedisDatabase } from '../../guard/redis-database.ts'
import type { ServerNode } from '../server/on-nodes.ts'
import { listOf, numberOf, pairsOf, textOf } from '../server/replies.ts'
import { readClusterNodes } from './read-cluster.ts'

type Slots = NonNullable<RouteReplyGiven<typeof serverSlots>['nodes'][number]['data']>

/** Questions on their way at once; each is answered in microseconds. */
const AT_ONCE = 1_000

async function countedSlots(database: RedisDatabase, node: ServerNode, signal: AbortSignal): Promise<Slots> {
  const { nodes, myId } = readClusterNodes(textOf(await node.ask('CLUSTER', 'NODES')))
  const own = nodes.find(({ id }) => id === myId)?.slots ?? []
  const slots = own.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_none, at) => from + at))
  const counts: { slot: number; keys: number }[] = []
  const options = { node: node.node, signal, isQuiet: true, isServerPage: true }
  for (let at = 0; at < slots.length; at += AT_ONCE) {
    const part = slots.slice(at, at + AT_ONCE)
    const asked = part.map((slot) => ['CLUSTER', 'COUNTKEYSINSLOT', String(slot)])
    const replies = await database.runAll(asked, options)
    for (const [index, slot] of part.entries()) counts.push({ slot, keys: numberOf(replies[index]) })
  }
  const fullest = counts.filter(({ keys }) => keys > 0).toSorted((left, right) => right.keys - left.keys)
  return {
    isEstimate: true,
    slots: fullest.slice(0, HOT_SLOTS).map((each) => ({ ...each, cpuUsec: null, input: null, output: null })),
  }
}

/** The busiest slots of one master. */
export async function readSlots(
  database: RedisDatabase,
  node: ServerNode,
  signal: AbortSignal,
): Promise<Slots> {
  const limit = String(HOT_SLOTS)
  const stats = await node.askOrNull('CLUSTER', 'SLOT-STATS', 'ORDERBY', 'CPU-USEC', 'LIMIT', limit, 'DESC')
  if (stats === null) return countedSlots(database, node, signal)
  return {
    isEstimate: false,
    slots: listOf(stats).map((entry) => {
      const [slot, given] = listOf(entry)
      const facts = pairsOf(given)
      return {
        slot: numberOf(slot),
        keys: numberOf(facts.get('key-count')),
        cpuUsec: numberOf(facts.get('cpu-usec')),
        input: numberOf(facts.get('network-bytes-in')),
        output: numberOf(facts.get('network-bytes-out')),
      }
    }),
  }
}
