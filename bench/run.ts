import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BENCHES } from './tools/benches.ts'
import { figuresPage } from './tools/figures-page.ts'
import { readRecorded, record, worseThan } from './tools/recorded.ts'
import { printResult, takenNow, writeResult, type Result } from './tools/result.ts'

const given = process.argv.slice(2)
const isRecording = given.includes('--record')
const names = given.filter((word) => word !== '--record')
const asked = names.includes('all') ? Object.keys(BENCHES) : names
const unknown = asked.filter((name) => !Object.hasOwn(BENCHES, name))
if (asked.length === 0 || unknown.length > 0) {
  console.error(`Usage: npm run bench -- NAME [--record], one of: ${Object.keys(BENCHES).join(', ')}, all`)
  process.exit(1)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const worse: string[] = []
const failed: string[] = []
for (const name of asked) {
  try {
    const { measure } = (await import(`./${name}.ts`)) as { measure(): Promise<Result> }
    const taken = { ...takenNow(name), ...(await measure()) }
    printResult(name, taken)
    console.log(`  written to ${writeResult(taken)}`)
    worse.push(...worseThan(readRecorded(name), taken))
    if (isRecording) record(taken)
  } catch (error) {
    // One that cannot run here must not keep the others from being measured.
    failed.push(name)
    console.error(`${name} failed:`, error)
  }
}
if (isRecording) writeFileSync(join(import.meta.dirname, '../docs/guides/figures.md'), figuresPage())
console.log(
  worse.length === 0
    ? '\nNothing is worse than recorded.'
    : `\nWorse than recorded:\n  ${worse.join('\n  ')}`,
)
if (failed.length > 0) console.log(`Did not run: ${failed.join(', ')}`)
process.exit(failed.length > 0 ? 1 : 0)
