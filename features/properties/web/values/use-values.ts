import type { RouteReply, WorthRate } from '@qd/contract-kit'
import { formatQuantity } from '@qd/web-base'
import type { KeyOf, Translate } from '@qd/web-base'
import { queryClient, useCall } from '@qd/web-calls'
import type { LineRef } from '@qd/web-calls'
import { useMemo } from 'react'
import { valueRecords } from '../../contract/index.ts'
import type { ValueRecord } from '../../contract/index.ts'

/** What the console says items of a line are worth, by number, and which of them are a currency. */
export interface LineValues {
  records: ReadonlyMap<string, ValueRecord>
  currencies: ReadonlySet<string>
}

export const NO_VALUES: LineValues = { records: new Map(), currencies: new Set() }

const valuesOf = ({ list, currencies }: RouteReply<typeof valueRecords>): LineValues => ({
  records: new Map(list.map((record) => [record.number, record])),
  currencies: new Set(currencies ?? []),
})

/** For who shows its failure in place of them. */
export function useValues(line: LineRef) {
  const answer = useCall(
    valueRecords,
    { body: { ...line } },
    { tag: 'properties:part.values', told: 'inline' },
  )
  const { data } = answer
  const values = useMemo(() => (data === undefined ? undefined : valuesOf(data)), [data])
  return { ...answer, values }
}

/** For who shows them beside something else, which goes on without them. */
export function useValuesBeside(line: LineRef): LineValues {
  const { data } = useCall(
    valueRecords,
    { body: { ...line } },
    { tag: 'properties:part.values', told: 'once' },
  )
  return useMemo(() => (data === undefined ? NO_VALUES : valuesOf(data)), [data])
}

/** What shows values asks again. */
export function refreshValues(): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/platform/gamePropValue/'),
  })
}

/** `1 per 1,000`. */
export const rateText = (t: Translate<KeyOf<'properties'>>, { per, worth }: WorthRate): string =>
  t('values.rate', { per: formatQuantity(per), worth: formatQuantity(worth) })
