import { permissionKey } from '@qd/contract-kit'
import type { Grant } from '@qd/contract-kit'
import { containsGrant, editRole } from '../../contract/index.ts'
import type { RoleGrant } from '../../contract/index.ts'
import type { AccessModel, ModelRole } from '../model/access-model.ts'
import { codesFor } from '../narrowing.ts'
import { holdsEverywhere, holdsSomewhere } from './actor.ts'
import type { Actor } from './actor.ts'

/** Where a role is held, by users and groups. */
export function placesOfRole(model: AccessModel, code: string): RoleGrant[] {
  const groups = [...model.groups.values()].flatMap(({ grants }) => grants)
  return [...[...model.userGrants.values()].flat(), ...groups].filter(({ role }) => role === code)
}

/**
 * Editing a role gives and takes wherever it is held: the editor must hold old and new codes there. A role nobody
 * holds belongs to who made it, and to those who edit roles everywhere.
 */
export function mayEditRole(
  model: AccessModel,
  actor: Actor,
  { role, codes }: { role: ModelRole; codes: readonly string[] },
): boolean {
  if (role.isBuiltIn) return false
  const places = placesOfRole(model, role.code)
  if (places.length === 0) {
    const isHis = role.createdBy === actor.userId || holdsEverywhere(actor, editRole)
    return isHis && mayWriteCodes(actor, role, codes)
  }
  const changed = [...role.codes, ...codes]
  const neededAt = ({ scope, environment, resource }: RoleGrant): Grant => {
    // Narrowed to a kind, the role gives those that declare it, before and after.
    const given = codesFor(model.narrowing, changed, resource)
    return { scope, environment, resource, codes: [...given, permissionKey(editRole)] }
  }
  const covers = (grants: readonly Grant[]) => places.every((place) => containsGrant(grants, neededAt(place)))
  return actor.held.every(covers)
}

/** New codes of a role must be theirs somewhere; who may give it where is asked again when it is given. */
export function mayWriteCodes(
  actor: Actor,
  role: Pick<ModelRole, 'codes'> | null,
  codes: readonly string[],
): boolean {
  return codes.every((code) => role?.codes.includes(code) === true || holdsSomewhere(actor, code))
}
