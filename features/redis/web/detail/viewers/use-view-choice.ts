import { keep, keptNow, useKept } from '@qd/web-frame'
import { useCallback } from 'react'
import type { ValueView } from '../../../contract/index.ts'

const KEPT = 'redis.views'
/** Patterns remembered at most, the latest. */
const PATTERNS = 300

type Choices = Readonly<Record<string, ValueView>>
const NONE: Choices = {}

/** The view people chose for keys of this pattern; null: nobody did, bound viewers and the value say. */
export function useViewChoice(pattern: string): [ValueView | null, (view: ValueView | null) => void] {
  const [choices] = useKept<Choices>(KEPT, NONE)
  const choose = useCallback(
    (view: ValueView | null) => {
      const { [pattern]: _old, ...rest } = (keptNow(KEPT) ?? NONE) as Choices
      const chosen = view === null ? [] : [[pattern, view] as const]
      keep(KEPT, Object.fromEntries([...Object.entries(rest), ...chosen].slice(-PATTERNS)))
    },
    [pattern],
  )
  return [Object.hasOwn(choices, pattern) ? (choices[pattern] ?? null) : null, choose]
}
