import { hash } from 'node:crypto'
import { canonicalJson } from '@qd/canonical-json'
import { confirmationPart } from '@qd/contract-kit'
import type { AnyRoute, InputOf } from '@qd/contract-kit'
import type { CataloguePlace } from '../ports/index.ts'

type AnyInput = InputOf<undefined, undefined, undefined> & { query: unknown; body: unknown }

/**
 * Reason and typed name say why, not what: the proof stays good when they are given or corrected afterwards. A password is
 * no part of what is done, and nothing made of it leaves the call.
 */
const NO_PART = ['reason', 'confirm', 'password']

function withoutConfirmation(part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(Object.entries(part).filter(([key]) => !NO_PART.includes(key)))
}

/** What a step-up proof is bound to, beside session and user: the route, the place it aims at and its input. */
export function actionHash(
  route: AnyRoute,
  place: CataloguePlace,
  input: AnyInput & { about: string },
): string {
  const part = confirmationPart(route)
  const { game, operator, lineId, sId, environment, uId } = place
  const action = {
    route: `${route.method} ${route.path}`,
    place: { game, operator, lineId, sId, environment, uId },
    input: { ...input, [part]: withoutConfirmation(input[part]) },
  }
  return hash('sha256', canonicalJson(action), 'hex')
}
