import { formatQuantity } from '@qd/web-base'
import type { ComparedFigures, Estimate } from '../../contract/index.ts'
import { sizeText } from '../detail/model/bytes.ts'

export interface Change {
  /** `+1.2 MB`, `−40`; `≤ +1.2 MB` where the value before is not known. */
  readonly text: string
  /** -1, 0 or 1. */
  readonly direction: number
  /** It is smaller than twice its standard error. */
  readonly isUnsure: boolean
}

type Sides = { readonly before: ComparedFigures | null; readonly after: ComparedFigures | null }

const amount = (value: number, what: 'bytes' | 'keys'): string =>
  what === 'bytes' ? sizeText(value) : formatQuantity(value)

const NONE: Estimate = { value: 0, error: 0 }

/** What a number became, with its sign; of two samples with how sure that is. */
export function changeOf({ before, after }: Sides, what: 'bytes' | 'keys'): Change {
  const [old, now] = [before?.[what] ?? NONE, after?.[what] ?? NONE]
  const change = Math.round(now.value) - Math.round(old.value)
  const error = Math.round(Math.hypot(old.error, now.error))
  const sign = change > 0 ? '+' : change < 0 ? '−' : ''
  const bound = before === null || after === null ? '≤ ' : ''
  const unsure = error === 0 ? '' : ` ± ${amount(error, what)}`
  return {
    text: `${bound}${sign}${amount(Math.abs(change), what)}${unsure}`,
    direction: Math.sign(change),
    isUnsure: Math.abs(change) < 2 * error,
  }
}
