import { WITH_TOKENS, defineRoute, schemas, z } from '@qd/contract-kit'

const session = {
  permission: 'session',
  sessionKinds: WITH_TOKENS,
  risk: 'R0',
  scopeRule: 'reach',
  unknownFields: 'ignore',
} as const
const named = z.object({ name: z.string(), value: z.string() })

export const gameList = defineRoute({
  ...session,
  method: 'POST',
  path: '/platform/game/list',
  title: 'scope.gameList',
  level: 0,
  body: schemas.emptyBody,
  reply: z.array(
    z.object({ id: z.string(), name: z.string(), code: z.string(), environment: schemas.environment }),
  ),
})

export const operatorList = defineRoute({
  ...session,
  method: 'POST',
  path: '/platform/partner/list',
  title: 'scope.operatorList',
  level: 0,
  body: z.object({ game: schemas.shortText }),
  target: ({ body }) => ({ game: body.game }),
  reply: z.array(z.object({ partnerCode: z.string(), name: z.string(), platform: z.int() })),
})

export const lineList = defineRoute({
  ...session,
  method: 'POST',
  path: '/partner/line/list',
  title: 'scope.lineList',
  level: 1,
  body: z.object({ game: schemas.shortText, partnerCode: schemas.shortText }),
  target: ({ body }) => ({ game: body.game, operator: body.partnerCode }),
  reply: z.array(
    z.object({
      lineId: z.string(),
      lineCode: z.string(),
      name: z.string(),
      environment: schemas.environment,
    }),
  ),
})

const lineParams = z.object({ lineId: schemas.shortText })

export const serverList = defineRoute({
  ...session,
  method: 'POST',
  path: '/partner/server/list/:lineId',
  title: 'scope.serverList',
  level: 2,
  params: lineParams,
  body: schemas.emptyBody,
  target: ({ params }) => ({ lineId: params.lineId }),
  reply: z.array(
    z.object({
      sId: z.int(),
      serviceName: z.string(),
      status: z.enum(['running', 'stopped', 'unknown']),
      openedAt: z.nullable(z.number()),
    }),
  ),
})

export const channelList = defineRoute({
  ...session,
  method: 'POST',
  path: '/partner/channel/list/:lineId',
  title: 'scope.channelList',
  level: 2,
  params: lineParams,
  body: schemas.emptyBody,
  target: ({ params }) => ({ lineId: params.lineId }),
  reply: z.array(z.object({ name: z.string(), code: z.string() })),
})

/** Which operator, line and server a link means: it names a place by its line, or by its operator. */
export const linkedPlace = defineRoute({
  ...session,
  method: 'GET',
  path: '/adjust/place',
  title: 'scope.linkedPlace',
  level: 1,
  query: z.object({
    game: schemas.shortText,
    partnerCode: z.optional(schemas.shortText),
    lineId: z.optional(schemas.shortText),
    sId: z.optional(schemas.sIdNumber),
  }),
  target: ({ query }) => ({
    game: query.game,
    operator: query.partnerCode,
    lineId: query.lineId,
    sId: query.sId,
  }),
  reply: z.object({
    game: z.string(),
    partnerCode: z.string(),
    /** Empty: the link names none. */
    lineId: z.string(),
    /** 0: the link names none. */
    sId: z.int(),
  }),
})

/** What the selection offers; whoever learns that the catalogue changed asks for it anew. */
export const selectionLists = [gameList, operatorList, lineList, serverList, channelList] as const

/** Lines as base addresses `/line/{lineId}` (S3.04). */
export const domainList = defineRoute({
  ...session,
  method: 'GET',
  path: '/adjust/domain',
  title: 'scope.domainList',
  level: 0,
  reply: z.array(named),
})

const lineQuery = z.object({ lineId: z.optional(schemas.shortText) })

export const gameServerList = defineRoute({
  ...session,
  method: 'GET',
  path: '/adjust/getServer',
  title: 'scope.gameServerList',
  level: 2,
  query: lineQuery,
  target: ({ query }) => ({ lineId: query.lineId }),
  reply: z.array(named),
})

export const crossServerList = defineRoute({
  ...session,
  method: 'GET',
  path: '/adjust/getCrossServer',
  title: 'scope.crossServerList',
  level: 2,
  query: lineQuery,
  target: ({ query }) => ({ lineId: query.lineId }),
  reply: z.array(
    z.object({ name: z.string(), value: z.string(), hub: z.string(), members: z.array(z.string()) }),
  ),
})
