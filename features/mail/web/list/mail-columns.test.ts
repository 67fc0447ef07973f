import { COLUMN_WIDTHS } from '@qd/web-tables'
import { expect, it } from 'vitest'
import { mailColumns } from './mail-columns.tsx'
import type { MailRow } from './mail-columns.tsx'

/** Of a window 1440 px wide, without the margins of the page, a scroll bar and the column of row menus. */
const ROOM = 1440 - 2 * 13 - 15 - 40

it('the columns stand beside each other on a usual screen', () => {
  const shown = mailColumns((key) => key).filter(({ isHidden }) => isHidden !== true)
  const widths = shown.map(({ holds, width }) =>
    holds === undefined ? (width ?? 240) : COLUMN_WIDTHS[holds],
  )
  expect(shown.at(-1)?.key).toBe('by')
  expect(widths.reduce((sum, width) => sum + width)).toBeLessThanOrEqual(ROOM)
})

it.each([
  [1, [], 'list.wholeLine'],
  [3, [], 'list.byCondition'],
  [3, [123, 124], 'S123 · S124'],
] as const)('recipients of type %i on servers %j are %s', (sendType, serverId, told) => {
  const target = mailColumns((key) => key).find(({ key }) => key === 'target')
  const row = { sendType, serverId, players: null, playerObj: [] } as unknown as MailRow
  expect(target?.text?.(row)).toBe(told)
})
