import type { z } from '@qd/contract-kit'
import type { Change, ChangeVerdict, onlinePolicy } from './change.ts'
import type { Edit } from './history.ts'

/** An edit that a job makes of one player. It is stored before it is sent, and sent again in the same words. */
export interface JobEdit {
  id: string
  jobId: string
  /** Key of the job row's effect: the same for the row however often it is worked on. */
  effectKey: string
  game: string
  uId: string
  serverKey: string
  actorId: string
  actor: string
  at: number
  reason: string
  onlinePolicy: z.infer<typeof onlinePolicy>
  /** `unknown` until the game has answered. */
  status: Edit['status']
  /** For an undo: the original and the index there of each change. */
  undo?: { of: string; indexes: number[] }
  changes: Change[]
  results: ChangeVerdict[]
  /** Values as the game stored them, by index; what an undo compares with. */
  written: unknown[]
  versionBefore: string
  versionAfter: string
  /** What is counted under it for the limits of items; absent: it gives nothing. */
  useKey?: string
  /** The definition that its changes were made by. */
  protocolMd5?: string
}
