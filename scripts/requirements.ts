import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isMain } from './checks/report.ts'
import { readProofs, type Proof, type Report } from './checks/requirement-doors.ts'

const root = join(import.meta.dirname, '..')
const table = join(root, 'docs/spec/requirements.md')
const lastRun = join(root, '.cache/proofs.json')

/** Ways in that nearly every test takes; named only where a test takes no other. */
const EVERYDAY = new Set(['POST /api/auth/login', 'POST /api/auth/ticket', 'page /login'])
const SHOWN_DOORS = 6

const HEAD = `# Requirements and their proofs

Made by \`npm run requirements\` from the last whole \`npm test\`; the test run fails when this page no longer fits it.

A requirement counts as proved only where a test goes through a door of the product: a declared call through the real
guard, a live channel, a screen that a feature registers, or a page in a real browser. A test whose title names a number
and that opens no door fails (\`packages/contract-kit/testing/watch-doors.ts\`). Tests of parts carry no number.

| Requirement | Doors | Tests in |
|---|---|---|
`

function shownDoors(proofs: readonly Proof[]): string {
  const all = [...new Set(proofs.flatMap(({ doors }) => doors))].toSorted()
  const telling = all.filter((door) => !EVERYDAY.has(door))
  const shown = telling.length === 0 ? all : telling
  const rest = shown.length - SHOWN_DOORS
  return shown.slice(0, SHOWN_DOORS).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

const filesOf = (proofs: readonly Proof[]) => [...new Set(proofs.map(({ file }) => file))].toSorted()

/** The page of docs/spec, a row a number. */
export function requirementsPage(proofs: readonly Proof[]): string {
  const byNumber = Object.groupBy(proofs, ({ number }) => number)
  const numbers = Object.keys(byNumber).toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  const rows = numbers.map((number) => {
    const found = byNumber[number]!
    const links = filesOf(found).map((file) => `\`${file}\``)
    return `| ${number} | ${shownDoors(found)} | ${links.join('<br>')} |`
  })
  return `${HEAD}${rows.join('\n')}\n`
}

/** Number and files of each row; doors may differ between runs, proofs may not. */
function rowsOf(page: string): Map<string, string> {
  const rows = [...page.matchAll(/^\| (S\d{1,2}\.\d{2}) \|[^|]*\| (.*) \|$/gm)]
  return new Map(rows.map((row) => [row[1]!, row[2]!]))
}

/** Keeps what a whole run proved, and says where docs/spec/requirements.md no longer fits it. */
export async function checkRequirements(reports: readonly Report[]): Promise<string[]> {
  const { proofs, problems } = await readProofs(reports)
  mkdirSync(dirname(lastRun), { recursive: true })
  writeFileSync(lastRun, JSON.stringify(proofs))
  const now = rowsOf(requirementsPage(proofs))
  const said = rowsOf(existsSync(table) ? readFileSync(table, 'utf8') : '')
  const numbers = [...new Set([...now.keys(), ...said.keys()])].toSorted()
  const stale = numbers.filter((number) => now.get(number) !== said.get(number))
  if (stale.length > 0)
    problems.push(`docs/spec/requirements.md is old for ${stale.join(' ')}: run npm run requirements`)
  return problems
}

if (isMain(import.meta.url)) {
  if (!existsSync(lastRun)) throw new Error('run npm test first: it keeps what its tests proved')
  writeFileSync(table, requirementsPage(JSON.parse(readFileSync(lastRun, 'utf8')) as Proof[]))
  console.log('wrote docs/spec/requirements.md')
}
