import { AppError, permissionKey } from '@qd/contract-kit'
import type { PreviewBlock, RouteInput, RouteReply, Words } from '@qd/contract-kit'
import { LANGUAGES } from '@qd/i18n'
import type { Language } from '@qd/i18n'
import { objectKey } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import { accessErrors } from '../../contract/index.ts'
import type { RoleGrant, askForRights } from '../../contract/index.ts'
import type { UseCaseDeps } from '../access-deps.ts'
import { administer } from '../administer.ts'
import { rightsFacts } from '../approval-facts.ts'
import { SUPER_ROLE } from '../built-in-roles.ts'
import { changedGrants, checkAsked, inWords, versionOf, writeGrantChange } from '../change-grants.ts'
import type { AccessModel } from '../model/access-model.ts'
import { heldByUser, sameGrant } from '../model/held-rights.ts'
import { rightsChanged } from '../rights-changed.ts'

const HOUR_MS = 3_600_000

type Naming = Pick<UseCaseDeps, 'catalogue' | 'titleOf'>

/** A grant that lasts longer is not made shorter by asking for it. */
function refuseHeld(model: AccessModel, userId: string, asked: RoleGrant & { until: number }): void {
  const isHeld = heldByUser(model, userId).some(
    ({ grant }) => sameGrant(grant, asked) && (grant.until === undefined || grant.until >= asked.until),
  )
  if (isHeld) throw new AppError(accessErrors.grant_held, { field: 'role' })
}

/** Built-in roles have a name in each language. */
const builtInKey = (code: string) => (code === SUPER_ROLE ? 'super' : code)

/** A built-in role in the reader's language; any other as it was named. */
function roleWords(model: AccessModel, code: string): Words {
  const role = model.roles.get(code)
  if (role === undefined) return code
  return role.isBuiltIn ? { key: `access.roleName.${builtInKey(code)}` } : `${role.name} (${code})`
}

function titleWords(model: AccessModel, code: string, params: { name: string; hours: number }): Words {
  const role = model.roles.get(code)
  return role?.isBuiltIn === true
    ? { key: `access.title.temporary.${builtInKey(code)}`, params }
    : { key: 'access.title.temporary', params: { ...params, role: role?.name ?? code } }
}

const NAMED = 20

/** Names of what a role gives, what weighs most first. */
function permissionNames({ catalogue, titleOf }: Naming, codes: readonly string[]): Words {
  const risks = new Map(catalogue().map((entry) => [permissionKey(entry), entry.risk]))
  const weight = (code: string) => risks.get(code) ?? ''
  const isBefore = (one: string, other: string) => Number(weight(one) > weight(other))
  const named = codes.toSorted((one, other) => isBefore(other, one) - isBefore(one, other)).slice(0, NAMED)
  const inLanguage = (language: Language) => {
    const names = named.map((code) => (risks.has(code) ? titleOf(language, code) : code))
    return `${names.join(' · ')}${codes.length > NAMED ? ' …' : ''}`
  }
  const texts = Object.fromEntries(LANGUAGES.map((language) => [language, inLanguage(language)]))
  return { texts, otherwise: named.join(' · ') }
}

/** What whoever decides looks at. */
function previewOf(
  naming: Naming,
  model: AccessModel,
  { who, ...asked }: RoleGrant & { hours: number; who: string },
): PreviewBlock {
  const role = model.roles.get(asked.role)
  const codes = role?.codes ?? []
  const everywhere: Words = { key: 'access.ask.everywhere' }
  const rows: { label: Words; value: Words }[] = [
    { label: { key: 'access.ask.who' }, value: who },
    { label: { key: 'access.ask.role' }, value: roleWords(model, asked.role) },
    { label: { key: 'access.ask.place' }, value: asked.scope === '*' ? everywhere : asked.scope },
    {
      label: { key: 'access.ask.environment' },
      value: {
        key:
          asked.environment === '*'
            ? 'access.ask.allEnvironments'
            : `access.environment.${asked.environment}`,
      },
    },
    { label: { key: 'access.ask.hours' }, value: String(asked.hours) },
    {
      label: { key: 'access.ask.permissions' },
      value: codes.includes('*') ? { key: 'access.ask.everything' } : { quantity: String(codes.length) },
    },
  ]
  if (codes.length > 0 && !codes.includes('*'))
    rows.push({ label: { key: 'access.ask.names' }, value: permissionNames(naming, codes) })
  const { resource } = asked
  if (resource !== undefined) {
    rows.push({ label: { key: 'access.ask.only' }, value: `${resource.kind}:${resource.pattern}` })
  }
  return { kind: 'facts', rows }
}

/**
 * Gives the caller what they asked for, once somebody who could give it has agreed. The kit never lets it through without
 * that: the kind of request says so, whatever policies there are.
 */
export async function giveWhatWasAsked(
  deps: UseCaseDeps,
  { hours, ...asked }: RouteInput<typeof askForRights>['body'],
  ctx: CallContext,
): Promise<RouteReply<typeof askForRights>> {
  const { caller } = ctx
  return administer(deps, ctx, async ({ model, commit }) => {
    checkAsked(model, asked)
    const until = deps.nowMs() + hours * HOUR_MS
    const grant = { ...asked, until }
    refuseHeld(model, caller.userId, grant)
    const held = model.userGrants.get(caller.userId) ?? []
    const change = { give: [grant], take: [] }
    const codes = model.roles.get(asked.role)?.codes ?? []
    ctx.note({ hours })
    ctx.changed({ grants: inWords(held) }, { grants: inWords(changedGrants(held, change)) })
    const facts = rightsFacts({
      title: titleWords(model, asked.role, { name: caller.name, hours }),
      object: objectKey('user', caller.userId),
      // What the role gives, not what they hold: others may give and take meanwhile.
      version: versionOf(codes),
      before: null,
      after: null,
      grants: [asked],
      risk: codes.includes('*') ? 'R4' : 'R3',
    })
    await ctx.approve({
      ...facts,
      preview: [previewOf(deps, model, { ...asked, hours, who: `${caller.name} (${caller.username})` })],
      gives: { ...asked, hours },
      content: { userId: caller.userId, ...asked },
    })
    await commit(async (tx) => {
      await writeGrantChange(tx, model, {
        holder: { userId: caller.userId },
        ...change,
        atMs: deps.nowMs(),
      })
      await rightsChanged(deps, ctx, { tx, userIds: [caller.userId] })
    })
    return { until }
  })
}
