import { FILE_LIMIT_BYTES, WITH_TOKENS, defineRoute, schemas, z } from '@qd/contract-kit'
import { approvalDetail, approvalView, shownBlock } from './approval-view.ts'
import {
  approvalHash,
  approvalId,
  approvalStatus,
  executionState,
  executionWindow,
  placeView,
  reasonText,
  riskLevel,
} from './shapes.ts'

/** Largest input of a call that is handed in for approval, bytes of JSON. */
export const INPUT_BYTES = 1_572_864
const INPUT_VALUES = 200_000

/** Open to whoever is signed in: the handler looks at each request. */
export const own = {
  method: 'POST',
  permission: 'session',
  sessionKinds: WITH_TOKENS,
  level: 0,
  scopeRule: 'reach',
} as const
export const ofOne = {
  body: z.object({ id: approvalId }),
  subject: ({ body }: { body: { id: string } }) => body.id,
}

/** The input of the call as it would have been sent to its own address. */
const givenInput = z.object({
  params: z.optional(z.record(z.string(), z.unknown())),
  query: z.optional(z.record(z.string(), z.unknown())),
  body: z.optional(z.record(z.string(), z.unknown())),
})

const orderFields = {
  input: givenInput,
  reason: reasonText,
  ticket: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  window: z.optional(executionWindow),
  /** Ids of accounts that are told what happens. */
  watchers: z.optional(z.array(approvalId).check(z.maxLength(50))),
}

/**
 * Hands a gated call in for approval: the call is tried in the caller's name without writing anything, and what it would do
 * becomes the request. The text of the call, if it takes one, is the text of this call.
 */
export const approvalSubmit = defineRoute({
  ...own,
  path: '/platform/approvals/submit',
  title: 'approvals.submit',
  risk: 'R1',
  bodyLimit: INPUT_BYTES,
  bodyValues: INPUT_VALUES,
  textLimit: FILE_LIMIT_BYTES,
  body: z.object({
    /** `POST /adjust/bulk/start` */
    route: z.string().check(z.regex(/^(GET|POST) \/[\w/:.-]+$/), z.maxLength(200)),
    ...orderFields,
  }),
  subject: ({ body }) => body.route,
  audit: ({ body }) => ({ route: body.route, ticket: body.ticket ?? '' }),
  reply: z.object({
    id: z.string(),
    number: z.int(),
    hash: approvalHash,
    /** The same content is open already, so this is that request. */
    replayed: z.boolean(),
    conflicts: z.int(),
  }),
})

/** A new revision by the author: votes are cleared, the old ones stay to be read. */
export const approvalRevise = defineRoute({
  ...own,
  path: '/platform/approvals/revise',
  title: 'approvals.revise',
  risk: 'R1',
  bodyLimit: INPUT_BYTES,
  bodyValues: INPUT_VALUES,
  textLimit: FILE_LIMIT_BYTES,
  body: z.object({
    id: approvalId,
    /** The one the author has seen. */
    revision: schemas.revision,
    ...orderFields,
  }),
  subject: ({ body }) => body.id,
  audit: ({ body }) => ({ revision: body.revision }),
  reply: z.object({ revision: z.int(), hash: approvalHash }),
})

/** A request of a list; the rest of it only where it was asked for. */
const listedApproval = z.extend(approvalView, {
  brief: z.optional(
    z.object({
      /** The first rows of each part of its preview. */
      preview: z.array(shownBlock),
      places: z.array(placeView),
    }),
  ),
})
export type ListedApproval = z.infer<typeof listedApproval>

const inbox = z.enum(['to_decide', 'mine', 'watching', 'decided', 'all'])

/** How `to_decide` is ordered: the riskiest first, or what ends first. */
export const INBOX_ORDERS = ['risk', 'end'] as const

/** Newest first; `to_decide` shows the riskiest first, those of production before others of one risk. */
export const approvalList = defineRoute({
  ...own,
  path: '/platform/approvals/list',
  title: 'approvals.list',
  risk: 'R0',
  body: z.object({
    inbox,
    statuses: z.optional(z.array(approvalStatus).check(z.maxLength(6))),
    executions: z.optional(z.array(executionState).check(z.maxLength(9))),
    type: z.optional(z.string().check(z.maxLength(100))),
    risk: z.optional(riskLevel),
    environment: z.optional(schemas.environment),
    /** Requests at or below it. */
    scope: z.optional(schemas.scopePathText),
    /** Those whose owner has this page. */
    hint: z.optional(z.string().check(z.maxLength(500))),
    /** Those on one of these objects, as the refusal of the call named them. */
    objects: z.optional(z.array(z.string().check(z.maxLength(500))).check(z.minLength(1), z.maxLength(50))),
    /** Part of the title, or the number. */
    search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    /** Only those with smaller numbers: `next` of the last answer. */
    before: z.optional(schemas.position),
    /** Of `to_decide` alone. */
    order: z.optional(z.enum(INBOX_ORDERS)),
    /** Of `to_decide` alone: so many of them are known, `next` of the last answer. */
    skip: z.optional(schemas.position),
    limit: z.optional(z.int().check(z.gte(1), z.lte(200))),
    /** With what each of them does, in brief, and every place it touches: for those who decide on several at once. */
    isBrief: z.optional(z.boolean()),
  }),
  reply: z.object({
    list: z.array(listedApproval),
    next: z.nullable(z.int()),
    /** Kinds of requests there are, to choose from. */
    types: z.array(z.object({ type: z.string(), title: z.string() })),
  }),
})

