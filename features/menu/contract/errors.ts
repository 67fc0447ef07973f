import { defineErrors } from '@qd/contract-kit'

export const menuErrors = defineErrors({
  link_address_invalid: 400,
  link_network_forbidden: 403,
  link_not_found: 404,
  menu_project_not_found: 404,
  menu_changed: 409,
})
