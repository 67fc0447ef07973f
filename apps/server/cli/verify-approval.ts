import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { verifyProof } from '@qd/approvals/server'
import { hashOfAuditRow } from '@qd/audit/server'

const print = (line: string) => void process.stdout.write(`${line}\n`)

/** `npm run approvals:verify FILE`: exit code 0 for a proof that holds, 1 for one that does not, 2 when it can't be read. */
try {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [file] = positionals
  if (file === undefined) throw new Error('Name the proof file: npm run approvals:verify -- FILE')
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(`The file ${file} cannot be read. Check its name and folder.`)
  })
  const { problems, facts } = verifyProof(text, { hashOfRow: hashOfAuditRow })
  for (const fact of facts) print(fact)
  for (const problem of problems) print(`PROBLEM: ${problem}`)
  print(problems.length === 0 ? 'The proof holds.' : 'The proof does not hold.')
  process.exitCode = problems.length === 0 ? 0 : 1
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
}
