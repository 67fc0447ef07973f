import type { Notice } from '@qd/server-kit'
import { leaseMigrations } from '@qd/store'
import { describeOnBothDatabases } from '@qd/store/testing'
import { expect, test } from 'vitest'
import type { AuditTables } from '../index.ts'
import { auditMigrations, auditWorld, entryOf } from '../testing/audit-world.ts'

describeOnBothDatabases('the nightly verification', [...auditMigrations, ...leaseMigrations], (open) => {
  const begin = async () => {
    const store = await open<AuditTables>()
    const told: { notice: Notice; to: unknown }[] = []
    const tell = async (_tx: unknown, notice: Notice, to: unknown) => void told.push({ notice, to })
    const { feature, audit } = auditWorld(store, { limitMs: 60_000, notifications: () => ({ tell }) })
    await audit.event(entryOf(), { status: 0, code: 'ok' })
    const [nightly] = feature.systemSchedules!
    return { store, told, run: () => nightly!.run(new AbortController().signal), feature }
  }

  test('runs every night at three, and says nothing of a whole chain', async () => {
    const { run, told, feature } = await begin()
    expect(feature.systemSchedules).toMatchObject([
      { name: 'audit.verify', rule: { kind: 'daily', at: '03:00' } },
    ])
    await run()
    expect((await feature.upkeep.state()).verify.state).toBe('ok')
    expect(told).toEqual([])
  })

  test('[audit.verify] fails on a broken chain, and tells those who read the audit', async () => {
    const { run, told, store, feature } = await begin()
    await store.write((tx) => tx.updateTable('audit_log').set({ entry: '{}' }).where('seq', '=', 1).execute())
    await expect(run()).rejects.toMatchObject({ message: 'audit_chain_broken' })
    expect((await feature.upkeep.state()).verify.state).toBe('broken')
    expect(told).toMatchObject([
      {
        notice: { kind: { name: 'audit.broken' }, scope: '*', page: '/audit', params: { seq: 1 } },
        to: 'holders',
      },
    ])
  })
})
