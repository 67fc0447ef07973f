import { openStore } from '@qd/store'
import type { Migration } from '@qd/store'
import type { AuditTables } from './audit-tables.ts'
import { verifyAudit } from './verify-audit.ts'
import type { ChainHead } from './verify-audit.ts'

export interface VerifyOptions {
  databaseUrl?: string
  dataDir?: string
  /** `seq:hash` noted earlier, outside the database. */
  knownHead?: string
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

/** The command behind `npm run audit:verify`: reads only; gives the exit code, 1 when the chain is broken. */
export async function runVerifyAudit({ print, knownHead, ...where }: VerifyOptions): Promise<0 | 1> {
  const known = headOf(knownHead)
  const store = await openStore<AuditTables>({ ...where, readOnly: true })
  try {
    const verdict = await verifyAudit(store, known)
    if (verdict.ok) {
      print(`audit ok: ${verdict.rows} rows, head ${verdict.head.seq}:${verdict.head.hash}`)
      return 0
    }
    print(`audit BROKEN at row ${verdict.seq}: ${verdict.reason}`)
    return 1
  } finally {
    await store.close()
  }
}
