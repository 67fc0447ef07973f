import { serve } from '@qd/server-kit'
import type { ServedRoute } from '@qd/server-kit'
import * as contract from '../../../contract/index.ts'
import type { KeptTimelines } from './kept-timelines.ts'

export function serveKept(kept: KeptTimelines): ServedRoute[] {
  return [
    serve(contract.keptList, ({ body }, { caller }) => kept.list(caller.userId, body.lineId)),
    serve(contract.keptDefinition, async ({ body }, { caller }) => {
      const { nested, cmds } = await kept.definition(body.lineId, body.keptId, caller.userId)
      return { proto: { nested }, cmds: [...cmds] }
    }),
    serve(contract.keptDelete, {
      effect: 'store',
      handle: ({ body }, ctx) => kept.delete(body.lineId, body.keptId, ctx),
    }),
  ]
}
