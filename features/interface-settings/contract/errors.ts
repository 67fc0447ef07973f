import { defineErrors } from '@qd/contract-kit'

export const interfaceSettingsErrors = defineErrors({
  preference_too_large: 413,
  preferences_full: 409,
  preset_not_found: 404,
  preset_name_taken: 409,
  presets_full: 409,
})
