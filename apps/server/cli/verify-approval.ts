import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { readTrustedKeys, verifyProof } from '@qd/approvals/server'
import type { TrustedKey } from '@qd/approvals/server'
import { hashOfAuditRow } from '@qd/audit/server'
import { runCommand } from './run-command.ts'

const USAGE = 'npm run approvals:verify -- FILE [--key FILE] [--fingerprint HEX]'
const FINGERPRINT = /^[0-9a-f]{64}$/

async function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => {
    throw new TypeError(`The file ${file} cannot be read. Check its name and folder.`)
  })
}

async function keysOf(file: string | undefined, given: string | undefined): Promise<TrustedKey[]> {
  const fingerprint = given?.replaceAll(/[\s:]/g, '').toLowerCase()
  if (fingerprint !== undefined && !FINGERPRINT.test(fingerprint)) {
    throw new TypeError(`--fingerprint: 64 hexadecimal digits are needed, as the console shows them`)
  }
  const byPrint: TrustedKey[] =
    fingerprint === undefined ? [] : [{ fingerprint, state: 'active', from: null, to: null }]
  if (file === undefined) return byPrint
  const text = await textOf(file)
  try {
    const keys = readTrustedKeys(text)
    return fingerprint === undefined ? keys : keys.filter((each) => each.fingerprint === fingerprint)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new TypeError(`--key ${file}: ${why}`, { cause: error })
  }
}

/**
 * `npm run approvals:verify FILE`: exit code 0 for a proof that a trusted key signed, 1 for one that does not hold, 2 when it
 * can't be read, 3 for one that is consistent and not proven.
 */
await runCommand(async (print) => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { key: { type: 'string' }, fingerprint: { type: 'string' } },
  })
  const [file] = positionals
  if (file === undefined) throw new TypeError(`Name the proof file: ${USAGE}`)
  const keys = await keysOf(values.key, values.fingerprint)
  const text = await textOf(file)
  const { problems, unproven, facts } = verifyProof(text, { hashOfRow: hashOfAuditRow, keys })
  for (const fact of facts) print(fact)
  for (const problem of problems) print(`PROBLEM: ${problem}`)
  if (problems.length > 0) {
    print('The proof does not hold.')
    process.exitCode = 1
  } else if (unproven.length > 0) {
    for (const why of unproven) print(`NOT PROVEN: ${why}`)
    print('The proof is consistent, not proven.')
    process.exitCode = 3
  } else print('The proof holds.')
})
