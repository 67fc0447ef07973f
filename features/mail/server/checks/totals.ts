import { MANY_PLAYERS, effectsOf, sumOfWorths } from '@qd/contract-kit'
import type { MailFacts } from './mail-facts.ts'
import { goesToAll } from './mail-facts.ts'
import { textIn } from '@qd/i18n'
import type { Language } from '@qd/i18n'

export interface ItemTotal {
  number: string
  /** What a recipient without own attachments gets; 0 where it is only in own ones. */
  each: bigint
  total: bigint
  /** What all of it is worth; null: nobody can say. */
  worth: bigint | null
}

/** Every item the mail gives, in the order of its attachments, then those of rows of their own. */
export function itemTotals({
  draft,
  reach,
  targets,
}: Pick<MailFacts, 'draft' | 'reach' | 'targets'>): ItemTotal[] {
  const usual = BigInt(Math.max((reach.players ?? 0) - reach.own.players, 0))
  const each = new Map(draft.attach.map(({ number, quantity }) => [number, BigInt(quantity)]))
  const numbers = [...new Set([...each.keys(), ...Object.keys(reach.own.totals)])]
  return numbers.map((number) => {
    const one = each.get(number) ?? 0n
    const total = one * usual + BigInt(reach.own.totals[number] ?? 0)
    const value = targets.map(({ items }) => items?.get(number)?.value).find((found) => found !== undefined)
    return { number, each: one, total, worth: value === undefined ? null : total * BigInt(value) }
  })
}

/** What a policy weighs of it. */
export function weightOf(facts: Pick<MailFacts, 'draft' | 'reach' | 'targets'>) {
  const totals = itemTotals(facts)
  const { players } = facts.reach
  const isMany = goesToAll(facts) || (players ?? MANY_PLAYERS) >= MANY_PLAYERS
  return {
    risk: 'R3',
    value: {
      rows: players ?? 0,
      // How many there are at the moment it goes is the game's to say.
      hasMoreRows: players === null || goesToAll(facts),
      worth: sumOfWorths(totals.map(({ worth }) => worth)),
    },
    effects: effectsOf(totals.length > 0 && 'items', isMany && 'many'),
  } as const
}

/** What people call an item; its number where no server knows it. */
export function itemName({ targets }: Pick<MailFacts, 'targets'>, number: string, lang: Language): string {
  const item = targets.map(({ items }) => items?.get(number)).find((found) => found !== undefined)
  return item === undefined ? number : textIn(item.name, lang)
}
