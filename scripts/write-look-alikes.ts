/**
 * Writes the tables of `packages/look-alikes` anew from two data files of Unicode, both of one version, as they lie in
 * https://www.unicode.org/Public/security/: `node scripts/write-look-alikes.ts confusables.txt IdentifierStatus.txt`.
 * No package of the registry has them, so they are given by hand.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { confusablesTable, recommendedTable } from './look-alikes/look-alike-tables.ts'

const [confusables, statuses] = process.argv.slice(2)
if (confusables === undefined || statuses === undefined) {
  console.error('Usage: node scripts/write-look-alikes.ts confusables.txt IdentifierStatus.txt')
  process.exit(1)
}
const tables = {
  'confusables.json': confusablesTable(readFileSync(confusables, 'utf8')),
  'recommended.json': recommendedTable(readFileSync(statuses, 'utf8')),
}
const versions = new Set(
  Object.values(tables).map((text) => (JSON.parse(text) as { unicode: string }).unicode),
)
if (versions.size > 1) {
  console.error(`The files are of different versions of Unicode: ${[...versions].join(' and ')}.`)
  process.exit(1)
}
for (const [name, text] of Object.entries(tables)) {
  writeFileSync(join(import.meta.dirname, '../packages/look-alikes/src/tables', name), text)
}