export const approvalCounts = z.object({
  toDecide: z.int(),
  /** Own ones that are open. */
  mine: z.int(),
  watching: z.int(),
})

/** For the top bar. */
export const approvalCount = defineRoute({
  ...own,
  path: '/platform/approvals/counts',
  title: 'approvals.counts',
  risk: 'R0',
  body: schemas.emptyBody,
  reply: z.extend(approvalCounts, {
    /** Whether approvals are on, for the banner. */
    isOn: z.boolean(),
  }),
})

export const approvalGet = defineRoute({
  ...own,
  ...ofOne,
  path: '/platform/approvals/get',
  title: 'approvals.get',
  risk: 'R0',
  body: z.object({
    id: approvalId,
    /** An older revision; absent: the newest. */
    revision: z.optional(schemas.revision),
  }),
  reply: approvalDetail,
})

/** Two revisions side by side: how their input and their preview differ. */
export const approvalCompare = defineRoute({
  ...own,
  path: '/platform/approvals/compare',
  title: 'approvals.compare',
  risk: 'R0',
  body: z.object({ id: approvalId, left: schemas.revision, right: schemas.revision }),
  reply: z.object({
    left: z.object({ revision: z.int(), hash: approvalHash, preview: z.array(shownBlock) }),
    right: z.object({ revision: z.int(), hash: approvalHash, preview: z.array(shownBlock) }),
    /** Values of the input that differ, by their dotted path; null: not there. */
    input: z.array(
      z.object({ path: z.string(), left: z.nullable(z.string()), right: z.nullable(z.string()) }),
    ),
    /** More differ than are told. */
    more: z.int(),
  }),
})

/** Back to a draft that only its author sees. */
export const approvalWithdraw = defineRoute({
  ...own,
  ...ofOne,
  path: '/platform/approvals/withdraw',
  title: 'approvals.withdraw',
  risk: 'R1',
  reply: schemas.nothing,
})

export const approvalComment = defineRoute({
  ...own,
  ...ofOne,
  path: '/platform/approvals/comment',
  title: 'approvals.comment',
  risk: 'R1',
  body: z.object({ id: approvalId, text: z.string().check(z.trim(), z.minLength(1), z.maxLength(2000)) }),
  reply: z.object({ commentId: z.string() }),
})

export const approvalWatch = defineRoute({
  ...own,
  ...ofOne,
  path: '/platform/approvals/watch',
  title: 'approvals.watch',
  risk: 'R1',
  body: z.object({ id: approvalId, isWatched: z.boolean() }),
  reply: schemas.nothing,
})

/** Begins the execution of an approved request inside its window. */
export const approvalExecute = defineRoute({
  ...own,
  path: '/platform/approvals/execute',
  title: 'approvals.execute',
  risk: 'R2',
  body: z.object({ id: approvalId, hash: approvalHash }),
  subject: ({ body }) => body.id,
  audit: ({ body }) => ({ hash: body.hash }),
  reply: schemas.nothing,
})

/** Ends the execution: one that has not begun does not begin, a job stops at its next row. */
export const approvalStop = defineRoute({
  ...own,
  path: '/platform/approvals/stop',
  title: 'approvals.stop',
  risk: 'R2',
  body: z.object({ id: approvalId, reason: reasonText }),
  subject: ({ body }) => body.id,
  reply: schemas.nothing,
})

/** Everything that proves what was approved and done, as a file that `npm run approvals:verify` checks offline. */
export const approvalProof = defineRoute({
  ...own,
  ...ofOne,
  path: '/platform/approvals/proof',
  title: 'approvals.proof',
  risk: 'R2',
  reply: z.unknown(),
  raw: true,
})

/** What the audit calls the end of an execution, which no call brings about. */
export const APPROVAL_EXECUTED = 'approvals.executed'
