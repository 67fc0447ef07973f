import { defineApproval } from '@qd/contract-kit'

export const bulkApproval = defineApproval({ type: 'data-edit.bulk', title: 'data-edit.bulk' })
export const bulkUndoApproval = defineApproval({ type: 'data-edit.bulk-undo', title: 'data-edit.bulk-undo' })
