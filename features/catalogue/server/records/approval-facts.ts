import { effectsOf } from '@qd/contract-kit'
import type { Risk } from '@qd/contract-kit'
import { objectKey, recordFacts, worstPlace } from '@qd/server-kit'
import type { ApprovalFacts, CataloguePlace } from '@qd/server-kit'

interface PlaceChange {
  /** `save`, `delete`, `keys` or `switch`: what is done to it. */
  does: 'save' | 'delete' | 'keys' | 'switch'
  name: string
  /** Path of the record. */
  path: string
  version: string | number
  before: object | null
  after: object | null
  risk: Risk
  places: readonly CataloguePlace[]
  rows?: number
}

/** What somebody is asked to approve of a change of the catalogue. */
export function placeFacts({ does, name, path, places, ...change }: PlaceChange): ApprovalFacts {
  const worst = worstPlace(places)
  return recordFacts({
    ...change,
    title: { key: `catalogue.title.${does}`, params: { name } },
    object: objectKey('place', path),
    label: { key: 'catalogue.base' },
    fields: 'catalogue.field',
    effects: effectsOf('catalogue', does === 'delete' && 'destructive'),
    ...(worst === undefined ? {} : { place: worst, places }),
  })
}
