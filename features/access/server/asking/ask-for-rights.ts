import { AppError } from '@qd/contract-kit'
import type { PreviewBlock, RouteInput, RouteReply, Words } from '@qd/contract-kit'
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

/** A grant that lasts longer is not made shorter by asking for it. */
function refuseHeld(model: AccessModel, userId: string, asked: RoleGrant & { until: number }): void {
  const isHeld = heldByUser(model, userId).some(
    ({ grant }) => sameGrant(grant, asked) && (grant.until === undefined || grant.until >= asked.until),
  )
  if (isHeld) throw new AppError(accessErrors.grant_held, { field: 'role' })
}

/** A built-in role in the reader's language; any other as it was named. */
function roleWords(model: AccessModel, code: string): Words {
  const role = model.roles.get(code)
  if (role === undefined) return code
  if (!role.isBuiltIn) return `${role.name} (${code})`
  return { key: `access.roleName.${code === SUPER_ROLE ? 'super' : code}` }
}

/** What whoever decides looks at. */
function previewOf(model: AccessModel, who: string, asked: RoleGrant & { hours: number }): PreviewBlock {
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
      value: codes.includes('*') ? { key: 'access.ask.everything' } : String(codes.length),
    },
  ]
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
      title: {
        key: 'access.title.temporary',
        params: { name: caller.name, role: asked.role, hours },
      },
      object: `user:${caller.userId}`,
      // What the role gives, not what they hold: others may give and take meanwhile.
      version: versionOf(codes),
      before: null,
      after: null,
      grants: [asked],
      risk: codes.includes('*') ? 'R4' : 'R3',
    })
    await ctx.approve({
      ...facts,
      preview: [previewOf(model, `${caller.name} (${caller.username})`, { ...asked, hours })],
      gives: { ...asked, hours },
      content: { userId: caller.userId, ...asked },
    })
    await commit(async (tx) => {
      await writeGrantChange(tx, model, { holder: { userId: caller.userId }, ...change })
      await rightsChanged(deps, ctx, { tx, userIds: [caller.userId] })
    })
    return { until }
  })
}
