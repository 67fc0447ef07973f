import { StoreError } from '../store-error.ts'

const OLDEST = [3, 51, 3] as const

/** Older ones can corrupt a WAL database when two connections write and checkpoint at the same instant. */
export function assertSqliteVersion(text: string): void {
  const parts = /^(\d+)\.(\d+)\.(\d+)$/.exec(text)?.slice(1).map(Number)
  if (!parts || isOlder(parts)) {
    throw new StoreError(
      'store_sqlite_too_old',
      `SQLite ${text} is refused: ${OLDEST.join('.')} or newer is needed.`,
    )
  }
}

function isOlder(parts: readonly number[]): boolean {
  for (const [index, oldest] of OLDEST.entries()) {
    const part = parts[index] ?? 0
    if (part !== oldest) return part < oldest
  }
  return false
}
