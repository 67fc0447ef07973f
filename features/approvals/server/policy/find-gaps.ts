import { AppError, NO_WORTH, effectsOf, scopeCovers, scopeOverlaps } from '@qd/contract-kit'
import type { Language } from '@qd/i18n'
import type { Caller } from '@qd/server-kit'
import {
  approvalErrors,
  decideApprovals,
  editPolicies,
  policyApproval,
  settingsApproval,
} from '../../contract/index.ts'
import type { PolicyBody } from '../../contract/index.ts'
import type { KeptPolicy, PlaceRef } from '../approval-tables.ts'
import type { UseCaseDeps } from '../approvals-deps.ts'
import { mayDecideAt, personOf } from '../people/asked.ts'
import { choosePolicy } from './choose-policy.ts'
import type { ChosenPolicy } from './choose-policy.ts'

export type GapDeps = Pick<
  UseCaseDeps,
  'holdersAnywhere' | 'callers' | 'groups' | 'linePlaces' | 'consoleTypes' | 'placeNames' | 'texts'
>
type ActivePolicy = PolicyBody & { id: string }

/** A stage that too few people may decide at a place, whoever hands in. */
export interface Gap {
  policyId: string
  policy: string
  stage: string
  groups: readonly string[]
  place: PlaceRef
  need: number
  have: number
}

interface Decider {
  person: string
  caller: Caller
  groups: readonly string[]
}

/** Changes of these are changes of what is asked for at all. */
const RULES = [policyApproval, settingsApproval]

/** Of the whole console: no line. */
export const CONSOLE: PlaceRef = { scope: '*', environment: null }

async function peopleWith(
  { holdersAnywhere, callers, groups }: GapDeps,
  permission: typeof decideApprovals,
): Promise<Decider[]> {
  const found = await Promise.all((await holdersAnywhere(permission)).map((id) => callers.of(id)))
  const known = found.filter((caller) => caller !== null)
  return Promise.all(
    known.map(async (caller) => ({
      person: personOf(caller),
      caller,
      groups: await groups.idsOf(caller.userId),
    })),
  )
}

/** Gives a seat to somebody of its own, moving others to another seat of theirs where that helps. */
function seated(
  seat: number,
  candidates: readonly ReadonlySet<string>[],
  taken: Map<string, number>,
  tried: Set<string>,
): boolean {
  for (const person of candidates[seat] ?? []) {
    if (tried.has(person)) continue
    tried.add(person)
    const other = taken.get(person)
    if (other === undefined || seated(other, candidates, taken, tried)) {
      taken.set(person, seat)
      return true
    }
  }
  return false
}

/** The first stage without enough people, and how many it has; null: each has them. */
function shortStage(
  { stages, differentPeople }: Pick<KeptPolicy, 'stages' | 'differentPeople'>,
  deciders: readonly Decider[],
): { at: number; have: number } | null {
  const candidates: ReadonlySet<string>[] = []
  let taken = new Map<string, number>()
  for (const [at, stage] of stages.entries()) {
    if (!differentPeople) taken = new Map()
    const asked = deciders.filter(
      ({ groups }) => stage.groups.length === 0 || stage.groups.some((id) => groups.includes(id)),
    )
    const people = new Set(asked.map(({ person }) => person))
    for (let have = 0; have < stage.need; have++) {
      candidates.push(people)
      if (!seated(candidates.length - 1, candidates, taken, new Set())) return { at, have }
    }
  }
  return null
}

function gapAt(policy: ChosenPolicy, place: PlaceRef, deciders: readonly Decider[]): Gap | null {
  const there = deciders.filter(({ caller }) => mayDecideAt(caller, [place]))
  const short = shortStage(policy, there)
  if (short === null) return null
  const { name: stage, groups, need } = policy.stages[short.at]!
  return { policyId: policy.id, policy: policy.name, stage, groups, place, need, have: short.have }
}

/** Lines and narrower places that a policy is about. */
function linesOf(
  lines: readonly PlaceRef[],
  { environments, scopes, types, effects = [] }: PolicyBody['match'],
): PlaceRef[] {
  const isRule = (type: string) => RULES.some((rule) => rule.type === type)
  if (types.length > 0 && effects.length === 0 && types.every(isRule)) return []
  return lines
    .filter(
      ({ environment }) =>
        environments.length === 0 || (environment !== null && environments.includes(environment)),
    )
    .flatMap((line): PlaceRef[] => {
      if (scopes.length === 0 || scopes.some((scope) => scopeCovers(scope, line.scope))) return [line]
      return scopes
        .filter((scope) => scopeOverlaps(line.scope, scope))
        .map((scope) => ({ scope, environment: line.environment }))
    })
}

