import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'

/** What a stored search column holds, and what is looked for in it: the databases disagree on case beyond ASCII. */
export function foldForSearch(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

/** `column` (written with `foldForSearch`) contains `text` literally, wildcards included. */
export function containsFolded(column: string, text: string): RawBuilder<SqlBool> {
  const pattern = `%${foldForSearch(text).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return sql<SqlBool>`${sql.ref(column)} like ${pattern} escape ${sql.lit('\\')}`
}
