import { definePermission } from '@qd/contract-kit'

/** Sets how much of an item may be given at once and in a day, and what it is worth. Not of those whom the limits bind. */
export const editLimits = definePermission({
  routerName: 'properties',
  code: 'limits',
  type: 'button',
  heldBy: ['reviewer'],
})

/** Keeps gifts under a name for everybody on the line. */
export const editGifts = definePermission({
  routerName: 'properties',
  code: 'gifts',
  type: 'button',
  heldBy: ['operator'],
})
