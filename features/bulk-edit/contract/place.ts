import { definePermission, schemas, z } from '@qd/contract-kit'

/** Change many players by one set of changes. */
export const bulkEditPermission = definePermission({
  routerName: 'index',
  code: 'data.bulk',
  type: 'job',
  heldBy: ['operator', 'developer'],
})

/** A line holds players of several servers; `sId` keeps the job to one of them. */
export const place = z.object({ sId: z.optional(schemas.sIdNumber), lineId: schemas.shortText })
export const targetOf = ({ query }: { query: z.infer<typeof place> }) => ({
  sId: query.sId,
  lineId: query.lineId,
})
export const placeName = ({ query }: { query: z.infer<typeof place> }) =>
  query.sId === undefined ? query.lineId : undefined

/** Where the call was made, when the job stands above it; jobs started before have none. */
export const home = z.optional(
  z.object({ game: z.string(), operator: z.string(), lineId: z.string(), sId: z.optional(z.int()) }),
)

/** Scope paths of its servers, where players of several places are changed. */
export const paths = z.optional(z.array(z.string()))
