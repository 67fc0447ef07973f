import { recordFacts, worstPlace } from '@qd/server-kit'
import type { ApprovalFacts, CataloguePlace, ObjectKey } from '@qd/server-kit'
import { effectsOf } from '@qd/contract-kit'
import type { Risk, Words } from '@qd/contract-kit'
import type { RoleGrant } from '../contract/index.ts'

/** Rights of no place of their own count everywhere, in production too. */
const EVERYWHERE: CataloguePlace = { environment: 'production' }

/** Where a grant counts; one for all environments counts in production. */
function placeOfGrant({ scope, environment }: Pick<RoleGrant, 'scope' | 'environment'>): CataloguePlace {
  const [game, operator, lineId, sId] = scope === '*' ? [] : scope.split('/')
  return {
    ...(game === undefined ? {} : { game }),
    ...(operator === undefined ? {} : { operator }),
    ...(lineId === undefined ? {} : { lineId }),
    ...(sId === undefined ? {} : { sId: Number(sId) }),
    environment: environment === '*' ? 'production' : environment,
  }
}

interface RightsChange {
  title: Words
  object: ObjectKey
  version: string | number
  before: object | null
  after: object | null
  /** Grants it gives or takes; absent: it is about rights everywhere. */
  grants?: readonly RoleGrant[]
  risk?: Risk
}

/** What somebody is asked to approve of a change of rights. */
export function rightsFacts({ grants, risk = 'R3', ...change }: RightsChange): ApprovalFacts {
  const places = grants === undefined || grants.length === 0 ? [EVERYWHERE] : grants.map(placeOfGrant)
  return recordFacts({
    ...change,
    label: { key: 'access.base' },
    fields: 'access.field',
    risk,
    place: worstPlace(places) ?? EVERYWHERE,
    places,
    rows: places.length,
    effects: effectsOf('rights'),
  })
}
