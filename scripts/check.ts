import { spawn } from 'node:child_process'
import { join } from 'node:path'

interface Part {
  name: string
  command: string
  args: string[]
}

const root = join(import.meta.dirname, '..')
const bin = (name: string) => join(root, 'node_modules/.bin', name)

const PARTS: Part[] = [
  { name: 'format', command: bin('oxfmt'), args: ['--check', '.'] },
  { name: 'lint', command: bin('oxlint'), args: ['--quiet'] },
  { name: 'types (server)', command: bin('tsc'), args: ['-p', 'tsconfig.server.json'] },
  { name: 'types (web)', command: bin('tsc'), args: ['-p', 'tsconfig.web.json'] },
]

/** Runs one part; prints its name and time, and its output only when it failed. */
function runPart(part: Part): Promise<boolean> {
  const startMs = performance.now()
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(part.command, part.args, { cwd: root })
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('close', (code) => {
      const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
      console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${part.name} (${seconds} s)`)
      if (code !== 0) console.log(output)
      resolve(code === 0)
    })
  })
}

const results = await Promise.all(PARTS.map(runPart))
process.exit(results.every(Boolean) ? 0 : 1)
