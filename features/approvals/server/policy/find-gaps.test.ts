import { describeOnBothDatabases } from '@qd/store/testing'
import { expect, it } from 'vitest'
import type { PolicyBody } from '../../contract/index.ts'
import { LINE, aPolicy, approvalsWorld, grants, worldMigrations } from '../testing/index.ts'
import type { ApprovalsWorld } from '../testing/index.ts'

const PLACE = 'Lantern / Northwind / Test'
const stage = (name: string, groups: string[] = [], need = 1) => ({ name, need, groups })
const staged = (stages: PolicyBody['stages'], rest: Partial<PolicyBody> = {}) =>
  aPolicy({ match: { ...aPolicy().match, environments: ['production'] }, stages, ...rest })

interface Way {
  /** Stored before; `on`: approvals are on already. */
  stored?: PolicyBody
  on?: boolean
  /** People who may approve, with their groups. */
  approvers?: Record<string, string[]>
  call: { isOn: boolean } | { policy: PolicyBody }
  /** Who is missing; null: it goes on. */
  missing: object | null
}

const WAYS: Record<string, Way> = {
  'switched on with a group that is empty': {
    stored: staged([stage('Review', ['g-risk'])]),
    approvers: { bob: ['g-live'] },
    call: { isOn: true },
    missing: { policy: 'Economy', stage: 'Review', groups: 'Risk', place: PLACE, need: 1, have: 0 },
  },
  'switched on where only the one who may ask may decide on the rules': {
    approvers: {},
    call: { isOn: true },
    missing: { policy: 'cn:approvals.builtInPolicy', place: 'cn:approvals.gap.console', need: 1, have: 0 },
  },
  'switched on where somebody else may decide': { call: { isOn: true }, missing: null },
  'switched off, whoever is there': { on: true, approvers: {}, call: { isOn: false }, missing: null },
  'a new policy that needs more people than there are': {
    call: { policy: staged([stage('Review', [], 2)]) },
    missing: { stage: 'Review', groups: 'cn:approvals.gap.anyone', place: PLACE, need: 2, have: 1 },
  },
  'a new one for a scope below a line': {
    approvers: {},
    call: {
      policy: staged([stage('Review')], {
        match: { ...aPolicy().match, scopes: [`lantern/northwind/${LINE}/7`] },
      }),
    },
    missing: { stage: 'Review', need: 1, have: 0 },
  },
  'a new one for an environment that no line is of': {
    approvers: {},
    call: {
      policy: staged([stage('Review')], { match: { ...aPolicy().match, environments: ['staging'] } }),
    },
    missing: null,
  },
  'a new one that is not active': {
    approvers: {},
    call: { policy: staged([stage('Review')], { isActive: false }) },
    missing: null,
  },
  'stages changed to a group with nobody in it': {
    stored: staged([stage('Review')]),
    call: { policy: staged([stage('Review'), stage('Risk', ['g-risk'])], { differentPeople: false }) },
    missing: { stage: 'Risk', groups: 'Risk', need: 1, have: 0 },
  },
  'one person in two stages that take different people': {
    stored: staged([stage('Review'), stage('Again')], { differentPeople: false }),
    call: { policy: staged([stage('Review'), stage('Again')]) },
    missing: { stage: 'Again', need: 1, have: 0 },
  },
  'activated with nobody in its group': {
    stored: staged([stage('Review', ['g-risk'])], { isActive: false }),
    call: { policy: staged([stage('Review', ['g-risk'])]) },
    missing: { stage: 'Review', groups: 'Risk' },
  },
  'stages reordered so that the wrong one could be asked first': {
    stored: staged([stage('Risk', ['g-risk']), stage('Live', ['g-live'])]),
    approvers: { bob: ['g-live', 'g-risk'], eve: ['g-live'] },
    call: { policy: staged([stage('Live', ['g-live']), stage('Risk', ['g-risk'])]) },
    missing: null,
  },
  'stages reordered where one person would have to decide twice': {
    stored: staged([stage('Risk', ['g-risk']), stage('Live', ['g-live'])]),
    approvers: { bob: ['g-live', 'g-risk'] },
    call: { policy: staged([stage('Live', ['g-live']), stage('Risk', ['g-risk'])]) },
    missing: { stage: 'Risk', groups: 'Risk' },
  },
  'the rules left to nobody while approvals are on': {
    on: true,
    stored: staged([stage('Review')]),
    approvers: { bob: ['g-live'] },
    call: { policy: aPolicy({ stages: [stage('Review', ['g-risk'])] }) },
    missing: { stage: 'Review', groups: 'Risk', place: 'cn:approvals.gap.console' },
  },
}

