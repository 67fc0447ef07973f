import { formatQuantity } from '@qd/web-base'
import type { ApprovalView } from '../../contract/index.ts'
import type { ApprovalsTexts } from '../texts.ts'

/** How much a request touches: rows, and what it is worth; what nobody can say in full stands as the least it is. */
export function valueText({ value }: Pick<ApprovalView, 'value'>, t: ApprovalsTexts): string {
  const counted = { count: value.rows, rows: formatQuantity(value.rows) }
  const rows = value.hasMoreRows ? t('value.rowsAtLeast', counted) : t('value.rows', counted)
  const { atLeast, isComplete } = value.worth
  if (atLeast === '0') return isComplete ? rows : `${rows} · ${t('value.worthUnknown')}`
  const worth = { worth: formatQuantity(atLeast) }
  return `${rows} · ${isComplete ? t('value.worth', worth) : t('value.worthAtLeast', worth)}`
}
