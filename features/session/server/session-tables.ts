/** Times in milliseconds UTC; hashes are SHA-256 in hex, the texts they stand for are never stored. */
export interface SessionTables {
  user_account: {
    id: string
    username: string
    /** Folded for lookup; the two spellings of one name are one account. */
    username_lower: string
    name: string
    department: string
    phone: string
    sex: string
    level: number
    password_hash: string
    disabled: number
    created_at: number
    last_login_at: number | null
    password_changed_at: number
  }
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
  }
  /** Failures of one subject as a JSON list of times; the key is a hash, so its length is fixed. */
  login_throttle: { key: string; failures: string; expires_at: number }
  live_ticket: { ticket_hash: string; session_id: string; expires_at: number }
  /** At most one row, id 1. */
  setup_code: { id: number; code_hash: string; created_at: number }
}

export type AccountRow = SessionTables['user_account']
