import { defineChannel, defineRoute, z } from '@qd/contract-kit'
import { editPlaces } from './permissions.ts'
import { codeText, connectionFields, hashKeyText, serverNumber } from './records.ts'

/** What is looked at, in this order; a failed step leaves out those that need it. */
export const TEST_STEPS = [
  'address',
  'dns',
  'tcp',
  'tls',
  'http',
  'signature',
  'clock',
  'identity',
  'protocol',
  'players',
  'socket',
  'heartbeat',
] as const
export type TestStepName = (typeof TEST_STEPS)[number]

export const testStep = z.object({
  step: z.enum(TEST_STEPS),
  state: z.enum(['ok', 'warning', 'failed', 'skipped']),
  ms: z.nullable(z.int()),
  /** Why, as a code the page has words for; empty when all is well. */
  code: z.string(),
  /** Numbers and short codes for those words; never an answer's body, never a key. */
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type TestStep = z.output<typeof testStep>

/** A test under way, named by the page that asked for it. */
const run = z.string().check(z.regex(/^[\w-]{8,64}$/))

/** Tells the steps of one's own test as they happen: all so far, so that none is missed. */
export const testChannel = defineChannel({
  name: 'scope.test',
  title: 'scope.testLive',
  permission: editPlaces,
  level: 2,
  open: z.object({ lineId: codeText, run }),
  target: (open) => ({ lineId: open.lineId }),
  event: z.object({ steps: z.array(testStep) }),
})

/** Tries a server's connection with the values of the form; an unsaved key is used and forgotten. */
export const testServer = defineRoute({
  method: 'POST',
  path: '/platform/catalogue/test',
  title: 'scope.testServer',
  permission: editPlaces,
  level: 2,
  risk: 'R1',
  body: z.object({
    lineId: codeText,
    sId: serverNumber,
    ...connectionFields,
    hashKey: z.optional(hashKeyText),
    /** Also tells the steps on the channel of this name. */
    run: z.optional(run),
  }),
  target: ({ body }) => ({ lineId: body.lineId }),
  audit: ({ body }) => ({ apiUrl: body.apiUrl, ws: body.ws }),
  subject: ({ body }) => `${body.lineId}/${body.sId}`,
  reply: z.object({ steps: z.array(testStep), isFine: z.boolean() }),
})
