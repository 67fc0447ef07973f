import { defineErrors, definePermission, defineRoute, schemas, z } from '@qd/contract-kit'

export const scopeErrors = defineErrors({ player_not_found: 404 })

export const readPlayer = definePermission({
  routerName: 'index',
  code: 'player.read',
  type: 'button',
  heldBy: ['operator', 'developer', 'reviewer', 'reader'],
})

/** Finds a player by uId on the server his uId names (S7.20, S8.05). */
export const lookup = defineRoute({
  method: 'GET',
  path: '/adjust/lookup',
  title: 'scope.lookup',
  permission: readPlayer,
  level: 3,
  risk: 'R0',
  query: z.object({ uId: schemas.uIdText }),
  target: ({ query }) => ({ uId: query.uId }),
  reply: z.object({
    id: z.string(),
    sId: z.int(),
    name: z.string(),
    level: z.int(),
    online: z.boolean(),
    channel: z.string(),
    /** Where he was found, so that the page can move its selection there. */
    game: z.string(),
    partnerCode: z.string(),
    lineId: z.string(),
    /** The server their uId names, where that is another one: after a merge. */
    movedFrom: z.optional(z.int()),
  }),
})
