import type { PreviewBlock, Words } from '@qd/contract-kit'
import { LANGUAGES } from '@qd/i18n'
import type { PolicyBody } from '../../contract/index.ts'
import type { UseCaseDeps } from '../approvals-deps.ts'

type ChangeRow = Extract<PreviewBlock, { kind: 'changes' }>['rows'][number]
type Named = Pick<UseCaseDeps, 'types' | 'texts' | 'placeNames'>

const field = (name: string): Words => ({ key: `approvals.field.${name}` })
const onOff = (isOn: boolean): Words => ({ key: isOn ? 'approvals.fact.on' : 'approvals.fact.off' })
const ALL: Words = { key: 'approvals.fact.all' }
/** Two words are the same where they read the same in each language. */
const idOf = (words: Words | null) => JSON.stringify(words)

function typeWords({ types, texts }: Named, type: string): Words {
  const title = types().find((each) => each.type === type)?.title
  if (title === undefined) return type
  return {
    texts: Object.fromEntries(LANGUAGES.map((lang) => [lang, texts.approval(lang, title)])),
    otherwise: type,
  }
}

function placeWords({ placeNames }: Named, scope: string): Words {
  const names = placeNames(scope)
  return names.length === 0 ? scope : names.join(' / ')
}

/** What was taken out of a list and put into it; an empty one stands for all there is. */
function listRows(name: string, before: readonly Words[] | null, after: readonly Words[]): ChangeRow[] {
  const whole = (list: readonly Words[]) => (list.length === 0 ? [ALL] : list)
  const [was, is] = [before === null ? [] : whole(before), whole(after)]
  const without = (list: readonly Words[], other: readonly Words[]) =>
    list.filter((words) => !other.some((each) => idOf(each) === idOf(words)))
  return [
    ...without(was, is).map((words) => ({ what: field(name), before: words, after: null })),
    ...without(is, was).map((words) => ({ what: field(name), before: null, after: words })),
  ]
}

function oneRow(name: string, before: Words | null, after: Words | null): ChangeRow[] {
  return idOf(before) === idOf(after) ? [] : [{ what: field(name), before, after }]
}

function stageRows(
  groups: ReadonlyMap<string, string>,
  before: PolicyBody['stages'],
  after: PolicyBody['stages'],
): ChangeRow[] {
  const words = (stage: PolicyBody['stages'][number] | undefined): Words | null =>
    stage === undefined
      ? null
      : [stage.name, `× ${String(stage.need)}`, ...stage.groups.map((id) => groups.get(id) ?? id)].join(' · ')
  const most = Math.max(before.length, after.length)
  return Array.from({ length: most }, (_none, at) =>
    oneRow('stages', words(before[at]), words(after[at])),
  ).flat()
}

/** What differs between two policies, as approvers read it; `groups`: names by id. */
export function policyChanges(
  deps: Named,
  groups: ReadonlyMap<string, string>,
  before: PolicyBody | null,
  after: PolicyBody,
): PreviewBlock {
  const namedBy = ({ match }: PolicyBody): Words[] => [
    ...(match.effects ?? []).map((each) => ({ key: `effect.${each}` })),
    ...match.types.map((type) => typeWords(deps, type)),
  ]
  const scopesOf = ({ match }: PolicyBody) => match.scopes.map((scope) => placeWords(deps, scope))
  const of = <T>(read: (policy: PolicyBody) => T): readonly [T | null, T] => [
    before === null ? null : read(before),
    read(after),
  ]
  const limit = (read: (limits: NonNullable<PolicyBody['match']['limits']>) => Words | null) =>
    of(({ match }) => (match.limits === null ? null : read(match.limits)))
  const rows = [
    ...oneRow('name', ...of(({ name }) => name)),
    ...oneRow('isActive', ...of(({ isActive }) => onOff(isActive))),
    ...listRows('types', ...of(namedBy)),
    ...listRows('environments', ...of(({ match }) => match.environments)),
    ...listRows('scopes', ...of(scopesOf)),
    ...oneRow('leastRisk', ...of(({ match }) => match.leastRisk)),
    ...oneRow('rows', ...limit((limits) => (limits.rows === null ? null : String(limits.rows)))),
    ...oneRow('worth', ...limit((limits) => limits.worth)),
    ...oneRow('sensitive', ...limit((limits) => onOff(limits.sensitive))),
    ...stageRows(groups, before?.stages ?? [], after.stages),
    ...oneRow('differentPeople', ...of(({ differentPeople }) => onOff(differentPeople))),
    ...oneRow('decideWithinHours', ...of(({ decideWithinHours }) => String(decideWithinHours))),
  ]
  return { kind: 'changes', rows, more: 0 }
}
