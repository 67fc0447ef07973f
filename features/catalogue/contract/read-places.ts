import { defineChannel, defineRoute, schemas, z } from '@qd/contract-kit'
import { readPlaces } from './permissions.ts'
import { gameRecord, lineRecord, operatorRecord, serverRecord } from './records.ts'

/** The hierarchy as an administrator sees it: what they reach, disabled servers counted too. */
export const catalogueTree = defineRoute({
  method: 'POST',
  path: '/platform/catalogue/tree',
  title: 'scope.catalogueTree',
  permission: readPlaces,
  level: 0,
  risk: 'R0',
  scopeRule: 'reach',
  body: schemas.emptyBody,
  reply: z.object({
    games: z.array(gameRecord),
    operators: z.array(operatorRecord),
    lines: z.array(lineRecord),
    /** Whether the caller may add a game. */
    canAddGames: z.boolean(),
  }),
})

/** Servers of a line with their connection, keys excepted. */
export const catalogueServers = defineRoute({
  method: 'POST',
  path: '/platform/catalogue/servers',
  title: 'scope.catalogueServers',
  permission: readPlaces,
  level: 2,
  risk: 'R0',
  body: z.object({ lineId: schemas.shortText }),
  target: ({ body }) => ({ lineId: body.lineId }),
  reply: z.array(serverRecord),
})

/** What administrators see of the hierarchy; whoever learns that it changed asks for it anew. */
export const catalogueViews = [catalogueTree, catalogueServers] as const

/** Tells open pages that the hierarchy is another one now; they ask for what they show. */
export const catalogueChannel = defineChannel({
  name: 'scope.catalogue',
  title: 'scope.catalogueLive',
  permission: 'session',
  level: 0,
  open: z.object({}),
  event: z.object({ atMs: z.number() }),
})
