import { MANY_PLAYERS, effectsOf, sumOfWorths, worthBy } from '@qd/contract-kit'
import type { MailFacts, ReachFacts } from './mail-facts.ts'
import { goesToAll } from './mail-facts.ts'
import { textIn } from '@qd/i18n'
import type { Language } from '@qd/i18n'

/** What tells the items that a mail gives, and what they are worth. */
export type GivingFacts = Pick<MailFacts, 'draft' | 'reach' | 'targets' | 'rates'>

export interface ItemTotal {
  number: string
  /** What a recipient without own attachments gets; 0 where it is only in own ones. */
  each: bigint
  total: bigint
  /** What all of it is worth; null: nobody can say. */
  worth: bigint | null
}

/** Numbers of all items that the mail gives, those of its attachments first. */
export const givenNumbers = ({ attach }: MailFacts['draft'], { own }: Pick<ReachFacts, 'own'>): string[] => [
  ...new Set([...attach.map(({ number }) => number), ...Object.keys(own.totals)]),
]

/** Every item the mail gives, in the order of its attachments, then those of rows of their own. */
export function itemTotals({ draft, reach, targets, rates }: GivingFacts): ItemTotal[] {
  const usual = BigInt(Math.max((reach.players ?? 0) - reach.own.players, 0))
  const each = new Map(draft.attach.map(({ number, quantity }) => [number, BigInt(quantity)]))
  return givenNumbers(draft, reach).map((number) => {
    const one = each.get(number) ?? 0n
    const total = one * usual + BigInt(reach.own.totals[number] ?? 0)
    const values = targets.flatMap(({ items }) => items?.get(number)?.value ?? [])
    return { number, each: one, total, worth: worthBy(total, rates.get(number), values) }
  })
}

/** What a policy weighs of it. */
export function weightOf(facts: GivingFacts & Pick<MailFacts, 'currencies'>) {
  const totals = itemTotals(facts)
  const { players } = facts.reach
  const { currencies } = facts
  const isCurrency = totals.some(({ number }) => currencies?.has(number) === true)
  const isMany = goesToAll(facts) || (players ?? MANY_PLAYERS) >= MANY_PLAYERS
  return {
    risk: 'R3',
    value: {
      rows: players ?? 0,
      // How many there are at the moment it goes is the game's to say.
      hasMoreRows: players === null || goesToAll(facts),
      worth: sumOfWorths(totals.map(({ worth }) => worth)),
    },
    effects: {
      ...effectsOf(totals.length > 0 && 'items', isCurrency && 'currency', isMany && 'many'),
      isComplete: totals.length === 0 || currencies !== null,
    },
  } as const
}

/** What people call an item; its number where no server knows it. */
export function itemName({ targets }: Pick<MailFacts, 'targets'>, number: string, lang: Language): string {
  const item = targets.map(({ items }) => items?.get(number)).find((found) => found !== undefined)
  return item === undefined ? number : textIn(item.name, lang)
}
