import type { RouteReplyGiven } from '@qd/contract-kit'
import { SLOT_COUNT } from '../../../contract/index.ts'
import type { ClusterNode, RedisBytes, SlotRange, serverCluster } from '../../../contract/index.ts'
import { bufferOf, bytesOf } from '../../bytes.ts'
import type { RedisDatabase } from '../../guard/redis-database.ts'
import { hashedOf, slotOf } from '../../link/cluster/slots.ts'
import { onNodes } from '../server/on-nodes.ts'
import type { NodeAnswer, NodesAsk, ServerNode } from '../server/on-nodes.ts'
import { infoMap } from '../server/read-info.ts'
import { textOf } from '../server/replies.ts'

type Cluster = RouteReplyGiven<typeof serverCluster>
type NodeLine = Omit<ClusterNode, 'keys' | 'memory' | 'operations' | 'code' | 'msg'>

interface Moving {
  slot: number
  from: string
  to: string
}

interface View {
  nodes: NodeLine[]
  moving: Moving[]
  myId: string
  state: string
  figures: Pick<ClusterNode, 'keys' | 'memory' | 'operations'>
}

/** `host:port@bus,hostname`: the address others are sent to. */
function addressOf(text: string): string {
  const [at = ''] = text.split(',')
  return at.replace(/@\d+$/, '')
}

/** `[slot->-id]` is on its way to, `[slot-<-id]` comes from; only the node itself tells. */
function movingOf(word: string, myId: string): Moving[] {
  const found = /^\[(\d+)-([<>])-(\w+)\]$/.exec(word)
  if (found === null) return []
  const [, slot, way, other = ''] = found
  return [{ slot: Number(slot), from: way === '>' ? myId : other, to: way === '>' ? other : myId }]
}

function rangeOf(word: string): SlotRange[] {
  const found = /^(\d+)(?:-(\d+))?$/.exec(word)
  return found === null ? [] : [{ from: Number(found[1]), to: Number(found[2] ?? found[1]) }]
}

const countOf = (slots: readonly SlotRange[]): number =>
  slots.reduce((sum, { from, to }) => sum + to - from + 1, 0)

/** Reads the lines of CLUSTER NODES: `id address flags master ping pong epoch link slot…`. */
export function readClusterNodes(text: string): Pick<View, 'nodes' | 'moving' | 'myId'> {
  let myId = ''
  const moving: Moving[] = []
  const nodes = text
    .split('\n')
    .filter(Boolean)
    .map((line): NodeLine => {
      const [id = '', at = '', words = '', master = '', , , , link = '', ...slotWords] = line
        .trim()
        .split(' ')
      const flags = words.split(',')
      if (flags.includes('myself')) {
        myId = id
        moving.push(...slotWords.flatMap((word) => movingOf(word, id)))
      }
      const slots = slotWords.flatMap(rangeOf)
      return {
        id,
        address: addressOf(at),
        role: flags.includes('master') ? 'master' : 'replica',
        masterId: master === '-' ? '' : master,
        flags: flags.filter((flag) => !['myself', 'master', 'slave', 'noflags'].includes(flag)),
        isLinked: link === 'connected',
        slots,
        slotCount: countOf(slots),
      }
    })
  return { nodes, moving, myId }
}

/** Slots nobody has. */
export function uncoveredOf(nodes: readonly Pick<ClusterNode, 'slots'>[]): SlotRange[] {
  const taken = nodes.flatMap(({ slots }) => slots).toSorted((left, right) => left.from - right.from)
  const holes: SlotRange[] = []
  let next = 0
  for (const { from, to } of taken) {
    if (from > next) holes.push({ from: next, to: from - 1 })
    next = Math.max(next, to + 1)
  }
  if (next < SLOT_COUNT) holes.push({ from: next, to: SLOT_COUNT - 1 })
  return holes
}

async function viewOf(node: ServerNode, db: number): Promise<View> {
  const [nodes, cluster, info] = await Promise.all([
    node.ask('CLUSTER', 'NODES'),
    node.ask('CLUSTER', 'INFO'),
    node.askOrNull('INFO'),
  ])
  const facts = infoMap(textOf(info))
  const number = (name: string): number | null => (facts.has(name) ? Number(facts.get(name)) : null)
  const keys = /keys=(\d+)/.exec(facts.get(`db${db}`) ?? '')?.[1]
  return {
    ...readClusterNodes(textOf(nodes)),
    state: infoMap(textOf(cluster)).get('cluster_state') ?? '',
    figures: {
      keys: info === null ? null : Number(keys ?? 0),
      memory: number('used_memory'),
      operations: number('instantaneous_ops_per_sec'),
    },
  }
}

const NO_FIGURES = { keys: null, memory: null, operations: null }
/** Of a slot both ends tell, it is one. */
const movingKey = ({ slot, from, to }: Moving): string => `${slot} ${from} ${to}`

function withFigures(line: NodeLine, views: readonly NodeAnswer<View>[]): ClusterNode {
  const own = views.find(({ node, data }) => (data === null ? node === line.address : data.myId === line.id))
  if (own === undefined) return { ...line, ...NO_FIGURES, code: '', msg: '' }
  return { ...line, ...(own.data?.figures ?? NO_FIGURES), code: own.code, msg: own.msg }
}

/** Asks every master: each knows the slots that come to it or leave it, and its own figures. */
export async function readCluster(
  database: RedisDatabase,
  ask: NodesAsk,
  key: RedisBytes | undefined,
): Promise<Cluster> {
  const views = await onNodes(database, ask, (node) => viewOf(node, database.db))
  const seen = views.flatMap(({ data }) => data ?? [])
  const lines = seen[0]?.nodes ?? []
  const nodes = lines.map((line) => withFigures(line, views))
  const moving = new Map(seen.flatMap((view) => view.moving).map((each) => [movingKey(each), each]))
  const slot = key === undefined ? null : slotOf(bufferOf(key))
  const owner = nodes.find(({ slots }) =>
    slots.some(({ from, to }) => slot !== null && from <= slot && slot <= to),
  )
  return {
    state: seen.some(({ state }) => state !== 'ok') ? 'fail' : (seen[0]?.state ?? ''),
    nodes: nodes.toSorted(
      (left, right) => (left.slots[0]?.from ?? SLOT_COUNT) - (right.slots[0]?.from ?? SLOT_COUNT),
    ),
    uncovered: seen.length === 0 ? [] : uncoveredOf(nodes),
    moving: [...moving.values()],
    place:
      slot === null || key === undefined
        ? null
        : { slot, hashed: bytesOf(hashedOf(bufferOf(key))), nodeId: owner?.id ?? '' },
  }
}
