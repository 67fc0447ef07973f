import { AppError, permissionKey, readPattern } from '@qd/contract-kit'
import type { DeclaredPermission, GrantResource, ResourceKind } from '@qd/contract-kit'
import { accessErrors } from '../contract/index.ts'

/** What grants may be narrowed to in the running program. */
export interface Narrowing {
  kinds(): readonly ResourceKind[]
  /** The kind that grants of a permission `routerName.code` may be narrowed to; undefined: none. */
  kindOf(permission: string): string | undefined
}

/** Grants are narrowed to nothing: one that is narrowed all the same gives nothing. */
export const NO_NARROWING: Narrowing = { kinds: () => [], kindOf: () => undefined }

/** The declarations are read when first asked for: the features are made after this one. */
export function narrowingOf(declared: {
  catalogue: () => readonly DeclaredPermission[]
  resources: () => readonly ResourceKind[]
}): Narrowing {
  let known: ReadonlyMap<string, string | undefined> | undefined
  return {
    kinds: declared.resources,
    kindOf(permission) {
      known ??= new Map(declared.catalogue().map((entry) => [permissionKey(entry), entry.resource]))
      return known.get(permission)
    },
  }
}

/** The codes of a role that a grant gives: narrowed to a kind those that declare it, never `*`. */
export function codesFor(
  { kindOf }: Pick<Narrowing, 'kindOf'>,
  codes: readonly string[],
  resource: GrantResource | undefined,
): readonly string[] {
  return resource === undefined ? codes : codes.filter((code) => kindOf(code) === resource.kind)
}

/** Throws for a kind that no feature declares, and for a pattern that is none of its kind. `field`: where it stands. */
export function checkResource({ kinds }: Narrowing, { kind, pattern }: GrantResource, field: string): void {
  const declared = kinds().find((each) => each.kind === kind)
  if (declared === undefined) {
    throw new AppError(accessErrors.grant_resource_unknown, { field: `${field}.kind`, params: { kind } })
  }
  const { length: parts } = declared.parts
  const read = readPattern(pattern, parts)
  if (typeof read !== 'string') return
  const error = read === 'star' ? accessErrors.grant_pattern_star : accessErrors.grant_pattern_parts
  throw new AppError(error, { field: `${field}.pattern`, params: { pattern, parts } })
}
