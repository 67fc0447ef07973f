import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startConsole } from './tools/console-under-test.ts'
import { LOAD_UNITS, loaded } from './tools/load.ts'
import { startReady } from './tools/ready-process.ts'
import { median, type Result } from './tools/result.ts'
import { interleave, rowOf } from './tools/rounds.ts'

const ROUNDS = 5
const SHAPE = { connections: 32, seconds: 3, method: 'POST' } as const
const PROFILE = { name: 'Bench', department: 'Bench', phone: '', sex: '' }
const BARE = 'bare Fastify, one row by group commit'
const AUDITED = 'POST /platform/user/info, audited'

/** A change with its audit row, hash chain included, beside a bare insert through the same store. */
export async function measure(): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'qd-bench-write-'))
  const subject = await startConsole()
  const bare = await startReady(join(import.meta.dirname, 'peers/bare-write.ts'), { args: [folder] })
  try {
    const headers = { token: await subject.signIn('developer') }
    const url = `${subject.url}/platform/user/info`
    const rows = await interleave(
      [
        loaded(BARE, { ...SHAPE, pid: bare.pid, url: `${bare.url}/write`, body: PROFILE }),
        loaded(AUDITED, { ...SHAPE, pid: subject.pid, url, headers, body: PROFILE }),
      ],
      ROUNDS,
    )
    const verdicts = LOAD_UNITS.map((unit) => ({
      what: `audited writes, ${unit}`,
      figure: median(rowOf(rows, AUDITED, unit).rounds),
      unit,
      goal: '>= 6000' as const,
    }))
    return { rows, verdicts }
  } finally {
    await Promise.all([subject.stop(), bare.stop()])
    rmSync(folder, { recursive: true, force: true })
  }
}
