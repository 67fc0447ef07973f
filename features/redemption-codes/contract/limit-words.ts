import type { CodeLimit, LimitCode } from './limits.ts'

type ContentOf<Code extends LimitCode> = Extract<CodeLimit, { typeCode: { code: Code } }>['content']
type Range<T> = { readonly low: T | null; readonly high: T | null }

/** What a limit looks at. */
export type LimitAttribute = ContentOf<1>['of'] | 'items' | ContentOf<3>['of'] | ContentOf<4>['of']
export const BOUND_KINDS = ['oneOf', 'prefix', 'all', 'any', 'none', 'between', 'least', 'most'] as const
export type BoundKind = (typeof BOUND_KINDS)[number]

/** A limit as parts of a sentence: the attribute, what it has to be, and with which values. */
export interface LimitWords<T = string> {
  readonly of: LimitAttribute
  readonly bound: BoundKind
  readonly params: Readonly<Record<string, T>>
}

/** How values are written where the words are read. */
export interface ValueWords<T = string> {
  time(at: number): string
  count(value: number): T
  item(number: string): string
}

function rangeWords<T>(of: LimitAttribute, { low, high }: Range<T>): LimitWords<T | string> {
  if (low !== null && high !== null) return { of, bound: 'between', params: { low, high } }
  return low === null
    ? { of, bound: 'most', params: { high: high ?? '' } }
    : { of, bound: 'least', params: { low } }
}

const shown = <V, T>(value: V | null, show: (value: V) => T) => (value === null ? null : show(value))

/** What a limit asks of a player, for whoever writes it as a sentence. */
export function limitWords<T = string>(
  { typeCode, content }: CodeLimit,
  values: ValueWords<T>,
): LimitWords<T | string> {
  switch (typeCode.code) {
    case 0:
      return { of: 'channel', bound: 'oneOf', params: { values: (content as ContentOf<0>).join(', ') } }
    case 1: {
      const { of, match, values: texts } = content as ContentOf<1>
      return { of, bound: match === 'equals' ? 'oneOf' : 'prefix', params: { values: texts.join(', ') } }
    }
    case 2: {
      const { owns, numbers } = content as ContentOf<2>
      return { of: 'items', bound: owns, params: { values: numbers.map(values.item).join(', ') } }
    }
    case 3: {
      const { of, from, to } = content as ContentOf<3>
      return rangeWords(of, { low: shown(from, values.time), high: shown(to, values.time) })
    }
    case 4: {
      const { of, min, max } = content as ContentOf<4>
      // A server's number is a name, not an amount.
      const show: (value: number) => T | string = of === 'sId' ? String : values.count
      return rangeWords(of, { low: shown(min, show), high: shown(max, show) })
    }
  }
}
