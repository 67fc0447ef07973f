import { parseJsonText } from '@qd/canonical-json'
import type { ApprovalNeeded, ApprovalWeight } from '@qd/server-kit'
import type { Language } from '@qd/i18n'
import type { PolicyBody } from '../../contract/index.ts'
import type { ApprovalTables, KeptPolicy } from '../approval-tables.ts'
import type { UseCaseDeps } from '../approvals-deps.ts'
import { ANOTHER_PERSON, choosePolicy, weighedOf } from './choose-policy.ts'
import type { ChosenPolicy, Weighed } from './choose-policy.ts'

type StoreDeps = Pick<UseCaseDeps, 'store'>

export function readSettings({ store }: StoreDeps): Promise<ApprovalTables['approval_settings']> {
  return store.read.selectFrom('approval_settings').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()
}

export function readPolicies({ store }: StoreDeps): Promise<ApprovalTables['approval_policy'][]> {
  return store.read.selectFrom('approval_policy').selectAll().orderBy('id').execute()
}

export async function readPolicyBodies(deps: StoreDeps): Promise<(PolicyBody & { id: string })[]> {
  const policies = await readPolicies(deps)
  return policies.map(({ id, body }) => ({ id, ...(parseJsonText(body) as PolicyBody) }))
}

/**
 * The policy that asks for an approval of this; null: approvals are off, or none asks. What nobody does without an approval
 * is asked for all the same.
 */
export async function policyFor(deps: StoreDeps, call: ApprovalWeight): Promise<ChosenPolicy | null> {
  const policy = await policyForWeighed(deps, weighedOf(call))
  return policy ?? (call.type.isAlways === true ? ANOTHER_PERSON : null)
}

export async function policyForWeighed(deps: StoreDeps, weighed: Weighed): Promise<ChosenPolicy | null> {
  const { is_on: isOn } = await readSettings(deps)
  if (isOn === 0) return null
  return choosePolicy(await readPolicyBodies(deps), weighed)
}

/** A policy as people read it: names of groups, and the words of the built-in one. */
export async function sayPolicy<T extends KeptPolicy & { id?: string }>(
  { groups, texts }: Pick<UseCaseDeps, 'groups' | 'texts'>,
  policy: T,
  lang: Language,
): Promise<ApprovalNeeded> {
  const ids = [...new Set(policy.stages.flatMap((stage) => stage.groups))]
  const names = ids.length === 0 ? new Map<string, string>() : await groups.namesOf(ids)
  const said = (text: string) => (text.startsWith('approvals.') ? texts.text(lang, text) : text)
  return {
    name: said(policy.name),
    stages: policy.stages.map((stage) => ({
      name: said(stage.name),
      need: stage.need,
      groups: stage.groups.map((id) => names.get(id) ?? id),
    })),
  }
}
