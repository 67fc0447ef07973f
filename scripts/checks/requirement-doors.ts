import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { AnyRoute } from '@qd/contract-kit'

const root = join(import.meta.dirname, '../..')

/** A test as Vitest's JSON report has it. */
export interface ReportedTest {
  fullName: string
  status: string
  meta?: { doors?: string[] }
}
export interface Report {
  testResults: { name: string; status: string; assertionResults: ReportedTest[] }[]
}

/** A test that names a requirement, and the doors of the product it went through. */
export interface Proof {
  number: string
  file: string
  doors: string[]
}

const BRACKETS = /\[[^\]\n]*\bS\d{1,2}\.\d{2}\b[^\]\n]*\]/g
const NUMBER = /\bS\d{1,2}\.\d{2}\b/g

/** Numbers of requirements in a title: `[S4.03, S7.02] signs in`. */
export function numbersIn(title: string): string[] {
  return (title.match(BRACKETS) ?? []).flatMap((part) => part.match(NUMBER) ?? [])
}

const importsOf = (file: string) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map((found) =>
    join(dirname(file), found[1]!),
  )

let registered: Set<string> | null = null

/** Pages outside the shell are no part of a feature's list: the router takes them by the package's exports. */
function exportedPages(manifest: string): string[] {
  const { exports } = JSON.parse(readFileSync(join(root, manifest), 'utf8')) as { exports: object }
  return Object.values(exports).map((path) => join(dirname(manifest), String(path)))
}

/** A feature with many pages keeps them in lists of their own, `doc-pages.ts` beside the pages of `doc`. */
const withItsPages = (module: string) => (module.endsWith('-pages.ts') ? importsOf(module) : [module])

/** Modules a feature shows by itself: its pages, slots, and what the shell takes from it. */
function registeredModules(): Set<string> {
  const find = (pattern: string) => globSync(pattern, { cwd: root })
  registered ??= new Set(
    [
      ...find('features/*/web/index.tsx').flatMap(importsOf).flatMap(withItsPages),
      ...find('features/*/package.json').flatMap(exportedPages),
    ].filter((module) => module.endsWith('.tsx')),
  )
  return registered
}

/** What of the product a screen test draws; nothing when it draws a part that no page was asked for. */
export function screensOf(file: string): string[] {
  if (file.startsWith('apps/web/')) return ['the shell']
  return importsOf(file)
    .filter((module) => registeredModules().has(module))
    .map(
      (module) =>
        `screen ${module
          .replace(/^features\//, '')
          .replace('/web/', '/')
          .replace(/\.tsx?$/, '')}`,
    )
}

async function declaredCalls(): Promise<{ name: string; pattern: RegExp }[]> {
  const files = globSync('features/*/contract/index.ts', { cwd: root })
  const contracts = await Promise.all(
    files.map((file) => import(join(root, file)) as Promise<Record<string, unknown>>),
  )
  const routes = contracts
    .flatMap((contract) => Object.values(contract))
    .filter((each) => (each as { kind?: string } | null)?.kind === 'route') as AnyRoute[]
  return routes.map(({ method, path }) => ({
    name: `${method} ${path}`,
    pattern: new RegExp(`^${method} (?:/line/[^/]+)?${path.replaceAll(/:\w+/g, '[^/]+')}$`),
  }))
}

/** Turns what tests noted into names of the contract; what no contract declares is left out. */
export async function doorNames(): Promise<(doors: readonly string[], file: string) => string[]> {
  const calls = await declaredCalls()
  return (doors, file) => {
    const named = doors.flatMap((door) => {
      if (door === 'screen') return screensOf(file)
      if (/^(?:page|live|command) /.test(door)) return [door]
      return calls.find(({ pattern }) => pattern.test(door))?.name ?? []
    })
    return [...new Set(named)].toSorted()
  }
}

/**
 * Tests that count: those that ran, and in a file that failed those as well that were not reached. A test that fails today
 * still proves its requirement once it is mended; without it a page written after a red run would lose its row.
 */
function countedTests({
  name,
  status: ofFile,
  assertionResults,
}: Report['testResults'][number]): ReportedTest[] {
  if (ofFile !== 'failed') return assertionResults.filter(({ status }) => status === 'passed')
  if (assertionResults.length > 0) return assertionResults
  // The file itself did not run: its titles stand in its text.
  const titles = existsSync(name) ? (readFileSync(name, 'utf8').match(BRACKETS) ?? []) : []
  return titles.map((fullName) => ({ fullName, status: 'failed' }))
}

/** Every number with the tests that prove it, and titles that prove nothing. */
export async function readProofs(
  reports: readonly Report[],
): Promise<{ proofs: Proof[]; problems: string[] }> {
  const nameDoors = await doorNames()
  const proofs: Proof[] = []
  const problems: string[] = []
  for (const tested of reports.flatMap((report) => report.testResults)) {
    const file = relative(root, tested.name)
    for (const test of countedTests(tested)) {
      const numbers = numbersIn(test.fullName)
      if (numbers.length === 0) continue
      const doors = nameDoors(test.meta?.doors ?? [], file)
      // One that failed may not have got as far as a door.
      if (doors.length === 0 && test.status === 'passed')
        problems.push(`${file}: "${test.fullName}" goes through no declared door`)
      proofs.push(...numbers.map((number) => ({ number, file, doors })))
    }
  }
  return { proofs, problems }
}
