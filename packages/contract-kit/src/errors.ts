/** One entry of the closed error catalogue; its text lives in the contract texts of ten languages. */
export interface ErrorDef {
  readonly code: string
  readonly status: number
  readonly retryable: boolean
}

/** Declares error codes with their HTTP status; `retryable` follows from 429, 502, 503 and 504. */
export function defineErrors<const T extends Record<string, number>>(
  statuses: T,
): { readonly [K in keyof T]: ErrorDef } {
  const entries = Object.entries(statuses).map(([code, status]) => {
    return [code, { code, status, retryable: [429, 502, 503, 504].includes(status) }] as const
  })
  return Object.fromEntries(entries) as { readonly [K in keyof T]: ErrorDef }
}

/** A console text of section `texts`, said in the caller's language when the error is told. */
export interface TextRef {
  text: string
  params?: Record<string, string | number>
}

/** A permission by its key, told by its title in the caller's language with the key beside it. */
export interface PermissionRef {
  permission: string
}

export interface AppErrorOptions {
  /** Dotted path of the input field that is wrong. */
  field?: string
  details?: unknown
  /** What the envelope carries as `data` beside the error, e.g. `reqMsg` of a refused Enter. */
  data?: unknown
  /** Values for the placeholders of the text. */
  params?: Record<string, string | number | TextRef | PermissionRef>
  cause?: unknown
}

/** The only thing services throw; one handler turns it into the envelope. */
export class AppError extends Error {
  readonly def: ErrorDef
  readonly field: string | undefined
  readonly details: unknown
  readonly data: unknown
  readonly params: Record<string, string | number | TextRef | PermissionRef>

  constructor(def: ErrorDef, options: AppErrorOptions = {}) {
    super(def.code, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'AppError'
    this.def = def
    this.field = options.field
    this.details = options.details
    this.data = options.data ?? null
    this.params = options.params ?? {}
  }
}

/** Errors every call can meet; features add their own in `contract/errors.ts`. */
export const coreErrors = defineErrors({
  invalid_request: 400,
  invalid_json: 400,
  field_invalid: 400,
  field_unknown: 400,
  key_forbidden: 400,
  body_no_text: 400,
  tokens_differ: 400,
  operator_required: 400,
  line_required: 400,
  server_required: 400,
  player_required: 400,
  reason_required: 400,
  scope_ambiguous: 400,
  uid_invalid: 400,
  session_required: 401,
  session_expired: 401,
  game_signature: 401,
  game_clock: 401,
  forbidden: 403,
  second_factor_setup: 403,
  own_session_required: 403,
  step_up_by_person: 403,
  read_only_session: 403,
  scope_forbidden: 403,
  scope_disagree: 403,
  game_address: 403,
  game_server_foreign: 403,
  not_found: 404,
  game_not_found: 404,
  operator_not_found: 404,
  line_not_found: 404,
  server_not_found: 404,
  body_too_slow: 408,
  conflict: 409,
  idempotency_conflict: 409,
  body_too_large: 413,
  body_too_deep: 413,
  body_too_many_values: 413,
  content_type_unsupported: 415,
  host_unknown: 421,
  confirm_required: 428,
  step_up_needed: 428,
  too_many_requests: 429,
  internal: 500,
  upstream_garbage: 502,
  upstream_signature: 502,
  upstream_clock_skew: 502,
  upstream_down: 503,
  upstream_busy: 503,
  store_unavailable: 503,
  storage_full: 507,
  storage_damaged: 503,
  audit_unavailable: 503,
  approval_required: 428,
  approval_not_gated: 400,
  approval_not_needed: 409,
  approval_base_changed: 409,
  approval_hash_changed: 409,
  approval_vetoed: 409,
  overloaded: 503,
  /** The console is there and does not serve yet. */
  starting: 503,
  /** Nobody is there any more who could be told; rows of the audit have it. */
  caller_left: 503,
  call_timeout: 504,
  secrets_sealed: 503,
  upstream_timeout: 504,
  capability_missing: 409,
  upstream_refused: 422,
})

/** What is wrong with one field; without `problem` nobody is told more than that it is not valid. */
export function fieldInvalid(
  field: string,
  problem: TextRef = { text: 'problem.invalid' },
  more: Pick<AppErrorOptions, 'details' | 'cause'> = {},
): AppError {
  return new AppError(coreErrors.field_invalid, { ...more, field, params: { field, problem } })
}
