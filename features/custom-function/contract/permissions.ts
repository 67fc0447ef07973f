import { definePermission } from '@qd/contract-kit'

/** Sees the functions open to them and runs those up to risk R2. */
export const runFunction = definePermission({
  routerName: 'dataModify',
  code: 'function.run',
  type: 'button',
  heldBy: ['operator', 'developer'],
})

/** Runs functions of risk R3 and R4, besides `function.run`. */
export const runRiskyFunction = definePermission({
  routerName: 'dataModify',
  code: 'function.run.high',
  type: 'button',
  heldBy: ['developer'],
  risk: 'R4',
})

/** Designs, shares and archives functions, and sees all of them. */
export const manageFunctions = definePermission({
  routerName: 'dataModify',
  code: 'function.manage',
  type: 'button',
  heldBy: ['developer'],
})

/** Runs a function on a list of players as a job. */
export const runFunctionOnMany = definePermission({
  routerName: 'dataModify',
  code: 'function.job',
  type: 'job',
  heldBy: ['operator', 'developer'],
})
