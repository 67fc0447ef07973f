import { FILE_LIMIT_BYTES, defineRoute, schemas, z } from '@qd/contract-kit'
import { catalogueApproval } from './approvals.ts'
import { editPlaces, readPlaces } from './permissions.ts'

/** `values` of a JSON file: a server has some forty, its layout written out included. */
export const EXCHANGE_LIMITS = { rows: 10_000, bytes: FILE_LIMIT_BYTES, values: 1_000_000 } as const
export const exchangeFormat = z.enum(['json', 'csv'])

/** What the caller reaches as a file's text, without keys; CSV holds the servers alone. */
export const exportCatalogue = defineRoute({
  method: 'POST',
  path: '/platform/catalogue/export',
  title: 'scope.exportCatalogue',
  permission: readPlaces,
  level: 0,
  // What leaves as a file leaves a row.
  risk: 'R1',
  scopeRule: 'reach',
  body: z.object({ format: exchangeFormat }),
  audit: ({ body }) => ({ format: body.format }),
  subject: () => 'catalogue',
  reply: z.object({ fileName: z.string(), text: z.string(), servers: z.int() }),
})

export const importRow = z.object({
  /** Line of a CSV file; ordinal of the record in a JSON file. */
  line: z.int(),
  kind: z.enum(['game', 'operator', 'line', 'server']),
  /** `game/operator/line/sId` as far as it goes. */
  place: z.string(),
  name: z.string(),
  change: z.enum(['added', 'changed', 'unchanged', 'refused']),
  /** Fields that differ, or the one that is wrong. */
  fields: z.array(z.string()),
  /** Why it is refused, or what is done differently, in the caller's language. */
  note: z.string(),
})
export type ImportRow = z.output<typeof importRow>

/** Works out what a file, the text of the call, would do; with `apply` does all of it in one transaction, or nothing. */
export const importCatalogue = defineRoute({
  method: 'POST',
  path: '/platform/catalogue/import',
  title: 'scope.importCatalogue',
  approval: catalogueApproval,
  permission: editPlaces,
  level: 0,
  risk: 'R2',
  // Weighed when the file has been read: its rows may lie in production.
  risesTo: 'R3',
  confirms: 'named',
  scopeRule: 'reach',
  body: z.object({
    format: exchangeFormat,
    apply: z.boolean(),
    ...schemas.confirmation,
  }),
  audit: ({ body }) => ({ format: body.format, apply: body.apply }),
  subject: () => 'catalogue',
  textLimit: EXCHANGE_LIMITS.bytes,
  reply: z.object({
    rows: z.array(importRow),
    counts: z.object({
      added: z.int(),
      changed: z.int(),
      unchanged: z.int(),
      refused: z.int(),
    }),
    isApplied: z.boolean(),
  }),
})
