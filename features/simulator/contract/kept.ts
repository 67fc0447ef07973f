import { defineRoute, schemas, z } from '@qd/contract-kit'
import { recordCommand } from './records.ts'
import { simulatorConnect } from './permissions.ts'

/*
 * Time lines that were kept under a name. A kept time line lies on the node of its connection as a session file, without
 * what proves somebody, until its owner deletes it. It takes part in the owner's share of that node's disk.
 */

export const KEPT_MAX = 100
export const keptName = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))
export const keptId = z.string().check(z.minLength(1), z.maxLength(64))
const atLine = { method: 'POST', level: 2, permission: simulatorConnect } as const
const target = ({ body }: { body: { lineId: string } }) => ({ lineId: body.lineId })

export const keptTimeline = z.object({
  keptId: z.string(),
  lineId: z.string(),
  name: z.string(),
  /** Server, record or address it came from, by name. */
  title: z.string(),
  /** Where its frames came from; it may be gone by now. Neither: a capture, or an address without a record. */
  sId: z.optional(z.int()),
  recordId: z.optional(z.string()),
  /** The player who had entered; empty where nobody had. */
  uId: z.string(),
  frames: z.int(),
  /** On the disk. */
  bytes: z.number(),
  /** The node it lies on, by the name of its machine. */
  node: z.string(),
  /** Whether the node that answers has it: only such can be opened now. */
  isHere: z.boolean(),
  keptAt: z.number(),
})
export type KeptTimeline = z.infer<typeof keptTimeline>

/** One's own kept time lines of a line, the newest first. */
export const keptList = defineRoute({
  ...atLine,
  path: '/platform/simulator/kept/list',
  title: 'simulator.keptList',
  risk: 'R0',
  body: z.object({ lineId: schemas.shortText }),
  target,
  reply: z.object({
    list: z.array(keptTimeline),
    /** Bytes all of one's kept time lines take on the node that answers, and the most all of one's time lines may. */
    bytes: z.number(),
    limitBytes: z.number(),
  }),
})

/**
 * The messages as they were when it was kept, also after its server left the catalogue or its record was deleted. Of one
 * without names `simulator_kept_nameless`.
 */
export const keptDefinition = defineRoute({
  ...atLine,
  path: '/platform/simulator/kept/definition',
  title: 'simulator.keptDefinition',
  risk: 'R0',
  body: z.object({ lineId: schemas.shortText, keptId }),
  target,
  reply: z.object({
    proto: z.object({ nested: z.record(z.string(), z.unknown()) }),
    cmds: z.array(recordCommand),
  }),
})

/** Deletes one's own. Of another node, the file goes with that node's next clean-up. */
export const keptDelete = defineRoute({
  ...atLine,
  path: '/platform/simulator/kept/delete',
  title: 'simulator.keptDelete',
  risk: 'R1',
  body: z.object({ lineId: schemas.shortText, keptId }),
  target,
  subject: ({ body }) => body.keptId,
  reply: schemas.nothing,
})
