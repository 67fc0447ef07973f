import { defineApproval } from '@qd/contract-kit'

export const editApproval = defineApproval({ type: 'data-edit.commit', title: 'data-edit.commit' })
export const undoApproval = defineApproval({ type: 'data-edit.undo', title: 'data-edit.undo' })
