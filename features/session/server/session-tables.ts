import type { StepUpGiven } from '@qd/server-kit'

/** Times in milliseconds UTC; hashes are SHA-256 in hex, the texts they stand for are never stored. */
export interface SessionTables {
  user_account: {
    id: string
    username: string
    /** Folded for lookup; the two spellings of one name are one account. */
    username_lower: string
    name: string
    department: string
    /** User name, name and department, folded. */
    search: string
    phone: string
    sex: string
    level: number
    /** Empty: no password leads in, e.g. for somebody invited. */
    password_hash: string
    disabled: number
    created_at: number
    last_login_at: number | null
    password_changed_at: number
    /** 1 until the invitation was accepted. */
    invited: number
    must_use_second_factor: number
    /** Who has it; accounts of one person share this. */
    person_id: string
  }
  /** What the names of accounts look like; of those that look alike, the one that had it first. */
  username_look: { look: string; user_id: string }
  session: {
    id: string
    token_hash: string
    user_id: string
    created_at: number
    last_seen_at: number
    expires_at: number
    address: string
    revoked_at: number | null
    revoked_reason: string | null
    kind: 'full' | 'pending' | 'preview'
    user_agent: string
    /** What a preview shows; empty elsewhere. */
    label: string
    /** When a second factor was last given in this session. */
    second_factor_at: number | null
    /** The session a preview belongs to and ends with. */
    parent_id: string | null
    /** Rights a preview is limited to, as JSON. */
    limits: string | null
    /** The browser it was opened in, while that is known. */
    device_id: string | null
  }
  /** A browser in which the account completed a sign-in. */
  known_device: {
    id: string
    token_hash: string
    user_id: string
    last_used_at: number
    expires_at: number
  }
  /** An invitation or a link to set a new password; one a user. */
  one_time_link: {
    user_id: string
    code_hash: string
    expires_at: number
    /** When its owner's rights changed: it leads in no more. */
    voided_at: number | null
  }
  /** TOTP: the sealed secret and the last accepted step; not in use before it is confirmed. */
  second_factor: {
    user_id: string
    secret: string
    last_step: number
    /** The same of step-ups: a code counts once for each purpose. */
    step_up_step: number
    confirmed_at: number | null
    /** 0: of an account of the sandbox, whose sign-in page offers it without a code; step-ups ask for it all the same. */
    asked_at_sign_in: number
  }
  /** That somebody proved for one action of one session that it is them; used up by that action. */
  step_up_proof: {
    session_id: string
    action: string
    user_id: string
    way: StepUpGiven['way']
    given_at: number
    expires_at: number
  }
  recovery_code: { user_id: string; code_hash: string }
  api_token: {
    id: string
    token_hash: string
    user_id: string
    name: string
    /** Rights it is limited to, as JSON. */
    limits: string
    created_at: number
    expires_at: number
    last_used_at: number | null
    revoked_at: number | null
    /** 1: made for actions that ask people for a step-up proof. */
    acts_alone: number
  }
  /** Who an account is at the identity provider. */
  external_identity: { issuer: string; subject: string; user_id: string; linked_at: number }
  /** A sign-in on its way to the provider and back; any node may take it up again. */
  oidc_transaction: {
    state_hash: string
    browser_hash: string
    nonce: string
    /** Sealed: with it a stolen code could be redeemed. */
    verifier: string
    /** The invitation this sign-in accepts. */
    link_hash: string | null
    redirect: string
    expires_at: number
    /** Set where it is no sign-in but a step-up of that session for that action. */
    step_up_session: string | null
    step_up_action: string | null
  }
  /** A finished sign-in waiting for its page to fetch the token. */
  oidc_handover: { code_hash: string; browser_hash: string; user_id: string; expires_at: number }
  /** Failures of one subject as a JSON list of times; the key is a hash, so its length is fixed. */
  login_throttle: { key: string; failures: string; expires_at: number }
  live_ticket: { ticket_hash: string; session_id: string; expires_at: number }
  /** At most one row, id 1. */
  setup_code: { id: number; code_hash: string; created_at: number }
}

export type AccountRow = SessionTables['user_account']
