import { AppError } from '@qd/contract-kit'
import type { RouteReplyGiven } from '@qd/contract-kit'
import type { ItemRow } from '@qd/game-contract'
import { textIn } from '@qd/i18n'
import type { Language } from '@qd/i18n'
import { createKeptAnswers } from '@qd/server-kit'
import type { KeptAnswers } from '@qd/server-kit'
import type { LineItem, lineItems } from '../../contract/index.ts'
import { readAndNote } from './read-and-note.ts'
import type { ReadDeps } from './read-and-note.ts'
import { usual } from './read-line-items.ts'
import type { LineItems, Variants } from './read-line-items.ts'
import { seenItems } from './seen-items.ts'
import type { SeenItem } from './seen-items.ts'
import { failureOf, serverNotes } from './server-notes.ts'

const FRESH_MS = 60_000
/** Of an answer asked for by hand: clicks in a row ask the servers once. */
const BY_HAND_MS = 3_000

export interface LineItemsDeps extends ReadDeps {
  everyMinutes: number
  /** The sentence of a failure. */
  say(error: AppError, lang: Language): string
}

type Answer = LineItems & { askedAt: number }

export function keptLineItems(now: () => number): KeptAnswers<Answer> {
  return createKeptAnswers<Answer>({ freshMs: FRESH_MS, now })
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

interface Wanted {
  lineId: string
  lang: Language
  /** The servers are asked even where they were asked just now. */
  isByHand?: boolean
}

/** What is remembered stands for what is there while nobody answers; null: nothing is. */
async function remembered({ store, reach, nowMs }: LineItemsDeps, lineId: string): Promise<Answer | null> {
  const known = await seenItems(store, lineId)
  if (known.size === 0) return null
  const servers = reach
    .serversOf(lineId)
    .map(({ key, sId, serviceName }) => ({ key, sId, serviceName, hasAnswered: false, failure: null }))
  const still = [...known].filter(([, { lastSeen }]) => lastSeen === null)
  const items = still.map(([number, { row }]): [number, Variants] => [
    Number(number),
    new Map([['', { row, sIds: [] }]]),
  ])
  return { servers, items: new Map(items), askedAt: nowMs() }
}

async function askLine(
  deps: LineItemsDeps,
  kept: KeptAnswers<Answer>,
  { lineId, isByHand = false }: Wanted,
): Promise<Answer> {
  const load = async () => ({ ...(await readAndNote(deps, lineId)), askedAt: deps.nowMs() })
  try {
    return await kept.get(lineId, load, isByHand ? BY_HAND_MS : FRESH_MS)
  } catch (error) {
    const known = error instanceof AppError ? await remembered(deps, lineId) : null
    if (known === null) throw error
    return known
  }
}

/** The servers of the answer with how they were heard last, by whatever node. */
async function shownServers(deps: LineItemsDeps, { servers }: Answer, { lineId, lang }: Wanted) {
  const notes = await serverNotes(deps.store, lineId)
  return servers.map(({ key, sId, serviceName, hasAnswered }) => {
    const note = notes.get(key)
    const failure = note === undefined ? null : failureOf(note)
    return {
      sId,
      serviceName,
      hasAnswered: hasAnswered && failure === null,
      heardAt: note?.heard_at ?? null,
      fault: failure === null ? '' : deps.say(failure, lang),
    }
  })
}

/** The items of a line as its servers have them, then those none of them has any more. */
export async function showLineItems(
  deps: LineItemsDeps,
  kept: KeptAnswers<Answer>,
  wanted: Wanted,
): Promise<RouteReplyGiven<typeof lineItems>> {
  const { store } = deps
  const { lineId, lang } = wanted
  const answer = await askLine(deps, kept, wanted)
  const seen = await seenItems(store, lineId)
  const numbers = [...answer.items.keys()].map(String)
  const present = new Set(numbers)
  const all = [...numbers, ...[...seen.keys()].filter((number) => !present.has(number))]
  const items = all.flatMap((number) => {
    const known = seen.get(number)
    return known === undefined ? [] : [shownItem({ answer, lang }, number, known)]
  })
  const line = await store.read
    .selectFrom('item_line')
    .select('synced_at')
    .where('line_id', '=', lineId)
    .executeTakeFirst()
  return {
    servers: await shownServers(deps, answer, wanted),
    items,
    syncedAt: Number(line?.synced_at ?? 0) || null,
    everyMinutes: deps.everyMinutes,
  }
}
