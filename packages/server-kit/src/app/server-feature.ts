import type { DeclaredPermission, ResourceKind } from '@qd/contract-kit'
import type { ServedChannel } from '../live/serve-channel.ts'
import type { ApprovalFollower } from '../ports/approvals-port.ts'
import type { FileUse } from '../ports/files-port.ts'
import type { ServedJob } from '../ports/jobs-port.ts'
import type { NotificationKind } from '../ports/notifications-port.ts'
import type { ServedSchedule, SystemSchedule } from '../ports/schedules-port.ts'
import type { WaitingGift } from '../ports/waiting-gifts.ts'
import type { ServedRoute } from '../serve/serve.ts'

/** Removes what is over. It runs at each start and then regularly, on every node, and may fail: the next run does it all. */
export interface CleanUp {
  readonly name: string
  readonly everyMs: number
  run(): Promise<void>
}

/** What the server part of a feature gives to the composition. */
export interface ServerFeature {
  readonly name: string
  /** Folder of the contract texts, one JSON per language: `{errors, routes, permissions, resources, texts}`. */
  readonly texts: URL
  readonly routes: readonly ServedRoute[]
  readonly channels?: readonly ServedChannel[]
  readonly jobs?: readonly ServedJob[]
  /** What files may be sent for. */
  readonly files?: readonly FileUse[]
  /** What people are told of. */
  readonly notifications?: readonly NotificationKind[]
  /** Permissions asked for inside handlers, beside those of the declarations. */
  readonly permissions?: readonly DeclaredPermission[]
  /** Kinds of things that grants of its permissions may be narrowed to; their titles stand in `resources` of the texts. */
  readonly resources?: readonly ResourceKind[]
  /** Kinds of entries that people make. */
  readonly schedules?: readonly ServedSchedule[]
  /** What the program does by itself at set times, on one node. */
  readonly systemSchedules?: readonly SystemSchedule[]
  readonly cleanUps?: readonly CleanUp[]
  /** What is told how requests for approval of its calls move. */
  readonly approvalFollowers?: readonly ApprovalFollower[]
  /** What of a line is still to give items; their authors are told when one of the items is gone. */
  waitingGifts?(lineId: string): Promise<readonly WaitingGift[]>
  start?(): Promise<void>
  stop?(): Promise<void>
}
