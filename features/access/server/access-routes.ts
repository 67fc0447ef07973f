import { serve } from '@qd/server-kit'
import type { ServedRoute } from '@qd/server-kit'
import * as contract from '../contract/index.ts'
import type { UseCaseDeps } from './access-deps.ts'
import { giveWhatWasAsked } from './asking/ask-for-rights.ts'
import { giveBack, listRolesToAskFor, showOwnRights } from './asking/own-rights.ts'
import { changeGroupGrants } from './groups/change-group-grants.ts'
import { changeMembers } from './groups/change-members.ts'
import { deleteGroup } from './groups/delete-group.ts'
import { listOwnGroups } from './groups/list-own-groups.ts'
import { saveGroup } from './groups/save-group.ts'
import { listMembers, showGroupTree } from './groups/show-groups.ts'
import { decideItems, signReview } from './reviews/decide-items.ts'
import { exportReview } from './reviews/export-review.ts'
import { listItems } from './reviews/list-items.ts'
import { listReviews } from './reviews/list-reviews.ts'
import { openReview } from './reviews/open-review.ts'
import { deleteRole } from './roles/delete-role.ts'
import { listPermissions, listRoleHolders, listRoleOptions, listRoles } from './roles/list-roles.ts'
import { previewRole } from './roles/preview-role.ts'
import { saveRole } from './roles/save-role.ts'
import { changeUserGrants } from './users/change-user-grants.ts'

function reads(deps: UseCaseDeps): ServedRoute[] {
  return [
    serve(contract.roleOptions, () => listRoleOptions(deps)),
    serve(contract.roleList, (_input, { caller }) => listRoles(deps, caller)),
    serve(contract.roleHolders, ({ body }, { caller }) => listRoleHolders(deps, caller, body.code)),
    serve(contract.ownRights, (_input, { caller }) => showOwnRights(deps, caller)),
    serve(contract.rolesToAskFor, ({ body }) => listRolesToAskFor(deps, body)),
    serve(contract.permissionList, (_input, { lang }) => listPermissions(deps, lang)),
    serve(contract.groupList, ({ body }, { caller }) => listOwnGroups(deps, caller, body.hasSelf ?? false)),
    serve(contract.groupTree, (_input, { caller }) => showGroupTree(deps, caller)),
    serve(contract.groupMembers, ({ body }, { caller }) => listMembers(deps, caller, body.groupId)),
  ]
}

function reviews(deps: UseCaseDeps): ServedRoute[] {
  const effect = 'store' as const
  return [
    serve(contract.reviewList, (_input, { caller }) => listReviews(deps, caller)),
    serve(contract.reviewOpen, { effect, handle: ({ body }, ctx) => openReview(deps, body.scope, ctx) }),
    serve(contract.reviewItems, ({ body }, { caller }) => listItems(deps, body, caller)),
    serve(contract.reviewDecide, { effect, handle: ({ body }, ctx) => decideItems(deps, body, ctx) }),
    serve(contract.reviewSign, { effect, handle: ({ body }, ctx) => signReview(deps, body.reviewId, ctx) }),
    serve(contract.reviewExport, ({ body }, ctx) => exportReview(deps, body.reviewId, ctx)),
  ]
}

/** Table of contents of the access calls. */
export function accessRoutes(deps: UseCaseDeps): ServedRoute[] {
  const effect = 'store' as const
  return [
    ...reads(deps),
    ...reviews(deps),
    serve(contract.userGrants, { effect, handle: ({ body }, ctx) => changeUserGrants(deps, body, ctx) }),
    serve(contract.askForRights, {
      effect,
      handle: ({ body }, ctx) => giveWhatWasAsked(deps, body, ctx),
    }),
    serve(contract.giveBackRight, { effect, handle: ({ body }, ctx) => giveBack(deps, body, ctx) }),
    serve(contract.roleSave, { effect, handle: ({ body }, ctx) => saveRole(deps, body, ctx) }),
    serve(contract.roleDelete, { effect, handle: ({ body }, ctx) => deleteRole(deps, body.code, ctx) }),
    serve(contract.rolePreview, ({ body }, ctx) => previewRole(deps, body, ctx)),
    serve(contract.groupSave, { effect, handle: ({ body }, ctx) => saveGroup(deps, body, ctx) }),
    serve(contract.groupDelete, { effect, handle: ({ body }, ctx) => deleteGroup(deps, body.groupId, ctx) }),
    serve(contract.groupChangeMembers, {
      effect,
      handle: ({ body }, ctx) => changeMembers(deps, body, ctx),
    }),
    serve(contract.groupGrants, { effect, handle: ({ body }, ctx) => changeGroupGrants(deps, body, ctx) }),
  ]
}
