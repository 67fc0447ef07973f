import { definePermission } from '@qd/contract-kit'

const codes = { routerName: 'codes' } as const

/** Sees batches, looks codes up, and finds out why one is refused. */
export const seeCodes = definePermission({
  ...codes,
  code: 'see',
  type: 'menu',
  heldBy: ['operator', 'reviewer'],
})

/** Drafts batches and changes drafts. */
export const editCodes = definePermission({ ...codes, code: 'edit', type: 'button', heldBy: ['operator'] })

/** Releases batches, pauses, resumes and ends them. */
export const releaseCodes = definePermission({
  ...codes,
  code: 'release',
  type: 'button',
  heldBy: ['operator'],
})

/** Gets the codes themselves. */
export const exportCodes = definePermission({
  ...codes,
  code: 'export',
  type: 'button',
  heldBy: ['operator'],
})

/** Voids one code or a whole batch. */
export const voidCodes = definePermission({ ...codes, code: 'void', type: 'button', heldBy: ['operator'] })
