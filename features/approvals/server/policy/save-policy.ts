import { parseJsonText } from '@qd/canonical-json'
import { AppError, NO_WORTH, effectsOf, scopeOverlaps } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { grantsFor, holdsAtPlace, objectKey, uuidv7 } from '@qd/server-kit'
import type { CallContext, Caller } from '@qd/server-kit'
import type { AnyTx } from '@qd/store'
import type { Kysely } from 'kysely'
import { approvalErrors, editPolicies, seeApprovals } from '../../contract/index.ts'
import type { PolicyBody, approvalSettings, policyList, policySave } from '../../contract/index.ts'
import type { ApprovalTables } from '../approval-tables.ts'
import type { UseCaseDeps } from '../approvals-deps.ts'
import { findGaps, refuseGaps } from './find-gaps.ts'
import { policyChanges } from './policy-changes.ts'
import { readPolicies, readPolicyBodies, readSettings } from './read-policies.ts'

/** A policy as far as it is about places whose requests somebody may see; null: it is about none of them. */
function atPlacesOf(caller: Caller, body: PolicyBody): PolicyBody | null {
  const { environments, scopes } = body.match
  const grants = grantsFor(caller, seeApprovals).filter(
    ({ environment }) =>
      environment === '*' || environments.length === 0 || environments.includes(environment),
  )
  if (grants.length === 0) return null
  if (scopes.length === 0) return body
  const own = scopes.filter((scope) => grants.some((grant) => scopeOverlaps(grant.scope, scope)))
  return own.length === 0 ? null : { ...body, match: { ...body.match, scopes: own } }
}

export async function listPolicies(
  deps: UseCaseDeps,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof policyList>> {
  const [settings, policies] = await Promise.all([readSettings(deps), readPolicies(deps)])
  const known = await deps.groups.knownTo(ctx.caller)
  const mayEdit = holdsAtPlace(ctx.caller, editPolicies, {})
  const shown = policies.flatMap((row) => {
    const body = parseJsonText(row.body) as PolicyBody
    const seen = mayEdit ? body : atPlacesOf(ctx.caller, body)
    return seen === null ? [] : [{ row, body: seen }]
  })
  const bodies = shown.map(({ body }) => body)
  const used = [...new Set(bodies.flatMap(({ stages }) => stages.flatMap((stage) => stage.groups)))]
  const scopes = [...new Set(bodies.flatMap(({ match }) => match.scopes))]
  const names = used.length === 0 ? new Map<string, string>() : await deps.groups.namesOf(used)
  const groups = new Map([...names].map(([id, name]) => [id, { id, name }]))
  for (const { id, name } of known) groups.set(id, { id, name })
  return {
    isOn: settings.is_on === 1,
    settingsVersion: settings.version,
    list: shown.map(({ row, body }) => ({
      ...body,
      id: row.id,
      version: row.version,
      updatedAt: row.updated_at,
      updatedBy: row.updated_by,
      isWidened: row.is_widened === 1,
    })),
    types: deps.types().map(({ type, title }) => ({ type, title: deps.texts.approval(ctx.lang, title) })),
    groups: [...groups.values()],
    places: scopes.map((scope) => ({ scope, placeName: [...deps.placeNames(scope)] })),
    mayEdit,
  }
}

const groupsOf = (policy: PolicyBody | null) => policy?.stages.flatMap((stage) => stage.groups) ?? []

/** Names of the groups of both, by id; one that is new and nobody knows is refused. */
async function namedGroups(
  { groups }: UseCaseDeps,
  before: PolicyBody | null,
  after: PolicyBody,
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set([...groupsOf(before), ...groupsOf(after)])]
  const names = ids.length === 0 ? new Map<string, string>() : await groups.namesOf(ids)
  if (groupsOf(after).every((id) => names.has(id))) return names
  throw new AppError(approvalErrors.approval_policy_group, { field: 'policy.stages' })
}

