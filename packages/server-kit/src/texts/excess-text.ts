import { LANGUAGE_TAGS, textIn } from '@qd/i18n'
import type { Language, LocalText } from '@qd/i18n'
import type { Excess } from '@qd/item-limits'
import type { CallContext } from '../serve/call-context.ts'

/** Texts by the kind of a limit that all who give items share; they stand with the items. */
const SHARED_TEXTS = 'gift.over'

function itemText(number: string, name: LocalText | undefined, lang: Language): string {
  const known = name === undefined ? '' : textIn(name, lang)
  return known === '' ? number : `${known} (${number})`
}

/** What goes beyond a limit of an item, in a reader's language: the item by the name players know, numbers as written there. */
export function excessText(
  { number, kind, limit, used, asked, over }: Excess,
  name: LocalText | undefined,
  ctx: Pick<CallContext, 'lang' | 'text'>,
  texts: string = SHARED_TEXTS,
): string {
  const format = new Intl.NumberFormat(LANGUAGE_TAGS[ctx.lang])
  const left = BigInt(limit) - BigInt(used)
  const amounts = {
    limit: BigInt(limit),
    asked: BigInt(asked),
    over: BigInt(over),
    sum: BigInt(used) + BigInt(asked),
    left: left < 0n ? 0n : left,
  }
  const written = Object.fromEntries(
    Object.entries(amounts).map(([key, amount]) => [key, format.format(amount)]),
  )
  return ctx.text(`${texts}.${kind}`, { ...written, item: itemText(number, name, ctx.lang) })
}
