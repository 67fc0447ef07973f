import { defineChannel, z } from '@qd/contract-kit'

/** Tells open pages that their session ended or their rights changed. */
export const sessionChannel = defineChannel({
  name: 'session',
  title: 'session.live',
  permission: 'session',
  level: 0,
  open: z.object({}),
  event: z.object({ kind: z.enum(['ended', 'rights']), reason: z.optional(z.string()) }),
})
