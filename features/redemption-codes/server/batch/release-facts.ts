import { hash } from 'node:crypto'
import { canonicalJson, parseJsonText } from '@qd/canonical-json'
import { MANY_PLAYERS, effectsOf, sumOfWorths } from '@qd/contract-kit'
import type { Quantity, Words } from '@qd/contract-kit'
import { utcText } from '@qd/server-kit'
import type { ApprovalFacts, Catalogue } from '@qd/server-kit'
import { limitWords, tellingCounts } from '../../contract/index.ts'
import type { CodeLimit } from '../../contract/index.ts'
import type { BatchRow } from '../code-tables.ts'
import { objectOf } from '../follow-request.ts'
import { linesOf } from './gift-facts.ts'
import type { GivenItem } from './gift-facts.ts'
import { mostUsesOf, weighedUsesOf } from './most-uses.ts'

const fact = (key: string, value: string | number | null): { label: Words; value: Words } => ({
  label: { key: `codes.fact.${key}` },
  value: value === null ? '–' : typeof value === 'number' ? { quantity: String(value) } : value,
})
const timeOf = (at: number | null) => (at === null ? null : utcText(at))

function nameOf({ number, item }: GivenItem): Words {
  if (item === null) return number
  return typeof item.name === 'string' ? item.name : { texts: item.name, otherwise: number }
}

function limitFact(limit: CodeLimit): { label: Words; value: Words } {
  const { of, bound, params } = limitWords(limit, {
    time: utcText,
    count: (value): Quantity => ({ quantity: String(value) }),
    item: (number) => number,
  })
  return { label: { key: `codes.limit.${of}` }, value: { key: `codes.bound.${bound}`, params } }
}

/** What the items are worth, as it is now: approvers are asked again once that is another sum. */
const itemsVersion = (items: readonly GivenItem[]) =>
  hash(
    'sha256',
    canonicalJson(
      items.map(({ number, item, rates }) => [
        number,
        item?.value ?? null,
        // Without a rate as before there were any, so that requests which were open then hold.
        ...(rates.length === 0 ? [] : [rates]),
      ]),
    ),
    'hex',
  )

/** What approvers are asked about. */
export function releaseFacts(
  row: BatchRow,
  items: readonly GivenItem[],
  { lineById }: Pick<Catalogue, 'lineById'>,
): ApprovalFacts {
  const limits = parseJsonText(row.limits) as CodeLimit[]
  const uses = mostUsesOf(row)
  const counts = {
    kind: row.kind,
    perCode: row.per_code,
    perPlayerCode: row.per_player_code,
    perPlayerBatch: row.per_player_batch,
    total: row.total,
  }
  const rows = weighedUsesOf(row)
  return {
    risk: 'R3',
    value: { rows, hasMoreRows: uses === null, worth: sumOfWorths(items.map(({ worth }) => worth)) },
    effects: {
      ...effectsOf(
        items.length > 0 && 'items',
        items.some(({ isCurrency }) => isCurrency === true) && 'currency',
        rows >= MANY_PLAYERS && 'many',
      ),
      isComplete: items.every(({ isCurrency }) => isCurrency !== null),
    },
    objects: [objectOf(row)],
    bases: [
      { key: objectOf(row), label: row.name, version: String(row.revision) },
      { key: 'items', label: { key: 'codes.base.items' }, version: itemsVersion(items) },
    ],
    title: { key: 'codes.release.title', params: { name: row.name, number: row.number } },
    hint: `/redeemCode?batch=${encodeURIComponent(row.id)}`,
    preview: [
      {
        kind: 'facts',
        rows: [
          { label: { key: 'codes.fact.kind' }, value: { key: `codes.kind.${row.kind}` } },
          fact('quantity', row.quantity),
          ...tellingCounts(counts).map((key) => fact(key, counts[key])),
          fact('validFrom', timeOf(row.valid_from)),
          fact('validTo', timeOf(row.valid_to)),
          fact(
            'lines',
            linesOf(row)
              .map((lineId) => lineById.get(lineId)?.name ?? lineId)
              .join(', '),
          ),
          ...limits.map(limitFact),
        ],
      },
      {
        kind: 'totals',
        perHead: uses,
        rows: items.map((given) => ({
          number: given.number,
          name: nameOf(given),
          each: String(given.each),
          total: uses === null ? '–' : String(given.total),
          worth: given.worth === null ? null : String(given.worth),
        })),
      },
    ],
  }
}
