import { formatQuantity } from '@qd/web-base'
import type { HomeTexts } from '../texts.ts'
import { summaryOf } from '@qd/web-controls'
import type { Points } from '@qd/web-controls'

/** A curve for who cannot see it. */
export function curveText(t: HomeTexts, points: Points): string {
  const summary = summaryOf(points)
  if (summary === null) return t('online.none')
  const said = t('online.summary', {
    least: formatQuantity(summary.least),
    most: formatQuantity(summary.most),
    last: formatQuantity(summary.last),
  })
  return summary.missing === 0 ? said : `${said} ${t('online.gaps')}`
}