describeOnBothDatabases('policies that nobody may decide on', worldMigrations, (open) => {
  const begin = async ({ stored, on = false, approvers = { bob: [] } }: Partial<Way>) => {
    const world = approvalsWorld(await open())
    const ada = world.signIn('ada', grants.policies)
    for (const [name, groups] of Object.entries(approvers)) {
      world.signIn(name, grants.approver)
      world.groupsOf.set(`id-${name}`, groups)
    }
    if (stored !== undefined || on) await world.seed(...(stored === undefined ? [] : [stored]))
    if (!on) await world.store.write((tx) => tx.updateTable('approval_settings').set({ is_on: 0 }).execute())
    const row = await world.store.read.selectFrom('approval_policy').selectAll().executeTakeFirst()
    const settings = await world.store.read.selectFrom('approval_settings').selectAll().executeTakeFirst()
    return { ...world, ada, row, version: settings!.version }
  }
  const made = (
    { ada, row, version, proven }: Awaited<ReturnType<typeof begin>>,
    call: Way['call'],
  ): ReturnType<typeof ada.post> => {
    const reason = 'ticket 7'
    if ('isOn' in call) {
      return proven(() => ada.post('/platform/approvals/settings/save', { ...call, version, reason }))
    }
    const seen = row === undefined ? { version: 0 } : { id: row.id, version: row.version }
    return proven(() => ada.post('/platform/approvals/policies/save', { ...seen, ...call, reason }))
  }

  it.each(Object.entries(WAYS))('%s', async (_name, way) => {
    const world = await begin(way)
    const answer = await made(world, way.call)
    const after = await world.store.read.selectFrom('approval_settings').select('is_on').executeTakeFirst()
    if (way.missing === null) {
      expect(answer.body.err?.code).toBe(way.on === true ? 'approval_required' : undefined)
      return
    }
    expect([answer.http, answer.body.err?.code]).toEqual([409, 'approval_nobody_decides'])
    expect(answer.body.err?.details).toMatchObject({
      gaps: expect.arrayContaining([expect.objectContaining(way.missing)]),
    })
    expect(after?.is_on).toBe(way.on === true ? 1 : 0)
  })

  it('a refused policy names its field, and whom it lacks, in the words of the reader', async () => {
    const world = await begin({ approvers: {} })
    const answer = await made(world, { policy: staged([stage('Review', ['g-risk'])]) })
    expect(answer.body.err).toMatchObject({ field: 'policy.stages' })
    for (const word of ['Economy', 'Review', 'Risk', PLACE]) expect(answer.body.msg).toContain(word)
  })

  const LATER: Record<string, (world: ApprovalsWorld) => void> = {
    'a group is emptied': ({ groupsOf }) => void groupsOf.set('id-bob', []),
    'a person is disabled': ({ people }) => void people.delete('id-bob'),
    'a grant ends': ({ signIn }) => void signIn('bob', grants.author),
    'a grant is cut to another line': ({ signIn }) =>
      void signIn('bob', [{ ...grants.approver[0]!, scope: 'lantern/harbour' }]),
    'two accounts turn out to be one person': ({ signIn }) => {
      signIn('bob', grants.approver, { personId: 'p1' })
      signIn('ada', [...grants.policies], { personId: 'p1' })
    },
  }
  it.each(Object.entries(LATER))('%s: it is told once, and refused never', async (name, happens) => {
    const stored = staged([stage('Review', ['g-live'])])
    const world = await begin({ on: true, stored, approvers: { bob: ['g-live'] } })
    const told = () => world.told.filter(({ notice }) => notice.kind.name === 'approvals.nobodyDecides')
    await world.approvals.start()
    await expect.poll(world.gapLooks).toBeGreaterThan(1)
    expect(told()).toEqual([])
    happens(world)
    await expect.poll(told).not.toEqual([])
    const looks = world.gapLooks()
    await expect.poll(world.gapLooks).toBeGreaterThan(looks + 2)
    const isRules = name.includes('one person')
    const policies = told().map(({ notice }) => notice.params['policy'])
    expect(policies.filter((policy) => policy === 'Economy')).toHaveLength(isRules ? 0 : 1)
    expect(new Set(policies).size).toBe(policies.length)
    for (const { to } of told()) expect(to).toEqual(['id-ada'])
    // Once somebody may decide again, the next gap is told again.
    world.signIn('bob', grants.approver)
    world.signIn('ada', grants.policies)
    world.groupsOf.set('id-bob', ['g-live'])
    const kept = () => world.store.read.selectFrom('approval_gap').select('gap').execute()
    await expect.poll(kept).toEqual([])
    await world.approvals.stop()
  })
})
