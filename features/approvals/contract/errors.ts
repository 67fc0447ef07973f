import { defineErrors } from '@qd/contract-kit'

export const approvalErrors = defineErrors({
  approval_not_found: 404,
  approval_state_changed: 409,
  approval_revision_changed: 409,
  /** The caller is author, editor or owner of a token used, or a person behind them. */
  approval_own: 403,
  approval_voted: 409,
  /** Nobody of the groups of this stage, or without the right at all its places. */
  approval_not_asked: 403,
  /** It takes a step-up proof for its hash: not with others. */
  approval_alone: 409,
  approval_vetoed_before: 409,
  approval_window_closed: 409,
  /** Somebody whose vote counts has lost the right since. */
  approval_votes_lost: 409,
  approval_author_gone: 409,
  approval_route_gone: 409,
  approval_policy_changed: 409,
  approval_policy_not_found: 404,
  /** No group of the policy is asked, or a stage needs more people than there are. */
  approval_policy_group: 400,
  /** Too few people may decide on what the policy would ask for; the details name who is missing. */
  approval_nobody_decides: 409,
  approval_delegation_invalid: 400,
  approval_delegation_not_found: 404,
  approval_delegate_unknown: 404,
  approval_override_not_found: 404,
  approval_override_reviewed: 409,
  /** Of proofs: somebody else renewed or revoked it meanwhile. */
  approval_key_changed: 409,
})
