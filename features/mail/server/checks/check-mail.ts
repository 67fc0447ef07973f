import { sumOfWorths } from '@qd/contract-kit'
import { languageName } from '@qd/i18n'
import type { LocalText } from '@qd/i18n'
import type { Excess } from '@qd/item-limits'
import { foldForSearch } from '@qd/store'
import { MAIL_LEAST_LIFE_MS } from '../../contract/index.ts'
import type { MailCheck } from '../../contract/index.ts'
import { languageState, languagesOf } from './languages.ts'
import { isGlobal } from './mail-facts.ts'
import type { MailFacts, TargetFacts } from './mail-facts.ts'
import { itemTotals } from './totals.ts'

type State = MailCheck['state']
/** A check with its text as a key, so that each reader gets it in their language. */
export interface Check {
  key: string
  state: State
  text: string
  params: Record<string, string | number | bigint>
  /** What goes beyond limits fills `{{items}}`, with the names that players know. */
  items?: readonly { excess: Excess; name: LocalText | undefined }[]
}

const SHOWN = 10
export const some = (words: readonly string[], between = ', ') =>
  words.length <= SHOWN
    ? words.join(between)
    : `${words.slice(0, SHOWN).join(between)} … (${String(words.length)})`
const names = (targets: readonly TargetFacts[]) => some(targets.map(({ server }) => `S${String(server.sId)}`))

function check(key: string, state: State, params: Check['params'] = {}, text: string = state): Check {
  return { key, state, text: `mail.check.${key}.${text}`, params }
}

function checkServers({ targets, draft }: MailFacts): Check {
  if (targets.length === 0) return check('servers', 'fail', {}, 'none')
  const capability = isGlobal(draft.sendType) ? 'mail.global' : 'mail.list'
  const lacking = targets.filter(({ meta }) => meta !== null && !meta.capabilities.includes(capability))
  if (lacking.length > 0) return check('servers', 'fail', { servers: names(lacking) })
  const away = targets.filter(({ meta }) => meta === null)
  return away.length > 0 ? check('servers', 'unknown', { servers: names(away) }) : check('servers', 'ok')
}

function checkPlayers({ reach: { players, isEstimate, problems } }: MailFacts): Check {
  if (players === null) return check('players', 'unknown')
  if (isEstimate) return check('players', 'ok', { players }, 'estimate')
  if (players === 0) return check('players', 'fail')
  return problems > 0 ? check('players', 'warn', { players, problems }) : check('players', 'ok', { players })
}

/** Whom the games know of a list: a warning where that is not all of it. */
function checkLookup({ reach: { lookup } }: MailFacts): Check[] {
  if (lookup === null || lookup === undefined) return []
  if (lookup.unasked > 0) return [check('lookup', 'warn', lookup, 'unasked')]
  const isWhole = lookup.asked === lookup.of && lookup.unknown === 0
  return [check('lookup', isWhole ? 'ok' : 'warn', lookup)]
}

function checkTexts({ draft, targets }: MailFacts): Check {
  const standsIn = languageName(draft.fallback)
  if (languageState(draft, draft.fallback) !== 'complete') return check('texts', 'fail', { standsIn })
  const lacking = languagesOf(draft, targets).filter((code) => languageState(draft, code) !== 'complete')
  return lacking.length > 0
    ? check('texts', 'warn', { standsIn, languages: some(lacking.map(languageName)) })
    : check('texts', 'ok')
}

const texts = ({ draft }: MailFacts) =>
  Object.values(draft.content).flatMap(({ title, body }) => [title, body])

function checkVars(facts: MailFacts): Check {
  const used = [...texts(facts), ...Object.values(facts.draft.sender)].flatMap((text) =>
    Array.from(text.matchAll(/\{([A-Za-z][\w-]{0,63})\}/g), ([, name]) => name!),
  )
  const unfilled = [...new Set(used)].filter((name) => !facts.reach.vars.includes(name))
  return unfilled.length > 0 ? check('vars', 'fail', { names: some(unfilled) }) : check('vars', 'ok')
}

function checkWords(facts: MailFacts): Check {
  const { draft, words } = facts
  const all = foldForSearch([...texts(facts), ...Object.values(draft.sender)].join('\n'))
  const found = words.list.filter((word) => all.includes(foldForSearch(word)))
  return found.length > 0 ? check('words', 'fail', { words: some(found) }) : check('words', 'ok')
}

