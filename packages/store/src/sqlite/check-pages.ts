import type { DatabaseSync } from 'node:sqlite'

export type PageCheck = 'integrity_check' | 'quick_check'

/** What is wrong with the pages of a database; null: nothing. Other faults than damage are thrown. */
export function checkPages(db: DatabaseSync, check: PageCheck): string | null {
  try {
    const row = db.prepare(`pragma ${check}(1)`).get() as Record<PageCheck, string> | undefined
    const said = row?.[check] ?? 'nothing was said'
    return said === 'ok' ? null : said.replaceAll(/\s+/g, ' ').slice(0, 300)
  } catch (error) {
    const primary = ((error as { errcode?: number }).errcode ?? 0) & 0xff
    if (primary === 11 || primary === 26) return (error as Error).message
    throw error
  }
}
