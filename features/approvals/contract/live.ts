import { defineChannel, z } from '@qd/contract-kit'
import { approvalStatus, executionState } from './shapes.ts'

/** A request the subscriber may see has moved: the inbox asks for its counts again, an open request for itself. */
export const approvalsChannel = defineChannel({
  name: 'approvals',
  title: 'approvals.live',
  permission: 'session',
  level: 0,
  open: z.object({}),
  event: z.object({
    id: z.string(),
    status: approvalStatus,
    execution: executionState,
    revision: z.int(),
  }),
})
