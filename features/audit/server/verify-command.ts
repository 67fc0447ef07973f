import { readFile } from 'node:fs/promises'
import { openStore } from '@qd/store'
import type { Migration } from '@qd/store'
import type { AuditTables } from './audit-tables.ts'
import { readHeads } from './ship/head-line.ts'
import { verifyAudit } from './verify-audit.ts'
import type { SearchVerdict } from './verify-audit.ts'
import type { ChainHead } from './chain/read-head.ts'

export interface VerifyOptions {
  databaseUrl?: string
  dataDir?: string
  /** `seq:hash` noted earlier, outside the database. */
  knownHead?: string
  /** File of shipped heads, one JSON line each. */
  headsFile?: string
  /** All of the program's: a schema it does not know is refused. */
  migrations: Migration[]
  print: (line: string) => void
}

function headOf(text: string | undefined): ChainHead | undefined {
  if (text === undefined) return undefined
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? []
  if (seq === undefined || hash === undefined) throw new Error('known head must read seq:hash')
  return { seq: Number(seq), hash }
}

/** The chain is whole, but the pages do not find it as it is. */
function printDifferences(
  { differences, differenceCount }: SearchVerdict,
  print: (line: string) => void,
): void {
  for (const { seq, reason } of differences) print(`audit search DIFFERS at row ${seq}: ${reason}`)
  const left = differenceCount - differences.length
  if (left > 0) print(`and at ${left} more`)
  print('the chain is whole: search rows can be made anew from it, see docs/guides/audit.md')
}

/** The command behind `npm run audit:verify`: reads only; gives the exit code, 1 when the chain is broken. */
export async function runVerifyAudit(options: VerifyOptions): Promise<0 | 1> {
  const { print, knownHead, headsFile, ...where } = options
  const given = headOf(knownHead)
  const shipped = headsFile === undefined ? [] : readHeads(await readFile(headsFile, 'utf8'))
  const known = given === undefined ? shipped : [...shipped, given]
  const store = await openStore<AuditTables>({ ...where, readOnly: true })
  try {
    const verdict = await verifyAudit(store, known)
    if (verdict.ok) {
      print(`audit ok: ${verdict.rows} rows, head ${verdict.head.seq}:${verdict.head.hash}`)
      return 0
    }
    if ('differences' in verdict) {
      printDifferences(verdict, print)
      return 1
    }
    print(`audit BROKEN at row ${verdict.seq}: ${verdict.reason}`)
    const last = known.toSorted((a, b) => b.seq - a.seq)[0]
    if (verdict.reason === 'end_missing' && last !== undefined) {
      print(`rows ${verdict.seq} to ${last.seq} were shipped as written and are gone`)
    }
    return 1
  } finally {
    await store.close()
  }
}
