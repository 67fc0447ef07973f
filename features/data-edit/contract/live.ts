import { defineChannel, schemas, z } from '@qd/contract-kit'
import { readPlayerData } from './protocol.ts'

/** Tells open editors of a player that somebody committed. */
export const playerEditsChannel = defineChannel({
  name: 'player-edits',
  title: 'data-edit.live',
  permission: readPlayerData,
  level: 3,
  open: z.object({ uId: schemas.uIdText, game: z.optional(schemas.shortText) }),
  target: (open) => ({ uId: open.uId, game: open.game }),
  event: z.object({
    editId: z.string(),
    actor: z.string(),
    at: z.number(),
    c: z.array(z.object({ d: z.string(), change: z.string() })),
    version: z.string(),
  }),
})
