import type { SearchField, SearchIndex } from '../../../contract/index.ts'
import { bytesOf } from '../../bytes.ts'
import type { Reply } from '../../link/redis-link.ts'
import { listOf, numberOf, pairsOf, textOf } from '../server/replies.ts'

const MEGABYTE = 1_048_576
/** Parts of an index where the server has no figure for all of it; each ends in `_sz_mb` or `_size_mb`. */
const PART = /_(sz|size)_mb$/
const ALL_PARTS = ['total_index_memory_sz_mb', 'total_inverted_index_blocks_sz_mb']
/** What stands in third place where a field tells both names it has; before 2.2 its name comes first. */
const NAMED = new Set(['attribute', 'field_name'])

const bytesIn = (reply: Reply | Error | undefined) =>
  bytesOf(Buffer.isBuffer(reply) ? reply : Buffer.from(textOf(reply)))

/** Words of an answer in their order, whatever it nests. */
function wordsOf(reply: Reply | Error): string[] {
  return Array.isArray(reply) ? listOf(reply).flatMap(wordsOf) : [textOf(reply)]
}

/** `name type TEXT WEIGHT 5 SORTABLE`, or `identifier a attribute b type TEXT …` from 2.2 on. */
function fieldOf(reply: Reply): SearchField {
  const parts = listOf(reply)
  const hasTwo = NAMED.has(textOf(parts[2]).toLowerCase())
  const name = bytesIn(parts[hasTwo ? 3 : 0])
  const from = hasTwo ? bytesIn(parts[1]) : null
  const rest = parts.slice(hasTwo ? 4 : 1)
  const at = rest.findIndex((part) => textOf(part).toLowerCase() === 'type')
  const options = rest.flatMap((part, place) => (place === at || place === at + 1 ? [] : wordsOf(part)))
  return {
    name,
    from: JSON.stringify(from) === JSON.stringify(name) ? null : from,
    type: at === -1 ? '' : textOf(rest[at + 1]),
    options: options.join(' '),
    isSortable: options.some((word) => word.toUpperCase() === 'SORTABLE'),
  }
}

type Facts = ReadonlyMap<string, Reply>

/** The first of these the server tells; null for none. */
function numberIn(facts: Facts, ...names: readonly string[]): number | null {
  const name = names.find((each) => facts.has(each))
  return name === undefined ? null : numberOf(facts.get(name))
}

function sizeOf(facts: Facts): number | null {
  const used = numberIn(facts, 'space_usage')
  if (used !== null) return used
  const whole = numberIn(facts, ALL_PARTS[0]!)
  if (whole !== null) return Math.round(whole * MEGABYTE)
  const parts = [...facts.keys()].filter((name) => PART.test(name) && !ALL_PARTS.includes(name))
  if (parts.length === 0) return null
  return Math.round(parts.reduce((sum, name) => sum + numberOf(facts.get(name)), 0) * MEGABYTE)
}

function prefixesOf(facts: Facts, definition: Facts): SearchIndex['prefixes'] {
  const told = definition.get('prefixes') ?? definition.get('prefix') ?? facts.get('key_prefixes') ?? null
  if (told === null) return []
  return Array.isArray(told) ? listOf(told).map(bytesIn) : [bytesIn(told)]
}

/** FT.INFO as a dozen versions and imitations word it: what is not there is null or empty, nothing is a fault. */
export function indexOf(name: Buffer, reply: Reply): SearchIndex {
  const facts = pairsOf(reply)
  const definition = pairsOf(facts.get('index_definition'))
  const share = numberIn(facts, 'percent_indexed', 'backfill_complete_percent', 'backfill_percent_complete')
  const fields = facts.get('attributes') ?? facts.get('fields')
  return {
    name: bytesOf(name),
    msg: '',
    documents: numberOf(facts.get('num_docs')),
    terms: numberIn(facts, 'num_terms'),
    records: numberIn(facts, 'num_records', 'record_count'),
    bytes: sizeOf(facts),
    indexed: Math.min(1, Math.max(0, share ?? 1)),
    isIndexing: numberIn(facts, 'indexing', 'backfill_in_progress') === 1,
    failures: numberOf(facts.get('hash_indexing_failures')),
    keyType: textOf(definition.get('key_type') ?? facts.get('key_type')),
    prefixes: prefixesOf(facts, definition),
    fields: listOf(fields).map(fieldOf),
  }
}

/** One of which nothing is known but its name, and why. */
export const silentIndex = (name: Buffer, msg: string): SearchIndex => ({ ...indexOf(name, []), msg })
