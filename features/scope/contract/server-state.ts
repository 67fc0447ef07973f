import { WITH_TOKENS, defineRoute, schemas, z } from '@qd/contract-kit'

const serverQuery = z.object({ sId: schemas.sIdNumber, lineId: z.optional(schemas.shortText) })

/** Game clock of a server; `timestamp` (seconds) also stands beside `data` (S7.20, S9.01). */
export const serverTime = defineRoute({
  method: 'GET',
  path: '/adjust/time',
  title: 'scope.serverTime',
  permission: 'session',
  sessionKinds: WITH_TOKENS,
  level: 3,
  risk: 'R0',
  query: serverQuery,
  target: ({ query }) => ({ sId: query.sId, lineId: query.lineId }),
  lift: ['timestamp'],
  reply: z.object({
    /** Game time, seconds. */
    timestamp: z.number(),
    /** Real time, seconds. */
    real: z.number(),
    /** Game minus real, seconds. */
    offset: z.number(),
    /** Minutes east of UTC. */
    zone: z.number(),
  }),
})

/** What the server card of the home page shows. */
export const serverCard = defineRoute({
  method: 'GET',
  path: '/adjust/index',
  title: 'scope.serverCard',
  permission: 'session',
  sessionKinds: WITH_TOKENS,
  level: 3,
  risk: 'R0',
  query: serverQuery,
  target: ({ query }) => ({ sId: query.sId, lineId: query.lineId }),
  reply: z.object({
    server: z.object({
      sId: z.int(),
      serviceName: z.string(),
      lineId: z.string(),
      lineName: z.string(),
      environment: schemas.environment,
      openedAt: z.nullable(z.number()),
    }),
    status: z.enum(['running', 'stopped', 'unknown']),
    build: z.nullable(z.string()),
    configVersion: z.nullable(z.string()),
    protocolMd5: z.nullable(z.string()),
    clock: z.nullable(
      z.object({ timestamp: z.number(), real: z.number(), offset: z.number(), zone: z.number() }),
    ),
    online: z.nullable(z.int()),
    startedAt: z.nullable(z.number()),
    capabilities: z.array(z.string()),
  }),
})
