import { defineErrors } from '@qd/contract-kit'

export const catalogueErrors = defineErrors({
  catalogue_taken: 409,
  catalogue_record_gone: 404,
  catalogue_not_empty: 409,
  catalogue_platform_fixed: 409,
  catalogue_operator_differs: 409,
  catalogue_number_range: 400,
  catalogue_bases_too_small: 409,
  catalogue_address_invalid: 400,
  catalogue_address_closed: 400,
  catalogue_network_forbidden: 403,
  catalogue_secret_forbidden: 403,
  catalogue_key_missing: 400,
  catalogue_frame_invalid: 400,
  catalogue_managed: 409,
  catalogue_order_differs: 409,
  catalogue_file_unreadable: 400,
  catalogue_file_too_long: 400,
  catalogue_import_refused: 422,
})