function isAboutConsole(
  { environments, scopes, types, effects = [] }: PolicyBody['match'],
  console: readonly string[],
) {
  const isEverything = types.length === 0 && effects.length === 0
  const isNamed = types.some((type) => console.includes(type)) || effects.includes('rights')
  return (isEverything || isNamed) && environments.length === 0 && scopes.length === 0
}

/**
 * The policy that asks for a change of the rules themselves. Its gap is a dead end for all of them, so it counts who is left
 * once one of those who may ask for it has asked.
 */
function rulesGap(
  policies: readonly ActivePolicy[],
  deciders: readonly Decider[],
  editors: readonly Decider[],
): Gap | null {
  const authors = [...new Set(editors.map(({ person }) => person))]
  for (const type of RULES) {
    const policy = choosePolicy(policies, {
      type,
      risk: 'R3',
      places: [CONSOLE],
      rows: 1,
      hasMoreRows: false,
      worth: NO_WORTH,
      effects: effectsOf('rights'),
    })
    if (policy === null) continue
    const gaps = (authors.length === 0 ? [''] : authors).map((author) =>
      gapAt(
        policy,
        CONSOLE,
        deciders.filter(({ person }) => person !== author),
      ),
    )
    if (!gaps.includes(null)) return gaps[0] ?? null
  }
  return null
}

/** Where policies ask and too few people may decide. `only`: of these policies, besides the rules themselves. */
export async function findGaps(
  deps: GapDeps,
  policies: readonly ActivePolicy[],
  { only = policies, rules = true }: { only?: readonly ActivePolicy[]; rules?: boolean } = {},
): Promise<Gap[]> {
  const [deciders, editors] = await Promise.all([
    peopleWith(deps, decideApprovals),
    peopleWith(deps, editPolicies),
  ])
  const lines = deps.linePlaces()
  const console = deps.consoleTypes()
  const gaps = only
    .filter(({ isActive }) => isActive)
    .flatMap((policy) =>
      [...(isAboutConsole(policy.match, console) ? [CONSOLE] : []), ...linesOf(lines, policy.match)].map(
        (place) => gapAt(policy, place, deciders),
      ),
    )
  return [...(rules ? [rulesGap(policies, deciders, editors)] : []), ...gaps].filter((gap) => gap !== null)
}

interface GapWords {
  policy: string
  stage: string
  groups: string
  place: string
  need: number
  have: number
}

/** Names of the groups of a gap, null: anybody with the right; and of its place, null: the whole console. */
export async function namesOfGap(
  { groups, placeNames }: Pick<GapDeps, 'groups' | 'placeNames'>,
  gap: Gap,
): Promise<{ groups: string | null; place: string | null }> {
  const names = gap.groups.length === 0 ? null : await groups.namesOf(gap.groups)
  const { scope } = gap.place
  return {
    groups: names === null ? null : gap.groups.map((id) => names.get(id) ?? id).join(', '),
    place: scope === CONSOLE.scope ? null : [...placeNames(scope)].join(' / ') || scope,
  }
}

/** A gap as people read it. */
async function sayGap(deps: GapDeps, gap: Gap, lang: Language): Promise<GapWords> {
  const text = (key: string) => deps.texts.text(lang, key)
  const said = (word: string) => (word.startsWith('approvals.') ? text(word) : word)
  const { groups, place } = await namesOfGap(deps, gap)
  return {
    policy: said(gap.policy),
    stage: said(gap.stage),
    groups: groups ?? text('approvals.gap.anyone'),
    place: place ?? text('approvals.gap.console'),
    need: gap.need,
    have: gap.have,
  }
}

/** Refuses what would leave a policy that nobody may decide on, and names who is missing. */
export async function refuseGaps(
  deps: GapDeps,
  gaps: readonly Gap[],
  { lang, field }: { lang: Language; field?: string },
): Promise<void> {
  const [first] = gaps
  if (first === undefined) return
  const shown = await Promise.all(gaps.slice(0, 20).map((gap) => sayGap(deps, gap, lang)))
  throw new AppError(approvalErrors.approval_nobody_decides, {
    params: { ...shown[0]! },
    details: { gaps: shown },
    ...(field === undefined ? {} : { field }),
  })
}
