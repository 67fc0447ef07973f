import type { KeyOf, Translate } from '@qd/web-base'
import { formatQuantity } from '@qd/web-base'
import type { DataColumn } from '@qd/web-tables'

type T = Translate<KeyOf<'properties'>>

/** Number and name of the item a row is about; on a phone the figure beside them is in sight too. */
export function columnsOfItem<Row extends { number: string; name: string }>(
  t: T,
  isMobile = false,
): DataColumn<Row>[] {
  return [
    {
      key: 'number',
      title: t('column.number'),
      // A kind goes before a width.
      ...(isMobile ? { width: 70 } : { holds: 'number' }),
      text: ({ number }) => number,
      compare: (a, b) => Number(a.number) - Number(b.number),
      render: ({ number }) => <code>{number}</code>,
    },
    {
      key: 'name',
      title: t('column.name'),
      ...(isMobile ? { width: 116 } : { holds: 'name' }),
      isGrowing: true,
      text: ({ name }) => name,
      compare: (a, b) => a.name.localeCompare(b.name),
      render: ({ name }) => <bdi>{name}</bdi>,
    },
  ]
}

/** How much of the item: decimal text that may be beyond 2^53. */
export function amountColumn<Row>(
  { key, title }: { key: string; title: string },
  amountOf: (row: Row) => string,
): DataColumn<Row> {
  return {
    key,
    title,
    holds: 'roleId',
    align: 'right',
    text: amountOf,
    compare: (a, b) => Number(BigInt(amountOf(a)) - BigInt(amountOf(b))),
    render: (row) => formatQuantity(amountOf(row)),
  }
}
