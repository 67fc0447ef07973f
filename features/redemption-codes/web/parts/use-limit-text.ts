import { formatInstant, formatQuantity } from '@qd/web-base'
import { limitWords } from '../../contract/index.ts'
import type { CodeLimit } from '../../contract/index.ts'
import { useCodesTexts } from '../texts.ts'

/** Writes a limit as what it looks at and what that has to be. */
export function useLimitText(): (limit: CodeLimit) => { label: string; text: string } {
  const t = useCodesTexts()
  return (limit) => {
    const values = { time: (at: number) => formatInstant(at), count: formatQuantity, item: String }
    const { of, bound, params } = limitWords(limit, values)
    return { label: t(`attribute.${of}`), text: t(`bound.${bound}`, params) }
  }
}
