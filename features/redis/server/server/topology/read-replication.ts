import { AppError } from '@qd/contract-kit'
import type { RouteReplyGiven } from '@qd/contract-kit'
import type { serverReplication } from '../../../contract/index.ts'
import type { RedisDatabase } from '../../guard/redis-database.ts'
import type { Reply, SentinelReply } from '../../link/redis-link.ts'
import type { NodesAsk, ServerNode } from '../server/on-nodes.ts'
import { infoMap } from '../server/read-info.ts'
import { listOf, numberOf, pairsOf, textOf } from '../server/replies.ts'

type Replication = RouteReplyGiven<typeof serverReplication>
type NodeView = NonNullable<Replication['nodes'][number]['data']>
type SentinelView = NonNullable<Replication['sentinels'][number]['data']>
type Peer = SentinelView['master']

/** `slave0:ip=…,port=…,state=online,offset=…,lag=0` of INFO replication. */
export async function readReplication(node: ServerNode): Promise<NodeView> {
  const facts = infoMap(textOf(await node.ask('INFO', 'replication')))
  const number = (name: string): number => Number(facts.get(name) ?? 0) || 0
  const offset = number('master_repl_offset')
  const replicas = [...facts]
    .filter(([name]) => /^slave\d+$/.test(name))
    .map(([, line]) => {
      const of = new Map(line.split(',').map((part) => part.split('=', 2) as [string, string]))
      const at = Number(of.get('offset') ?? 0)
      return {
        address: `${of.get('ip') ?? ''}:${of.get('port') ?? ''}`,
        state: of.get('state') ?? '',
        offset: at,
        lagBytes: Math.max(0, offset - at),
        lagSeconds: Number(of.get('lag') ?? 0),
      }
    })
  return {
    role: facts.get('role') ?? '',
    offset,
    replicas,
    master: facts.has('master_host')
      ? {
          address: `${facts.get('master_host')}:${facts.get('master_port')}`,
          link: facts.get('master_link_status') ?? '',
          heardSeconds: number('master_last_io_seconds_ago'),
          isSyncing: facts.get('master_sync_in_progress') === '1',
        }
      : null,
    backlog: {
      isActive: facts.get('repl_backlog_active') === '1',
      size: number('repl_backlog_size'),
      length: number('repl_backlog_histlen'),
    },
  }
}

function peerOf(reply: Reply): Peer {
  const facts = pairsOf(reply)
  const flags = textOf(facts.get('flags')).split(',')
  return {
    address: `${textOf(facts.get('ip'))}:${textOf(facts.get('port'))}`,
    flags: flags.filter((flag) => !['master', 'slave', 'sentinel'].includes(flag)),
    isDown: flags.some((flag) => flag === 's_down' || flag === 'o_down' || flag === 'disconnected'),
  }
}

/** What each sentinel thinks; one that does not answer is named with the reason. */
export async function readSentinels(
  database: RedisDatabase,
  ask: NodesAsk,
): Promise<Replication['sentinels']> {
  const [masters, replicas, sentinels] = await Promise.all([
    database.askSentinels('MASTER'),
    database.askSentinels('REPLICAS'),
    database.askSentinels('SENTINELS'),
  ])
  return masters.map((master, at) => sentinelView([master, replicas[at]!, sentinels[at]!], ask))
}

function sentinelView(
  [master, replicas, sentinels]: readonly [SentinelReply, SentinelReply, SentinelReply],
  { failure }: NodesAsk,
): Replication['sentinels'][number] {
  const failed = [master, replicas, sentinels].find(({ reply }) => reply instanceof Error)?.reply
  if (failed instanceof Error) {
    if (!(failed instanceof AppError)) throw failed
    return { node: master.at, ...failure(failed), data: null }
  }
  const group = master.reply as Reply
  return {
    node: master.at,
    code: '',
    msg: '',
    data: {
      group: textOf(pairsOf(group).get('name')),
      master: peerOf(group),
      quorum: numberOf(pairsOf(group).get('quorum')),
      replicas: listOf(replicas.reply).map(peerOf),
      sentinels: listOf(sentinels.reply).map(peerOf),
    },
  }
}
