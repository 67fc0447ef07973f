import { exactInt } from '@qd/protocol-model'
import type { DiffInfo } from '@qd/protocol-model'

/** A key that no row has: the next number after this one, or the text with a number behind. */
export function nextFreeKey(info: DiffInfo, rows: object, key: string): string {
  const isInt = info.fields.find(({ fieldName }) => fieldName === info.key)?.type === 'int'
  const start = exactInt(key)
  for (let step = 1n; ; step += 1n) {
    const next = isInt && start !== null ? String(start + step) : `${key}-${step + 1n}`
    if (!Object.hasOwn(rows, next)) return next
  }
}
