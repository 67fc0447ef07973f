import { readFileSync } from 'node:fs'
import { isStoreError } from '@qd/store'
import { BackupError } from '../backup/archive-lines.ts'
import { EnvError, assertNode } from '../env.ts'

/** A passphrase comes from a file: on a command line every user of the machine could read it. */
export function readPassphrase(file: string | undefined): string {
  if (file === undefined) throw new TypeError('--with-master-key needs --passphrase-file <file>')
  return readFileSync(file, 'utf8').trim()
}

function lineOf(error: unknown): string {
  const isExpected = error instanceof EnvError || error instanceof BackupError || error instanceof TypeError
  const isFile = (error as NodeJS.ErrnoException | undefined)?.syscall !== undefined
  if (isExpected || isFile || isStoreError(error)) return (error as Error).message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Runs a command of the terminal: one line for what a person can mend, exit code 2. */
export async function runCommand(work: (print: (line: string) => void) => Promise<void>): Promise<void> {
  try {
    assertNode(process.version)
    await work((line) => void process.stdout.write(`${line}\n`))
  } catch (error) {
    process.stderr.write(`${lineOf(error)}\n`)
    process.exitCode = 2
  }
}
