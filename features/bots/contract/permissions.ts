import { definePermission } from '@qd/contract-kit'

/**
 * Lets bots play. On a production line a grant for every environment is not enough: one must name production.
 */
export const runBots = definePermission({
  routerName: 'mock',
  code: 'simulator.bots',
  type: 'job',
  heldBy: ['developer'],
})
