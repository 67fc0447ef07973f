import { printResult, writeResult, type Result } from './tools/result.ts'

/** What `npm run bench -- NAME` knows. */
const NAMES = [
  'start',
  'bundle',
  'guarded-read',
  'audited-write',
  'audit-search',
  'bulk-edit',
  'live-sockets',
  'operators',
  'palette',
  'table-scroll',
  'tab-switch',
  'tab-memory',
  'grid-scroll',
  'large-player',
  'player-diff',
]

const asked = process.argv[2] === 'all' ? NAMES : process.argv.slice(2)
const unknown = asked.filter((name) => !NAMES.includes(name))
if (asked.length === 0 || unknown.length > 0) {
  console.error(`Usage: npm run bench -- NAME, one of: ${NAMES.join(', ')}, all`)
  process.exit(1)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
for (const name of asked) {
  const { measure } = (await import(`./${name}.ts`)) as { measure(): Promise<Result> }
  const result = await measure()
  printResult(name, result)
  console.log(`  written to ${writeResult(name, result)}`)
}
