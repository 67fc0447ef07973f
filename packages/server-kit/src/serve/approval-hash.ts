import { hash } from 'node:crypto'
import { canonicalJson } from '@qd/canonical-json'
import { confirmationPart } from '@qd/contract-kit'
import type { AnyRoute, ApprovalType, InputOf } from '@qd/contract-kit'
import type { CataloguePlace } from '../ports/index.ts'

type AnyInput = InputOf<undefined, undefined, undefined> & { query: unknown; body: unknown }

/** They say why, and that it is them; not what is done. */
const NO_PART = ['reason', 'confirm', 'password']

function without(part: unknown, fields: readonly string[]): unknown {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
  return Object.fromEntries(Object.entries(part).filter(([key]) => !fields.includes(key)))
}

/** The input as it is approved. */
export function approvedInput(route: AnyRoute, input: AnyInput): AnyInput {
  const part = confirmationPart(route)
  return { ...input, [part]: without(input[part], NO_PART) }
}

interface Hashed {
  type: ApprovalType
  route: AnyRoute
  place: CataloguePlace
  input: AnyInput
  about: string
}

const placeOf = ({ game, operator, lineId, sId, environment, uId }: CataloguePlace) => ({
  game,
  operator,
  lineId,
  sId,
  environment,
  uId,
})

const sha256 = (text: string) => hash('sha256', text, 'hex')

/** The input with digests for what nobody reads again. */
function sealed(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each) => sealed(each, secrets))
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      const isSecret = secrets.includes(key) && typeof each === 'string' && each !== ''
      return [key, isSecret ? `sha256:${sha256(each)}` : sealed(each, secrets)]
    }),
  )
}

/** What an approval is bound to: the kind, the route, the place it aims at, its input and the digest of its text. */
export function approvalContent({ type, route, place, input, about }: Hashed): string {
  const kept = approvedInput(route, input)
  return canonicalJson({
    type: type.type,
    route: `${route.method} ${route.path}`,
    place: placeOf(place),
    input: type.secrets === undefined ? kept : sealed(kept, type.secrets),
    about,
  })
}

export const contentDigest = sha256

/** What a veto blocks: the same wish under another key is the same wish. */
export function wishHash({ type, route, place, input, about }: Hashed, content: unknown): string {
  const kept = approvedInput(route, input)
  const part = confirmationPart(route)
  const wish = content ?? { ...kept, [part]: without(kept[part], ['idempotencyKey']) }
  const named = {
    type: type.type,
    route: `${route.method} ${route.path}`,
    place: placeOf(place),
    about,
    wish,
  }
  return sha256(canonicalJson(named))
}
