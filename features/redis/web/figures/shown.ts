import { formatQuantity } from '@qd/web-base'
import type { Estimate } from '../../contract/index.ts'
import { sizeText } from '../detail/model/bytes.ts'

/** `12.4 MB ± 0.3 MB`: the standard error only where there is one. */
export function bytesText({ value, error }: Estimate): string {
  return error === 0
    ? sizeText(Math.round(value))
    : `${sizeText(Math.round(value))} ± ${sizeText(Math.round(error))}`
}

export function countText({ value, error }: Estimate): string {
  const number = formatQuantity(Math.round(value))
  return error === 0 ? number : `${number} ± ${formatQuantity(Math.round(error))}`
}

/** `12.3 %` of a whole. */
export function shareText(part: number, whole: number): string {
  return whole === 0 ? '0 %' : `${((part / whole) * 100).toFixed(1)} %`
}
