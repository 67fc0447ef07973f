import { LANGUAGE_TAGS } from '@qd/i18n'
import type { Quantity } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
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
export function tellCheck({ text, params }: Check, ctx: Pick<CallContext, 'lang' | 'text'>): string {
  const format = new Intl.NumberFormat(LANGUAGE_TAGS[ctx.lang])
  return ctx.text(
    text,
    paramsBy(params, (value) => format.format(value)),
  )
}
