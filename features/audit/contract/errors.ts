import { defineErrors } from '@qd/contract-kit'

export const auditErrors = defineErrors({
  audit_entry_not_found: 404,
  audit_time_range: 400,
  audit_verify_running: 409,
  /** What the nightly verification answers when the chain is broken. */
  audit_chain_broken: 409,
})
