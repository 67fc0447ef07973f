import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import protobuf from 'protobufjs'
import { decodeMessage, readSchema, type ProtoSchema, type WireNode } from '@qd/proto-wire'
import { medianShare, type Result } from './tools/result.ts'
import { interleave, rowOf } from './tools/rounds.ts'

const ROUNDS = 15
const ROUND_MS = 250
const FOLDER = join(import.meta.dirname, '../sandbox/protocol')
const AS_TEXT = { longs: String, enums: String, bytes: String }

interface Message {
  name: string
  bytes: Uint8Array
}

const many = <T>(count: number, one: (at: number) => T): T[] =>
  Array.from({ length: count }, (_none, at) => one(at))

/** What the sandbox sends while somebody plays: few large answers, many small ones. */
function messages(root: protobuf.Root): Message[] {
  const change = (at: number) => ({
    d: `bag_${at}`,
    change: JSON.stringify({ [2000 + at]: { itemId: 2000 + at, count: at * 3, gainAt: 1_790_000_000 + at } }),
  })
  const bodies: [string, object][] = [
    ['EnterRes', { userId: '5001234567890123', c: many(24, change) }],
    [
      'BagListRes',
      {
        items: many(60, (at) => ({
          itemId: 2000 + at,
          quality: at % 5,
          count: at * 7,
          gainAt: 1_790_000_000 + at,
          bind: 1,
        })),
      },
    ],
    [
      'HeroListRes',
      {
        heroes: many(12, (at) => ({
          heroId: 100 + at,
          name: `灯塔守卫${at}`,
          level: 30 + at,
          star: 4,
          power: 12_000 + at,
        })),
      },
    ],
    [
      'MailListRes',
      {
        mails: many(20, (at) => ({
          mailId: `70012345${at}`,
          title: '每日奖励',
          sender: 'harbour master',
          sendAt: 1_790_000_000 + at,
          isRead: 1,
        })),
      },
    ],
    [
      'RoleInfoRes',
      {
        uId: '5001234567890123',
        name: '远航者',
        level: 61,
        exp: '918273645546372',
        vip: 3,
        power: '120034',
        stamina: 80,
        position: { harbor: 4, x: 123.25, y: -77.5 },
      },
    ],
    ...many(4, (at): [string, object] => ['SyncPush', { c: many(1 + at, change) }]),
    ...many(4, (at): [string, object] => [
      'HeartbeatRes',
      { clientTime: 1_790_000_000_123 + at, gameTime: 1_790_000_000_456 + at },
    ]),
    ...many(4, (at): [string, object] => [
      'TrainRes',
      { level: 61, exp: '918273645546372', stamina: 70 - at },
    ]),
    ...many(2, (at): [string, object] => ['UseItemRes', { left: at, effect: 'opened a chest' }]),
  ]
  return bodies.map(([short, body]) => {
    const type = root.lookupType(`lantern.${short}`)
    return { name: type.fullName.slice(1), bytes: type.encode(type.fromObject(body)).finish() }
  })
}

function load(): { root: protobuf.Root; schema: ProtoSchema } {
  const root = new protobuf.Root()
  for (const name of readdirSync(FOLDER).filter((file) => file.endsWith('.proto'))) {
    protobuf.parse(readFileSync(join(FOLDER, name), 'utf8'), root, { keepCase: true })
  }
  const read = readSchema({ nested: root.resolveAll().toJSON().nested })
  if (!read.ok) throw new Error(`${read.path}: ${read.reason}`)
  return { root, schema: read.schema }
}

/**
 * Runs whole passes until the time is over; messages a second of processor time, so that others on the machine take
 * nothing away.
 */
async function rate(list: readonly Message[], one: (message: Message) => number): Promise<readonly number[]> {
  let count = 0
  let sum = 0
  const start = performance.now()
  const before = process.cpuUsage()
  while (performance.now() - start < ROUND_MS) {
    for (const message of list) sum += one(message)
    count += list.length
  }
  if (sum === 0) throw new Error('nothing was read')
  const { user, system } = process.cpuUsage(before)
  return [(count * 1e6) / (user + system)]
}

function textOfAll(nodes: readonly WireNode[]): number {
  let sum = 0
  for (const node of nodes) sum += node.path.length + node.end - node.start + textOfAll(node.children)
  return sum
}

/** JSON of messages with the path and byte range of each value, beside protobuf.js, which has no ranges. */
export async function measure(): Promise<Result> {
  const { root, schema } = load()
  const list = messages(root)
  const units = ['messages/s']
  const theirs = new Map(list.map(({ name }) => [name, root.lookupType(name)]))
  const who = {
    theirs: 'protobuf.js decode and toObject',
    ours: 'JSON with nodes',
    all: 'the same, and the text of every path asked for',
  }
  const rows = await interleave(
    [
      {
        who: who.theirs,
        units,
        round: () =>
          rate(list, ({ name, bytes }) => {
            const type = theirs.get(name)!
            return type.toObject(type.decode(bytes), AS_TEXT) === null ? 0 : 1
          }),
      },
      {
        who: who.ours,
        units,
        round: () => rate(list, ({ name, bytes }) => decodeMessage(schema, name, bytes)!.nodes.length),
      },
      {
        who: who.all,
        units,
        round: () => rate(list, ({ name, bytes }) => textOfAll(decodeMessage(schema, name, bytes)!.nodes)),
      },
    ],
    ROUNDS,
  )
  const peer = rowOf(rows, who.theirs, 'messages/s')
  const share = (name: string) => medianShare(rowOf(rows, name, 'messages/s'), peer)
  return {
    rows,
    verdicts: [
      {
        what: 'JSON with paths and byte ranges, of protobuf.js without',
        figure: share(who.ours),
        unit: '%',
        goal: '>= 80',
      },
    ],
    notes: [`With every path written out: ${share(who.all).toFixed(0)} %.`],
  }
}
