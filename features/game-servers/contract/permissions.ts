import { definePermission } from '@qd/contract-kit'

/** Opens a server, puts it into maintenance, stops new logins. */
export const setServerStates = definePermission({
  routerName: 'game-servers',
  code: 'state.set',
  type: 'button',
  heldBy: ['operator', 'developer'],
})

/** Is told when a server falls silent or comes back. */
export const hearOfSilence = definePermission({
  routerName: 'game-servers',
  code: 'silence.hear',
  type: 'field',
  heldBy: ['operator', 'developer', 'reviewer'],
})
