import { LANGUAGE_TAGS } from '@qd/i18n'
import type { Quantity } from '@qd/contract-kit'
import { excessText } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import { some } from './check-mail.ts'
import type { Check } from './check-mail.ts'

function paramsBy<T>(
  params: Check['params'],
  write: (value: number | bigint) => T,
): Record<string, string | T> {
  return Object.fromEntries(
    Object.entries(params).map(([key, value]) => [key, typeof value === 'string' ? value : write(value)]),
  )
}

/** For texts that many people read, each in a language of their own. */
export const sharedParams = ({ params }: Pick<Check, 'params'>): Record<string, string | Quantity> =>
  paramsBy(params, (value) => ({ quantity: String(value) }))

/** A check in the caller's language, with numbers as that writes them. */
export function tellCheck(
  { text, params, items }: Pick<Check, 'text' | 'params' | 'items'>,
  ctx: Pick<CallContext, 'lang' | 'text'>,
): string {
  const format = new Intl.NumberFormat(LANGUAGE_TAGS[ctx.lang])
  const write = (given: Check['params']) => paramsBy(given, (value) => format.format(value))
  const told = items?.map(({ excess, name }) => excessText(excess, name, ctx))
  return ctx.text(text, { ...write(params), ...(told === undefined ? {} : { items: some(told, '; ') }) })
}
