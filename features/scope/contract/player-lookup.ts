import { defineErrors, definePermission, defineRoute, schemas, z } from '@qd/contract-kit'

export const scopeErrors = defineErrors({ player_not_found: 404 })

export const readPlayer = definePermission({
  routerName: 'index',
  code: 'player.read',
  type: 'button',
  heldBy: ['operator', 'developer', 'reviewer', 'reader'],
})

/** One of the places an ambiguous number may mean, as `details.candidates` of `scope_ambiguous` lists them. */
export const placeCandidate = z.object({
  game: z.string(),
  partnerCode: z.string(),
  lineId: z.string(),
  sId: z.int(),
  serviceName: z.string(),
})
export type PlaceCandidate = z.infer<typeof placeCandidate>

/** Finds a player by uId on the server their uId names (S7.20, S8.05). */
export const lookup = defineRoute({
  method: 'GET',
  path: '/adjust/lookup',
  title: 'scope.lookup',
  permission: readPlayer,
  level: 3,
  risk: 'R0',
  query: z.object({
    uId: schemas.uIdText,
    /** Needed where two games have the uId; without it 400 `scope_ambiguous` names the candidates. */
    game: z.optional(schemas.shortText),
  }),
  target: ({ query }) => ({ uId: query.uId, game: query.game }),
  reply: z.object({
    id: z.string(),
    sId: z.int(),
    name: z.string(),
    level: z.int(),
    online: z.boolean(),
    channel: z.string(),
    /** Where they were found, so that the page can move its selection there. */
    game: z.string(),
    partnerCode: z.string(),
    lineId: z.string(),
    /** The server their uId names, where that is another one: after a merge. */
    movedFrom: z.optional(z.int()),
  }),
})
