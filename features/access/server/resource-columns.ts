import type { GrantResource } from '@qd/contract-kit'

/** What a grant is narrowed to, as its row holds it; both empty: nothing. */
export interface ResourceColumns {
  resource_kind: string
  resource_pattern: string
}

/** As part of a grant. */
export function resourceOf({ resource_kind: kind, resource_pattern: pattern }: ResourceColumns): {
  resource?: GrantResource
} {
  return kind === '' ? {} : { resource: { kind, pattern } }
}

/** As part of a row. */
export function resourceColumns(resource: GrantResource | undefined): ResourceColumns {
  return { resource_kind: resource?.kind ?? '', resource_pattern: resource?.pattern ?? '' }
}
