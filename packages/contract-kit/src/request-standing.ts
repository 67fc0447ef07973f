import * as z from 'zod/mini'

/** The request for approval that counts for an object, and where it stands; as its owner shows it. */
export const requestStanding = z.object({
  requestId: z.string(),
  /** What people call it. */
  number: z.int(),
  state: z.enum([
    'draft',
    'pending',
    'rejected',
    'vetoed',
    'approved',
    'executing',
    'done',
    'failed',
    'cancelled',
    'expired',
  ]),
})
export type RequestStanding = z.infer<typeof requestStanding>
