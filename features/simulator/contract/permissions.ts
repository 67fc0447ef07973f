import { definePermission } from '@qd/contract-kit'

/**
 * Opens game sockets. On a production line a grant for every environment is not enough: one must name production.
 */
export const simulatorConnect = definePermission({
  routerName: 'mock',
  code: 'simulator.connect',
  type: 'channel',
  heldBy: ['developer'],
  risk: 'R2',
})

/** Enters as a player the console did not make; without it people enter as players of their own. */
export const simulatorAsPlayer = definePermission({
  routerName: 'mock',
  code: 'simulator.asPlayer',
  type: 'button',
  heldBy: [],
  risk: 'R2',
})

/** Creates, changes and deletes socket-only records. */
export const manageSimulatorRecords = definePermission({
  routerName: 'mock',
  code: 'simulator.records.manage',
  type: 'button',
  heldBy: ['developer'],
})

/** Keeps the list of addresses that connections without a catalogue server may go to. */
export const manageSimulatorAddresses = definePermission({
  routerName: 'mock',
  code: 'simulator.addresses.manage',
  type: 'button',
  heldBy: [],
})
