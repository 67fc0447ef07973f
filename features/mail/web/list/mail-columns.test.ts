import { COLUMN_WIDTHS } from '@qd/web-tables'
import { expect, it } from 'vitest'
import { mailColumns } from './mail-columns.tsx'

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
