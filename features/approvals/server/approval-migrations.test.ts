import { parseJsonText } from '@qd/canonical-json'
import { describeOnBothDatabases } from '@qd/store/testing'
import { expect, it } from 'vitest'
import type { PolicyBody } from '../contract/index.ts'
import { approvalMigrations } from './approval-migrations.ts'
import type { ApprovalTables } from './approval-tables.ts'

const at = approvalMigrations.findIndex(({ name }) => name === 'approvals-0007-effects')

describeOnBothDatabases('an upgrade to effects', approvalMigrations.slice(0, at), (open) => {
  it('widens policies that name kinds, tells which, and names players with their game', async () => {
    const store = await open<ApprovalTables>()
    const policy = (id: string, types: string[]) => ({
      id,
      name: id,
      version: 1,
      body: JSON.stringify({ name: id, match: { types, leastRisk: 'R3' } }),
      updated_at: 1,
      updated_by: 'ann',
    })
    const texts = ['type', 'route', 'action', 'execution', 'policy_id', 'policy', 'owner_id', 'owner', 'lang']
      .concat(['title', 'title_text', 'reason', 'ticket', 'risk', 'places', 'hash', 'content_hash', 'hint'])
      .concat(['run_code', 'value_worth'])
    const numbers = [
      'number',
      'value_rows',
      'created_at',
      'updated_at',
      'status',
      'is_stopping',
      'version',
    ].concat(['revision', 'stage', 'is_sensitive', 'is_auto', 'is_override', 'has_begun', 'has_written'])
    const request = {
      ...Object.fromEntries([...texts.map((each) => [each, '']), ...numbers.map((each) => [each, 0])]),
      id: 'r1',
      scope: 'lantern/northwind/northwind-test',
    }
    const objects = ['player:7', 'bulk-list:abc', 'role:support']
    await store.write(async (tx) => {
      await tx
        .insertInto('approval_policy')
        .values([policy('mails', ['mail.send']), policy('all', [])] as never)
        .execute()
      await tx
        .insertInto('approval_request')
        .values(request as never)
        .execute()
      await tx
        .insertInto('approval_object')
        .values(objects.map((object) => ({ request_id: 'r1', object })))
        .execute()
      await approvalMigrations[at]!.up(tx as never)
    })
    const policies = await store.read.selectFrom('approval_policy').selectAll().orderBy('id').execute()
    expect(
      policies.map(({ id, body, is_widened: isWidened }) => [
        id,
        (parseJsonText(body) as PolicyBody).match,
        isWidened,
      ]),
    ).toEqual([
      ['all', { types: [], leastRisk: 'R3', effects: [] }, 0],
      ['mails', { types: ['mail.send'], leastRisk: 'R3', effects: ['items', 'currency'] }, 1],
    ])
    const named = await store.read.selectFrom('approval_object').select('object').orderBy('object').execute()
    expect(named.map(({ object }) => object)).toEqual([
      'player:lantern:7',
      'players:lantern:abc',
      'role:support',
    ])
    const {
      value_worth: worth,
      is_worth_complete: isComplete,
      effects,
    } = await store.read.selectFrom('approval_request').selectAll().executeTakeFirstOrThrow()
    expect([worth, isComplete, parseJsonText(effects)]).toEqual(['0', 0, { known: [], isComplete: false }])
  })
})