/** The lowest of what servers say; undefined: none says anything. */
function least(
  targets: readonly TargetFacts[],
  which: 'maxTitleBytes' | 'maxBodyBytes' | 'maxSenderBytes' | 'maxAttach',
) {
  const told = targets.flatMap(({ meta }) => meta?.limits.mail?.[which] ?? [])
  return told.length === 0 ? undefined : Math.min(...told)
}

function checkBytes({ draft, targets }: MailFacts): Check {
  const limits = {
    title: least(targets, 'maxTitleBytes'),
    body: least(targets, 'maxBodyBytes'),
    sender: least(targets, 'maxSenderBytes'),
  }
  const parts = [
    ...Object.entries(draft.content).flatMap(([language, { title, body }]) => [
      { language, text: title, limit: limits.title },
      { language, text: body, limit: limits.body },
    ]),
    ...Object.entries(draft.sender).map(([language, text]) => ({ language, text, limit: limits.sender })),
  ]
  for (const { language, text, limit } of parts) {
    const bytes = Buffer.byteLength(text)
    if (limit !== undefined && bytes > limit)
      return check('bytes', 'fail', { language: languageName(language), bytes, limit })
  }
  return check('bytes', 'ok')
}

function checkExpiry({ draft, nowMs }: MailFacts): Check {
  const sent = Math.max(draft.sendAt ?? nowMs, nowMs)
  const isLater = draft.expireAt !== null && draft.expireAt >= sent + MAIL_LEAST_LIFE_MS
  return check('expiry', isLater ? 'ok' : 'fail')
}

function checkAttach({ draft, targets }: MailFacts): Check {
  const limit = least(targets, 'maxAttach')
  const count = draft.attach.length
  return limit !== undefined && count > limit
    ? check('attach', 'fail', { count, limit })
    : check('attach', 'ok', { count })
}

function checkItems(facts: MailFacts): Check {
  const numbers = itemTotals(facts).map(({ number }) => number)
  if (numbers.length === 0) return check('items', 'ok')
  const lacking = facts.targets.flatMap(({ items, server }) =>
    items === null
      ? []
      : numbers.filter((number) => !items.has(number)).map((number) => `${number} (S${server.sId})`),
  )
  if (lacking.length > 0) return check('items', 'fail', { items: some(lacking) })
  const unasked = facts.targets.filter(({ items }) => items === null)
  return unasked.length > 0 ? check('items', 'unknown', { servers: names(unasked) }) : check('items', 'ok')
}

/** What goes beyond limits, with names where servers tell them. */
export const overLimits = (excess: readonly Excess[], targets: readonly TargetFacts[]) =>
  excess.map((each) => ({
    excess: each,
    name: targets.map(({ items }) => items?.get(each.number)?.name).find((name) => name !== undefined),
  }))

function checkLimits({ excess, targets }: MailFacts): Check {
  if (excess === null) return check('limits', 'unknown')
  if (excess.length === 0) return check('limits', 'ok')
  return { ...check('limits', 'fail'), items: overLimits(excess, targets) }
}

function checkValue(facts: MailFacts): Check {
  const { atLeast, isComplete } = sumOfWorths(itemTotals(facts).map((item) => item.worth))
  const worth = BigInt(atLeast)
  if (isComplete) return { key: 'value', state: 'ok', text: 'mail.check.value', params: { worth } }
  const text = worth === 0n ? 'mail.check.valueUnknown' : 'mail.check.valueAtLeast'
  return { key: 'value', state: 'unknown', text, params: { worth } }
}

function checkTest({ test, contentHash, environment }: MailFacts): Check {
  if (test?.contentHash === contentHash && test.sent > 0) return check('test', 'ok')
  return check('test', environment === 'production' ? 'fail' : 'warn')
}

/** Everything that is looked at before a mail goes, in the order people read it. */
export function checkMail(facts: MailFacts): Check[] {
  return [
    checkServers(facts),
    checkPlayers(facts),
    ...checkLookup(facts),
    checkTexts(facts),
    checkVars(facts),
    checkWords(facts),
    checkBytes(facts),
    checkExpiry(facts),
    checkAttach(facts),
    checkItems(facts),
    checkLimits(facts),
    checkValue(facts),
    checkTest(facts),
  ]
}

/** Why it may not be released: what failed, and limits that nobody could look up; null: it may. */
export function blockOf(checks: readonly Check[]): Check | null {
  return (
    checks.find(({ key, state }) => state === 'fail' || (key === 'limits' && state === 'unknown')) ?? null
  )
}
