import type { Arg } from '../link/redis-link.ts'
import type { PartValue, StreamEntry } from './value-parts.ts'

/** Arguments of one command; a file made by hand may hold more in a line. */
const PER_COMMAND = 1_000

function batches<T>(items: readonly T[], commandOf: (some: readonly T[]) => Arg[]): Arg[][] {
  const commands: Arg[][] = []
  for (let at = 0; at < items.length; at += PER_COMMAND)
    commands.push(commandOf(items.slice(at, at + PER_COMMAND)))
  return commands
}

/** A group is made and taken away again: only that leaves an empty stream. */
function streamEnd(name: Buffer, lastId: string, isEmpty: boolean): Arg[][] {
  const make = [
    ['XGROUP', 'CREATE', name, 'import', '0', 'MKSTREAM'],
    ['XGROUP', 'DESTROY', name, 'import'],
  ]
  // XSETID takes an id below the newest entry for a fault, and 0-0 is that of a stream that never had one.
  return [...(isEmpty ? make : []), ...(lastId === '0-0' ? [] : [['XSETID', name, lastId]])]
}

const addEntry =
  (name: Buffer) =>
  ({ id, fields }: StreamEntry): Arg[] => ['XADD', name, id, ...fields]

/** The commands that write a part under a name; the first part makes the key. */
export function partCommands(value: PartValue, name: Buffer, isFirst: boolean): Arg[][] {
  switch (value.type) {
    case 'string':
      return [[isFirst ? 'SET' : 'APPEND', name, value.bytes]]
    case 'dump':
      return [['RESTORE', name, '0', value.bytes]]
    case 'list':
      return batches(value.items, (some) => ['RPUSH', name, ...some])
    case 'set':
      return batches(value.items, (some) => ['SADD', name, ...some])
    case 'hash':
      return batches(value.pairs, (some) => ['HSET', name, ...some.flat()])
    case 'zset':
      return batches(value.scores, (some) => [
        'ZADD',
        name,
        ...some.flatMap(([member, score]) => [score, member]),
      ])
    case 'stream': {
      const entries = value.entries.map(addEntry(name))
      if (value.lastId === null) return entries
      return [...entries, ...streamEnd(name, value.lastId, isFirst && entries.length === 0)]
    }
  }
}
