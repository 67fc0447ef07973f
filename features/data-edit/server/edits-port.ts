import type { Worth } from '@qd/contract-kit'
import { touchesSensitive } from '@qd/protocol-model'
import type { PlayerData, ProtocolDefinition } from '@qd/protocol-model'
import type { CallContext, CatalogueServer } from '@qd/server-kit'
import type { Change, ChangeVerdict, CommitReply } from '../contract/index.ts'
import { refuseWrongRows } from './commit/commit-changes.ts'
import { handleCheckChanges } from './checking/check-changes.ts'
import type { UseCaseDeps } from './data-edit-deps.ts'
import { worthOfChanges } from './items/worth-of-changes.ts'
import { askGame } from './reading/game-failure.ts'
import { policyFor } from './reading/online-policies.ts'
import { playerOf } from './player-of.ts'
import { readModules } from './reading/read-modules.ts'
import { ticketOf } from './commit/run-edit.ts'
import type { RunEdit } from './commit/run-edit.ts'

/** In whose name and about which player: what of a call an edit looks at; a job's row has the same. */
export type EditContext = Pick<
  CallContext,
  'caller' | 'requestId' | 'place' | 'signal' | 'lang' | 'text' | 'holds'
>

/** Changes another feature wants made; `key` is made up once and stands for exactly these changes. */
export interface EditWish {
  version: string
  changes: Change[]
  reason: string
  key: string
  /** The function run that wants them. */
  runId: string
  /** The job the run belongs to, or the run itself: limits per request count all of it together. */
  request: string
}

/** Player data for other features: the same rules, history, conflicts and undo as in the editor. */
export interface EditsPort {
  /** The last sound definition; throws AppError when there never was one. */
  protocol(server: CatalogueServer): Promise<ProtocolDefinition>
  read(ctx: EditContext, diffs: readonly string[]): Promise<{ version: string; data: PlayerData }>
  touchesSensitive(protocol: ProtocolDefinition, change: Change): boolean
  /** What the changes would do, asked of the game; nothing is written. */
  check(ctx: EditContext, wish: Pick<EditWish, 'version' | 'changes'>): Promise<CheckedWish>
  /** What these changes to the player give is worth. */
  worthOf(ctx: EditContext, changes: readonly Change[]): Promise<Worth>
  /** Commits as the caller; throws what the commit call throws, and sent again under its key happens once. */
  commit(ctx: EditContext, wish: EditWish): Promise<CommitReply>
}

export interface CheckedWish {
  actions: { text: string; code: string }[]
  warnings: { text: string; code: string }[]
  refused: ChangeVerdict[]
}

export function createEditsPort(deps: UseCaseDeps, runEdit: RunEdit): EditsPort {
  return {
    async protocol(server) {
      return (await deps.protocols.known(server)).protocol
    },
    async read(ctx, diffs) {
      const { server, uId } = playerOf(ctx)
      const reached = await deps.reach.reach(server)
      return askGame(readModules(reached, { uId, modules: diffs.map((diff) => ({ diff })) }, ctx.signal), uId)
    },
    touchesSensitive,
    check: (ctx, { version, changes }) => handleCheckChanges(deps, { body: { version, changes } }, ctx),
    async worthOf(ctx, changes) {
      return worthOfChanges(deps, [{ server: playerOf(ctx).server, changes, players: 1 }])
    },
    async commit(ctx, { version, changes, reason, key, runId, request }) {
      const player = playerOf(ctx)
      const { caller, requestId } = ctx
      const meant = { call: 'wish', player: [player.server.key, player.uId], version, changes, reason }
      const call = {
        caller,
        requestId,
        player,
        ticket: ticketOf(caller.userId, key, meant),
        lang: ctx.lang,
        text: ctx.text.bind(ctx),
      }
      return runEdit(call, async () => {
        await refuseWrongRows(deps, changes, ctx)
        return { version, reason, changes, runId, request, onlinePolicy: await policyFor(deps, player) }
      })
    },
  }
}
