import { higherRisk, riskAtLeast } from './permission.ts'
import type { Environment, Risk } from './permission.ts'
import type { AnyRoute } from './route.ts'

/** From this risk on a call in production carries a reason and the typed name of its target. */
const CONFIRMED_FROM: Risk = 'R3'

/** From this risk on a caller proves for the one action that it is them, in every environment. */
const PROVEN_FROM: Risk = 'R4'

/** Whether a call of this risk has to be confirmed in this environment; the gate and the pages ask here. */
export function isConfirmed(risk: Risk, environment: Environment | undefined): boolean {
  return environment === 'production' && riskAtLeast(risk, CONFIRMED_FROM)
}

/** What a call weighs at least in an environment, whatever its target is. */
export function leastRisk(route: AnyRoute, environment: Environment | undefined): Risk {
  return environment === 'production' ? higherRisk(route.risk, route.riskInProduction ?? 'R0') : route.risk
}

/** The most a call can weigh anywhere. */
export function mostRisk(route: AnyRoute): Risk {
  return higherRisk(leastRisk(route, 'production'), route.risesTo ?? 'R0')
}

/** Whether a call can be asked for a reason and a typed name at all. */
export function mayBeConfirmed(route: AnyRoute): boolean {
  return isConfirmed(mostRisk(route), 'production')
}

/** The part of the input in which `reason` and `confirm` stand: what has no body carries them in its query. */
export function confirmationPart({ method }: Pick<AnyRoute, 'method'>): 'query' | 'body' {
  return method === 'GET' ? 'query' : 'body'
}

/** Whether a call that weighs this much asks for a step-up proof; the gate asks here. */
export function asksStepUp(route: AnyRoute, risk: Risk): boolean {
  return route.stepUp === 'always' || riskAtLeast(risk, PROVEN_FROM)
}

/** Whether a call can be asked for a step-up proof at all. */
export function mayAskStepUp(route: AnyRoute): boolean {
  return route.stepUp !== undefined || asksStepUp(route, mostRisk(route))
}
