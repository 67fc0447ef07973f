import { defineErrors } from '@qd/contract-kit'

export const gameServerErrors = defineErrors({
  server_state_times: 400,
})
