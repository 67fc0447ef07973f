import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { createAuditFeature, runVerifyAudit } from '@qd/audit/server'
import type { AuditTables } from '@qd/audit/server'
import { openStore } from '@qd/store'
import { makeTestPlace } from '@qd/store/testing'
import { bareEnv } from '@qd/testing/children'
import { expect, test } from 'vitest'
import { migrations } from '../migrations.ts'

const entry = {
  requestId: 'r1',
  actorId: 'u1',
  actor: 'admin',
  sessionId: 's1',
  address: '127.0.0.1',
  action: 'data-edit.commit',
  risk: 'R2' as const,
  scope: '*',
  target: '1',
  reason: '',
  detail: {},
}

test('[T25] the command verifies beside a running console and tells by its exit code', async () => {
  const place = await makeTestPlace('sqlite')
  const store = await openStore<AuditTables>({ ...place.where, migrations })
  const { audit, index } = createAuditFeature({ store, secretBox: { digest: () => '' } })
  for (let row = 0; row < 3; row++) await audit.event(entry, { status: 0, code: 'ok' })
  await index.catchUp()
  const run = (dataDir: string | undefined, ...args: string[]) => {
    const script = join(import.meta.dirname, 'verify-audit.ts')
    const env = { ...bareEnv(), QD_DATA_DIR: dataDir }
    return spawnSync(process.execPath, [script, ...args], { env, encoding: 'utf8' })
  }
  const whole = run(place.where.dataDir)
  expect([whole.status, whole.stderr, whole.stdout]).toEqual([
    0,
    '',
    expect.stringMatching(/^audit ok: 3 rows/),
  ])
  const head = /head (\S+)/.exec(whole.stdout)![1]!
  await store.write(async (tx) => {
    await tx.deleteFrom('audit_log').where('seq', '=', 3).execute()
    const { hash } = await tx
      .selectFrom('audit_log')
      .select('hash')
      .where('seq', '=', 2)
      .executeTakeFirstOrThrow()
    await tx.updateTable('audit_head').set({ seq: 2, hash }).execute()
  })
  // A cut that also moved the stored head shows in what can still be found of it.
  const said: string[] = []
  expect(await runVerifyAudit({ ...place.where, migrations, print: (line) => said.push(line) })).toBe(1)
  expect(said[0]).toBe('audit search DIFFERS at row 3: search_unexpected')
  await store.write(async (tx) => {
    await tx.deleteFrom('audit_search').where('seq', '=', 3).execute()
    const value = JSON.stringify({ seq: 2, highAt: Date.now(), maxStepBackMs: 0 })
    await tx.updateTable('audit_state').set({ value }).where('name', '=', 'search').execute()
  })
  // One that left no trace there either shows only against a head kept elsewhere.
  expect(run(place.where.dataDir).status).toBe(0)
  const cut = run(place.where.dataDir, '--head', head)
  expect([cut.status, cut.stdout]).toEqual([
    1,
    'audit BROKEN at row 3: end_missing\nrows 3 to 3 were shipped as written and are gone\n',
  ])
  expect(run(place.where.dataDir, '--head', 'nonsense').status).toBe(2)
  expect(run(`${place.where.dataDir}/missing`).status).toBe(2)
  await store.close()
  await place.remove()
})
