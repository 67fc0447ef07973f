import { defineErrors } from '@qd/contract-kit'

export const accessErrors = defineErrors({
  role_not_found: 404,
  grant_scope_invalid: 400,
})
