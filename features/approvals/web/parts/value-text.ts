import { formatQuantity } from '@qd/web-base'
import type { ApprovalView } from '../../contract/index.ts'
import type { ApprovalsTexts } from '../texts.ts'

/** How much a request touches: rows, and what it is worth. */
export function valueText({ value }: Pick<ApprovalView, 'value'>, t: ApprovalsTexts): string {
  const rows = t('value.rows', { count: value.rows, rows: formatQuantity(value.rows) })
  if (value.worth === null) return `${rows} · ${t('value.worthUnknown')}`
  return value.worth === '0' ? rows : `${rows} · ${t('value.worth', { worth: formatQuantity(value.worth) })}`
}
