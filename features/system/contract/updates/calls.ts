import { definePermission, defineRoute, schemas, z } from '@qd/contract-kit'

/** Looks for new versions of the console and brings them to its machine; nobody below an administrator does. */
export const manageUpdates = definePermission({
  routerName: 'updates',
  code: 'manage',
  type: 'button',
  heldBy: [],
})

/** A version the console has not, found without anybody asking. */
export const UPDATE_FOUND = { name: 'system.updateFound', level: 'info', heldBy: manageUpdates } as const

const version = z.string().check(z.minLength(1), z.maxLength(80))

const updateStage = z.enum([
  /** The settings name no feed. */
  'off',
  /** Nobody has looked yet. */
  'idle',
  'checking',
  /** The console has the newest version. */
  'none',
  'available',
  'error',
  'downloading',
  /** The package lies on the console's machine; a restart by its administrator is what is missing. */
  'downloaded',
])

const updatePackage = z.object({
  name: z.string(),
  size: z.number(),
  sha256: z.string(),
  /** Where it can be fetched by hand: an address, or a path on the console's machine. */
  address: z.string(),
  /** What the publisher says to type; empty: nothing. */
  command: z.string(),
})

const updateRelease = z.object({
  version: z.string(),
  publishedAt: z.number(),
  /** Markdown as the publisher signed it. It is shown as text, never as HTML. */
  notes: z.string(),
  isIgnored: z.boolean(),
  /** Null: there is none for the console's machine. */
  package: z.nullable(updatePackage),
})
export type UpdateRelease = z.infer<typeof updateRelease>

export const updateView = z.object({
  stage: updateStage,
  /** Of the program that runs. */
  running: z.string(),
  /** Where new versions are looked for; empty: nowhere. */
  feed: z.string(),
  /** The console runs on a Mac: the package is installed by hand. */
  isByHand: z.boolean(),
  /** When the feed was last read and verified. */
  checkedAt: z.nullable(z.number()),
  /** Of the last check or download, in the language of the call. */
  fault: z.nullable(z.object({ code: z.string(), text: z.string() })),
  release: z.nullable(updateRelease),
  /** Bytes that have come, of those that will. */
  progress: z.nullable(z.object({ done: z.number(), total: z.number() })),
  /** The verified package, on the machine that fetched it. */
  file: z.nullable(z.object({ path: z.string(), machine: z.string(), sha256: z.string() })),
})
export type UpdateView = z.infer<typeof updateView>

const own = { method: 'POST', permission: manageUpdates, level: 0 } as const

/** How far it is; reads no feed. */
export const updateStatus = defineRoute({
  ...own,
  path: '/platform/update/status',
  title: 'system.updateStatus',
  risk: 'R0',
  body: schemas.emptyBody,
  reply: updateView,
})

/** Reads the feed now. While one check runs, another is not begun. */
export const updateCheck = defineRoute({
  ...own,
  path: '/platform/update/check',
  title: 'system.updateCheck',
  risk: 'R1',
  body: schemas.emptyBody,
  reply: updateView,
})

/** Checks that nobody asked for do not tell of this version. */
export const updateIgnore = defineRoute({
  ...own,
  path: '/platform/update/ignore',
  title: 'system.updateIgnore',
  risk: 'R1',
  subject: ({ body }) => body.version,
  body: z.object({ version, isIgnored: z.boolean() }),
  reply: updateView,
})

/** Begins to fetch the package; the status tells how far it is. Nothing is run. */
export const updateDownload = defineRoute({
  ...own,
  path: '/platform/update/download',
  title: 'system.updateDownload',
  risk: 'R2',
  subject: ({ body }) => body.version,
  body: z.object({ version }),
  reply: updateView,
})

export const updateCancel = defineRoute({
  ...own,
  path: '/platform/update/cancel',
  title: 'system.updateCancel',
  risk: 'R1',
  body: schemas.emptyBody,
  reply: updateView,
})
