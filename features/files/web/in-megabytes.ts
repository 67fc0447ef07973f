import { formatQuantity } from '@qd/web-base'

const MEGABYTE = 1_048_576

/** Bytes as the reader writes so many MB, to a tenth; a file with any content is not called empty. */
export function inMegabytes(bytes: number): string {
  const tenths = Math.round((bytes / MEGABYTE) * 10)
  return formatQuantity((bytes === 0 ? 0 : Math.max(1, tenths)) / 10)
}
