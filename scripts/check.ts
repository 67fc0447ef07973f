import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { NOTE } from './checks/report.ts'

interface Part {
  name: string
  command: string
  args: string[]
}

const root = join(import.meta.dirname, '..')
const bin = (name: string) => join(root, 'node_modules/.bin', name)

const script = (name: string) => ({ command: process.execPath, args: [join(root, 'scripts/checks', name)] })

/** The look at what only tests use asks for code; which packages they come from, the other look asks. */
const NOT_OF_TESTS = 'binaries,dependencies,unlisted,unresolved,duplicates'

/** Longest first, so that two at a time end together. */
const PARTS: Part[] = [
  { name: 'types (web)', command: bin('tsc'), args: ['-p', 'tsconfig.web.json'] },
  { name: 'types (server)', command: bin('tsc'), args: ['-p', 'tsconfig.server.json'] },
  { name: 'boundaries', ...script('check-boundaries.ts') },
  {
    name: 'dead code',
    command: bin('knip'),
    args: ['--no-progress', '--no-config-hints', '--exclude', 'binaries'],
  },
  {
    name: 'used by tests only',
    command: bin('knip'),
    args: ['--production', '--no-progress', '--no-config-hints', '--exclude', NOT_OF_TESTS],
  },
  { name: 'format', command: bin('oxfmt'), args: ['--check', '.'] },
  { name: 'lint', command: bin('oxlint'), args: ['--quiet'] },
  { name: 'locales', ...script('check-locales.ts') },
  { name: 'docs', ...script('check-docs.ts') },
  { name: 'contract', ...script('check-contract.ts') },
  { name: 'tree', ...script('check-tree.ts') },
]
const AT_ONCE = 2

/** Runs one part; prints its name and time, and its output only when it failed, but its notes always. */
function runPart(part: Part): Promise<boolean> {
  const startMs = performance.now()
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(part.command, part.args, { cwd: root })
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', (error) => (output += error.message))
    child.on('close', (code) => {
      const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
      console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${part.name} (${seconds} s)`)
      const notes = output.split('\n').filter((line) => line.startsWith(NOTE))
      if (code !== 0) console.log(output)
      else for (const note of notes) console.log(`     ${note}`)
      resolve(code === 0)
    })
  })
}

const waiting = [...PARTS]
const results: boolean[] = []

async function work(): Promise<void> {
  for (let part = waiting.shift(); part !== undefined; part = waiting.shift())
    results.push(await runPart(part))
}

await Promise.all(Array.from({ length: AT_ONCE }, work))
process.exit(results.every(Boolean) ? 0 : 1)
