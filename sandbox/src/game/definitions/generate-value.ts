import { diffInfoOf, fieldNode, parseDataProvider } from '@qd/protocol-model'
import type { DiffInfo, Field, ProtocolDefinition } from '@qd/protocol-model'
import { isInt64 } from '../edit/normalise-value.ts'
import type { SeededRandom } from '../seeded-random.ts'

interface Generation {
  protocol: ProtocolDefinition
  random: SeededRandom
  /** Game seconds. */
  now: number
}

const MAX_DEPTH = 6

function intOf(field: Field, { random, now }: Generation): number | string {
  const low = Math.max(Number(field.min ?? 0), -1_000_000)
  const high = Math.min(Number(field.max ?? 1000), 1_000_000)
  const value = random.int(Math.ceil(low), Math.max(Math.ceil(low), Math.floor(high)))
  if (field.time !== undefined) {
    const seconds = now - random.int(60, 90 * 86_400)
    const time = field.time === 'ms' ? seconds * 1000 : seconds
    return isInt64(field) ? String(time) : time
  }
  return isInt64(field) ? String(value) : value
}

function scalarOf(field: Field, type: string, generation: Generation): unknown {
  const { random } = generation
  const provider = field.dataProvider === undefined ? null : parseDataProvider(field.dataProvider)
  if (provider?.kind === 'enum') return random.pick(provider.choices).value
  if (provider?.kind === 'gameProp') return 10_001 + random.int(0, 149)
  if (type === 'int') return intOf(field, generation)
  if (type === 'float') {
    const low = Number(field.min ?? 0)
    return Math.round((low + random.next() * (Number(field.max ?? 100) - low)) * 100) / 100
  }
  if (field.encoding === 'base64') return Buffer.from(String(random.int(1, 999))).toString('base64')
  return `${field.fieldName}-${random.int(1, 999)}`.slice(0, field.maxBytes)
}

function valueOf(field: Field, generation: Generation, depth: number): unknown {
  const node = fieldNode(generation.protocol, field)
  if (!node) return null
  if (node.kind === 'scalar') return scalarOf(field, node.type, generation)
  if (depth >= MAX_DEPTH) return node.kind === 'list' ? [] : {}
  if (node.kind === 'object') return objectOf(node.info, generation, depth + 1)
  if (node.kind !== 'list') return null
  const item = node.item
  if (item.kind === 'scalar') return [1, 2].map(() => scalarOf(field, item.type, generation))
  const rows = [1, 2].map(() => objectOf(item.info, generation, depth + 1))
  return [...new Map(rows.map((row) => [String(row[item.info.key] ?? row), row])).values()]
}

function objectOf(info: DiffInfo, generation: Generation, depth: number): Record<string, unknown> {
  const groups = new Set<string>()
  const filled = info.fields.filter(({ oneof }) => {
    const isTaken = oneof !== undefined && groups.has(oneof)
    if (oneof !== undefined) groups.add(oneof)
    return !isTaken
  })
  return Object.fromEntries(filled.map((field) => [field.fieldName, valueOf(field, generation, depth)]))
}

/** Data for a module the game has no code for: a filled object, or a few rows under their keys. */
export function generateModule(diff: string, generation: Generation): Record<string, unknown> {
  const info = diffInfoOf(generation.protocol, diff)
  if (!info) return {}
  if (info.key === '') return objectOf(info, generation, 0)
  const rows = Array.from({ length: generation.random.int(2, 6) }, () => objectOf(info, generation, 0))
  return Object.fromEntries(rows.map((row) => [String(row[info.key]), row]))
}
