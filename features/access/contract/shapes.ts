import { MOST_PATTERN_CHARS, z } from '@qd/contract-kit'

export const id = z.string().check(z.minLength(1), z.maxLength(64))
export const roleCode = z.string().check(z.minLength(1), z.maxLength(64))
/** Line ends and turned writing would make a name read as another one, or as several lines, where it is shown. */
const SHOWN = /^[^\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*$/u
export const shownName = z.string().check(z.trim(), z.minLength(1), z.maxLength(64), z.regex(SHOWN))

/** The last moment there is a date for. */
const LAST_MS = 8_640_000_000_000_000
/** When a right or a membership ends by itself, ms UTC. */
export const rightEnd = z.int().check(z.gte(0), z.lte(LAST_MS))

/** Things of one kind at the place of a grant, by a pattern as `resource-pattern.ts` of the contract kit reads it. */
const grantResource = z.object({
  kind: z.string().check(z.minLength(1), z.maxLength(64)),
  pattern: z.string().check(z.minLength(1), z.maxLength(MOST_PATTERN_CHARS), z.regex(SHOWN)),
})

/** A role below a scope path (`*`, `game/operator/line/server`) in one environment or all. */
export const roleGrant = z.object({
  role: roleCode,
  scope: z.string().check(z.minLength(1), z.maxLength(300)),
  environment: z.enum(['dev', 'test', 'staging', 'production', '*']),
  /** Only for these things, and only those permissions of the role that declare their kind; absent: all of the role. */
  resource: z.optional(grantResource),
  /** When it ends by itself, ms UTC; absent: when somebody takes it. */
  until: z.optional(rightEnd),
})
export type RoleGrant = z.infer<typeof roleGrant>

export const grantChange = z.object({
  give: z.array(roleGrant).check(z.maxLength(50)),
  take: z.array(roleGrant).check(z.maxLength(50)),
})

/** A grant in a list, with whether the caller may take it away. */
export const heldGrant = z.object({ ...roleGrant.shape, mayTake: z.boolean() })

export const named = z.object({ id: z.string(), name: z.string() })

/** One reason why somebody holds rights: a grant of their own or of a group they are in or below. */
export const rightsSource = z.object({
  ...roleGrant.shape,
  roleName: z.string(),
  isBuiltIn: z.boolean(),
  /** The group that gives it; null: their own grant. */
  group: z.nullable(named),
  codes: z.array(z.string()),
})
export type RightsSource = z.infer<typeof rightsSource>
