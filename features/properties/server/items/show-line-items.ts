import { AppError } from '@qd/contract-kit'
import type { RouteReplyGiven } from '@qd/contract-kit'
import type { ItemRow } from '@qd/game-contract'
import { textIn } from '@qd/i18n'
import type { Language } from '@qd/i18n'
import { createKeptAnswers } from '@qd/server-kit'
import type { KeptAnswers, ReachPort } from '@qd/server-kit'
import type { Store } from '@qd/store'
import type { LineItem, lineItems } from '../../contract/index.ts'
import type { PropertiesTables } from '../tables.ts'
import { readLineItems, usual } from './read-line-items.ts'
import type { LineItems, Variants } from './read-line-items.ts'
import { noteItems, seenItems } from './seen-items.ts'
import type { SeenItem } from './seen-items.ts'

const FRESH_MS = 60_000

export interface LineItemsDeps {
  store: Store<PropertiesTables>
  reach: ReachPort<'items'>
  nowMs(): number
}

type Answer = LineItems & { askedAt: number }

export function keptLineItems(now: () => number): KeptAnswers<Answer> {
  return createKeptAnswers<Answer>({ freshMs: FRESH_MS, now })
}

/** Asks the servers of a line unless they were asked just now, and remembers what they said. */
export function askLineItems(
  { store, reach, nowMs }: LineItemsDeps,
  kept: KeptAnswers<Answer>,
  lineId: string,
): Promise<Answer> {
  return kept.get(lineId, async () => {
    const read = await readLineItems(reach, reach.serversOf(lineId))
    await noteItems(store, lineId, read, nowMs())
    return { ...read, askedAt: nowMs() }
  })
}

function factsOf({ number, name, type, quality, bind, stack, value }: ItemRow, lang: Language) {
  return {
    number: String(number),
    name: textIn(name, lang),
    type: { code: type.code, name: textIn(type.name, lang) },
    quality: quality ?? null,
    bind: bind ?? null,
    stack: stack ?? null,
    value: value ?? null,
  }
}

function differencesOf(
  variants: Variants,
  answered: readonly number[],
  lang: Language,
): LineItem['differences'] {
  const most = usual(variants)
  const others = [...variants.values()].filter((each) => each !== most)
  const has = new Set([...variants.values()].flatMap(({ sIds }) => sIds))
  return [
    ...answered.filter((sId) => !has.has(sId)).map((sId) => ({ sId, kind: 'missing' as const, name: '' })),
    ...others.flatMap(({ row, sIds }) =>
      sIds.map((sId) => ({ sId, kind: 'different' as const, name: textIn(row.name, lang) })),
    ),
  ]
}

interface Shown {
  answer: Answer
  lang: Language
}

function shownItem({ answer, lang }: Shown, number: string, seen: SeenItem): LineItem {
  const variants = answer.items.get(Number(number))
  const answered = answer.servers.flatMap(({ sId, hasAnswered }) => (hasAnswered ? [sId] : []))
  return {
    ...factsOf((variants && usual(variants)?.row) ?? seen.row, lang),
    // One that no server names now is on one that kept silent, unless it is gone.
    differences: seen.lastSeen === null ? differencesOf(variants ?? new Map(), answered, lang) : [],
    isGone: seen.lastSeen !== null,
    firstSeen: seen.firstSeen,
    lastSeen: seen.lastSeen ?? answer.askedAt,
  }
}

/** The items of a line as its servers have them, then those none of them has any more. */
export async function showLineItems(
  deps: LineItemsDeps,
  kept: KeptAnswers<Answer>,
  at: { lineId: string; lang: Language },
): Promise<RouteReplyGiven<typeof lineItems>> {
  const { store, reach } = deps
  const { lineId, lang } = at
  const answer = await askLineItems(deps, kept, lineId).catch(async (error: unknown): Promise<Answer> => {
    const known = await seenItems(store, lineId)
    if (!(error instanceof AppError) || known.size === 0) throw error
    // Nobody answers: what is remembered stands for what is there.
    const servers = reach
      .serversOf(lineId)
      .map(({ sId, serviceName }) => ({ sId, serviceName, hasAnswered: false }))
    const still = [...known].filter(([, { lastSeen }]) => lastSeen === null)
    const items = still.map(([number, { row }]): [number, Variants] => [
      Number(number),
      new Map([['', { row, sIds: [] }]]),
    ])
    return { servers, items: new Map(items), askedAt: deps.nowMs() }
  })
  const seen = await seenItems(store, lineId)
  const numbers = [...answer.items.keys()].map(String)
  const present = new Set(numbers)
  const all = [...numbers, ...[...seen.keys()].filter((number) => !present.has(number))]
  const items = all.flatMap((number) => {
    const known = seen.get(number)
    return known === undefined ? [] : [shownItem({ answer, lang }, number, known)]
  })
  return { servers: [...answer.servers], items }
}
