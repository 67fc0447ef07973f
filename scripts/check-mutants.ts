import { spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Mutant } from './mutants/mutant.ts'
import { MUTANTS } from './mutants/mutants.ts'
import { copyTree } from './mutants/tree-copy.ts'

interface Verdict {
  passed: string[]
  failed: string[]
}

interface VitestReport {
  testResults: { assertionResults: { fullName: string; status: string }[] }[]
}

const escaped = (title: string) => title.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

/** Runs the tests whose title contains the words; an empty verdict means none did, or they did not get to run. */
async function runTests(folder: string, { project, file, title }: Mutant['test']): Promise<Verdict> {
  const report = join(folder, `mutant-report-${project}.json`)
  rmSync(report, { force: true })
  const args = [
    'run',
    '--project',
    project,
    file,
    '-t',
    escaped(title),
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  await new Promise<void>((resolve) => {
    const child = spawn(join(folder, 'node_modules/.bin/vitest'), args, { cwd: folder, stdio: 'ignore' })
    child.on('close', () => resolve())
  })
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as VitestReport
    const tests = testResults.flatMap((each) => each.assertionResults)
    const named = (status: string) =>
      tests
        .filter((each) => each.status === status && each.fullName.includes(title))
        .map((each) => each.fullName)
    return { passed: named('passed'), failed: named('failed') }
  } catch {
    // No report: vitest itself did not start.
    return { passed: [], failed: [] }
  }
}

/** What is wrong with a mutant, or null when its test is green without it and red with it. */
async function problemOf(folder: string, { file, from, to, test }: Mutant): Promise<string | null> {
  const path = join(folder, file)
  const original = readFileSync(path, 'utf8')
  const count = original.split(from).length - 1
  if (count !== 1) return `${file} has ${count} places like: ${from}`
  const green = await runTests(folder, test)
  if (green.passed.length === 0) return `${test.file} has no test "${test.title}" that passes`
  if (green.failed.length > 0) return `red without the mutation: ${green.failed.join('; ')}`
  writeFileSync(
    path,
    original.replace(from, () => to),
  )
  try {
    const red = await runTests(folder, test)
    return red.failed.length > 0 ? null : `survives: "${test.title}" stays green`
  } finally {
    writeFileSync(path, original)
  }
}

const words = process.argv.slice(2)
const waiting = MUTANTS.filter(({ rule }) => words.length === 0 || words.some((word) => rule.includes(word)))
const total = waiting.length
let survived = 0

/** Each worker breaks its own copy, so that nobody's tree is ever left broken. */
async function work(): Promise<void> {
  const tree = copyTree()
  try {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const problem = await problemOf(tree.folder, mutant)
      if (problem !== null) survived += 1
      console.log(
        `${problem === null ? 'killed' : 'FAIL  '} ${mutant.rule}${problem === null ? '' : `\n       ${problem}`}`,
      )
    }
  } finally {
    tree.remove()
  }
}

await Promise.all([work(), work()])
console.log(`${total - survived} of ${total} rules are guarded by their test`)
process.exitCode = survived === 0 && total > 0 ? 0 : 1
