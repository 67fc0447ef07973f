import type { Environment } from '@qd/contract-kit'
import type { Generated } from 'kysely'

interface HeldRole {
  role_id: string
  scope: string
  environment: Environment | '*'
  /** What it is narrowed to; both empty: the whole role. */
  resource_kind: Generated<string>
  resource_pattern: Generated<string>
  /** When it ends by itself; null: never. */
  ends_at: Generated<number | null>
  /** When it was given; null: before that was kept. */
  given_at: Generated<number | null>
}

export interface AccessTables {
  /** `created_by` is null for built-in roles. */
  role: {
    id: string
    code: string
    name: string
    built_in: number
    version: Generated<number>
    created_by: Generated<string | null>
  }
  role_permission: { role_id: string; permission_key: string }
  user_role: HeldRole & { user_id: string }
  user_group: {
    id: string
    name: string
    parent_id: string | null
    /** Name at the identity provider; null: not mapped. */
    external_name: Generated<string | null>
    created_by: Generated<string | null>
  }
  user_group_member: {
    group_id: string
    user_id: string
    ends_at: Generated<number | null>
    /** When they joined; null: before that was kept. */
    given_at: Generated<number | null>
  }
  group_role: HeldRole & { group_id: string }
  /** Who invited an account: they see it before it holds anything. */
  user_inviter: { user_id: string; invited_by: string }
  /** One of a place in a quarter, `2026-Q4`; null: nobody has signed it. */
  access_review: {
    id: string
    quarter: string
    scope: string
    opened_at: number
    opened_by_id: string
    opened_by: string
    signed_at: number | null
    signed_by_id: string | null
    signed_by: string
    /** Raised by each decision: decisions and the signature follow one another. */
    version: number
  }
  /** Who held what when the review was opened. */
  access_review_item: {
    review_id: string
    item: number
    kind: 'grant' | 'membership' | 'groupGrant'
    user_id: string | null
    username: string
    name: string
    account_state: string
    group_id: string | null
    group_name: string
    /** JSON of grants with the names of their roles. */
    grants: string
    /** Folded for search. */
    words: string
    use: 'used' | 'unused' | 'new' | 'unknown'
    used_at: number | null
    last_login_at: number | null
    decision: 'open' | 'keep' | 'remove'
    reason: string
    decided_by_id: string | null
    decided_by: string
    decided_at: number | null
  }
  /** One row that every change of rights moves on: decisions made on an older model do not commit. */
  access_stamp: { id: number; value: number }
}
