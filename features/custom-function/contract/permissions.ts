/** Sees the functions open to him and runs those up to risk R2. */
export const runFunction = { routerName: 'dataModify', code: 'function.run', type: 'button' } as const
/** Runs functions of risk R3 and R4, besides `function.run`. */
export const runRiskyFunction = {
  routerName: 'dataModify',
  code: 'function.run.high',
  type: 'button',
} as const
/** Designs, shares and archives functions, and sees all of them. */
export const manageFunctions = { routerName: 'dataModify', code: 'function.manage', type: 'button' } as const
/** Runs a function on a list of players as a job. */
export const runFunctionOnMany = { routerName: 'dataModify', code: 'function.job', type: 'job' } as const