/** Throws where nobody could decide on what the policy asks for, or on further changes of the rules once approvals are on. */
async function refuseUndecided(
  deps: UseCaseDeps,
  { lang }: Pick<CallContext, 'lang'>,
  { id, policy }: { id: string; policy: PolicyBody },
): Promise<void> {
  const saved = { id, ...policy }
  const others = (await readPolicyBodies(deps)).filter((each) => each.id !== id)
  const rules = (await readSettings(deps)).is_on === 1
  const gaps = await findGaps(deps, [...others, saved], { only: [saved], rules })
  await refuseGaps(deps, gaps, { lang, field: 'policy.stages' })
}

/** Saves a policy; once approvals are on, only what somebody else has approved. */
export async function savePolicy(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof policySave>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof policySave>> {
  const { policy } = body
  const row = (await readPolicies(deps)).find(({ id }) => id === body.id)
  if (body.id !== undefined && row === undefined) throw new AppError(approvalErrors.approval_policy_not_found)
  if ((row?.version ?? 0) !== body.version) throw new AppError(approvalErrors.approval_policy_changed)
  const before = row === undefined ? null : (parseJsonText(row.body) as PolicyBody)
  const groups = await namedGroups(deps, before, policy)
  await refuseUndecided(deps, ctx, { id: row?.id ?? '', policy })
  ctx.changed(before, policy)
  await ctx.approve({
    risk: 'R3',
    value: { rows: 1, worth: NO_WORTH },
    effects: effectsOf('rights'),
    objects: [objectKey('policy', row?.id ?? policy.name)],
    bases: [{ key: 'policy', label: { key: 'approvals.base.policy' }, version: String(body.version) }],
    preview: [policyChanges(deps, groups, before, policy)],
    title: { key: 'approvals.title.policy', params: { name: policy.name } },
    hint: '/releaseApply?tab=policies',
  })
  await ctx.askStepUp()
  const id = row?.id ?? uuidv7(deps.nowMs())
  const version = body.version + 1
  const values = {
    name: policy.name,
    version,
    body: JSON.stringify(policy),
    is_widened: 0 as const,
    updated_at: deps.nowMs(),
    updated_by: ctx.caller.name,
  }
  await ctx.commit(async (tx: AnyTx) => {
    const db: Kysely<ApprovalTables> = tx
    if (row === undefined) {
      await db
        .insertInto('approval_policy')
        .values({ id, ...values })
        .execute()
      return
    }
    const saved = await db
      .updateTable('approval_policy')
      .set(values)
      .where('id', '=', id)
      .where('version', '=', body.version)
      .returning('id')
      .executeTakeFirst()
    if (saved === undefined) throw new AppError(approvalErrors.approval_policy_changed)
  })
  return { id, version }
}

/** Turns approvals on or off; off only when somebody else has approved it. */
export async function saveSettings(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof approvalSettings>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof approvalSettings>> {
  const settings = await readSettings(deps)
  if (settings.version !== body.version) throw new AppError(approvalErrors.approval_policy_changed)
  if (body.isOn) await refuseGaps(deps, await findGaps(deps, await readPolicyBodies(deps)), ctx)
  const state = (isOn: boolean) => ({ key: isOn ? 'approvals.fact.on' : 'approvals.fact.off' })
  ctx.changed({ isOn: settings.is_on === 1 }, { isOn: body.isOn })
  await ctx.approve({
    risk: 'R3',
    value: { rows: 1, worth: NO_WORTH },
    effects: effectsOf('rights'),
    objects: [objectKey('approvals', 'settings')],
    bases: [{ key: 'settings', label: { key: 'approvals.base.settings' }, version: String(body.version) }],
    preview: [{ kind: 'facts', rows: [{ label: { key: 'approvals.fact.state' }, value: state(body.isOn) }] }],
    title: { key: body.isOn ? 'approvals.title.on' : 'approvals.title.off' },
    hint: '/releaseApply?tab=policies',
  })
  await ctx.askStepUp()
  const version = settings.version + 1
  await ctx.commit(async (tx: AnyTx) => {
    const db: Kysely<ApprovalTables> = tx
    const saved = await db
      .updateTable('approval_settings')
      .set({ is_on: body.isOn ? 1 : 0, version })
      .where('id', '=', 1)
      .where('version', '=', body.version)
      .returning('id')
      .executeTakeFirst()
    if (saved === undefined) throw new AppError(approvalErrors.approval_policy_changed)
  })
  return { version }
}
