import type { RouteReplyGiven } from '@qd/contract-kit'
import { CHANNELS_MAX } from '../../../contract/index.ts'
import type { serverChannels } from '../../../contract/index.ts'
import { bytesOf } from '../../bytes.ts'
import type { ServerNode } from '../server/on-nodes.ts'
import { listOf, numberOf } from '../server/replies.ts'

type Channels = NonNullable<RouteReplyGiven<typeof serverChannels>['nodes'][number]['data']>

const KINDS = [
  { list: 'CHANNELS', count: 'NUMSUB', isSharded: false },
  { list: 'SHARDCHANNELS', count: 'SHARDNUMSUB', isSharded: true },
] as const

async function ofKind(
  node: ServerNode,
  { list, count, isSharded }: (typeof KINDS)[number],
  pattern: string,
): Promise<{ channels: Channels['channels']; isCut: boolean }> {
  const all = listOf(await node.askOrNull('PUBSUB', list, ...(pattern === '' ? [] : [pattern])))
  const named = all.filter((name) => Buffer.isBuffer(name)).slice(0, CHANNELS_MAX)
  if (named.length === 0) return { channels: [], isCut: false }
  const counts = listOf(await node.ask('PUBSUB', count, ...named))
  const channels = named.map((name, at) => ({
    channel: bytesOf(name),
    subscribers: numberOf(counts[at * 2 + 1]),
    isSharded,
  }))
  return { channels, isCut: all.length > named.length }
}

/** Channels of one node with their subscribers; patterns are counted alone, Redis names none. */
export async function readChannels(node: ServerNode, pattern: string): Promise<Channels> {
  const patterns = numberOf(await node.ask('PUBSUB', 'NUMPAT'))
  const found = await Promise.all(KINDS.map((kind) => ofKind(node, kind, pattern)))
  return {
    patterns,
    channels: found.flatMap(({ channels }) => channels),
    isCut: found.some(({ isCut }) => isCut),
  }
}
