import {
  GAME_SERVER_PATH,
  bodyRulesFault,
  confirmationPart,
  isSessionless,
  mayAskStepUp,
  mayBeConfirmed,
  mostRisk,
  riskAtLeast,
} from '@qd/contract-kit'
import type { AnyRoute } from '@qd/contract-kit'
import type { ServedRoute } from '../serve/serve.ts'

const hasPermission = (route: AnyRoute) =>
  typeof route.permission === 'string' || (route.permission?.routerName && route.permission.code)

interface ObjectShape {
  _zod?: { def: { shape?: Record<string, unknown> } }
}

/** Why what the gate asks of this call does not fit what it declares; null: it fits. */
function confirmationProblem({ route, options }: ServedRoute): string | null {
  if (options.raiseRisk !== undefined && route.risesTo === undefined)
    return 'raises a risk it does not declare'
  const isNamed = route.confirms === 'named'
  if (options.targetName !== undefined && !isNamed) return "names its target without confirms: 'named'"
  if (isNamed && options.targetName === undefined && options.raiseRisk !== undefined) return 'names no target'
  const part = confirmationPart(route)
  const shape = (route[part] as ObjectShape | undefined)?._zod?.def.shape ?? {}
  const asked = mayBeConfirmed(route) ? ['reason', 'confirm'] : route.needsReason === true ? ['reason'] : []
  const missing = asked.find((field) => !Object.hasOwn(shape, field))
  return missing === undefined ? null : `may be asked for ${missing}, which its ${part} does not take`
}

/** Why a call cannot be handed in for approval and executed later; null: it can. */
function approvalProblem(route: AnyRoute): string | null {
  if (!riskAtLeast(mostRisk(route), 'R1')) return 'declares an approval and changes nothing'
  if (route.raw === true) return 'declares an approval and answers with a file'
  if (route.bytesLimit !== undefined) return 'declares an approval and takes bytes'
  return null
}

/** A route without permission, level or risk does not start; neither do two routes of one address. */
export function checkDeclarations(served: readonly ServedRoute[]): void {
  const seen = new Set<string>()
  for (const each of served) {
    const { route } = each
    const name = `${route.method} ${route.path}`
    if (!hasPermission(route)) throw new Error(`${name} declares no permission`)
    if (![0, 1, 2, 3].includes(route.level)) throw new Error(`${name} declares no level`)
    if (!/^R[0-4]$/.test(route.risk ?? '')) throw new Error(`${name} declares no risk`)
    if (route.level > 0 && route.target === undefined) throw new Error(`${name} has a level but no target`)
    if (isSessionless(route.permission) && riskAtLeast(mostRisk(route), 'R1')) {
      throw new Error(`${name} has no caller and must not change anything under the guard`)
    }
    if (route.path.startsWith(GAME_SERVER_PATH) !== (route.permission === 'game-server')) {
      throw new Error(`${name}: calls of game servers, and no others, stand under ${GAME_SERVER_PATH}`)
    }
    const isCovered = route.stepUp === 'sometimes' && mostRisk(route) !== 'R4'
    if (
      mayAskStepUp(route) &&
      !isCovered &&
      (route.textLimit !== undefined || route.bytesLimit !== undefined)
    ) {
      throw new Error(`${name} asks for a step-up proof, which does not cover its text`)
    }
    const gateProblem = route.approval === undefined ? null : approvalProblem(route)
    if (gateProblem !== null) throw new Error(`${name} ${gateProblem}`)
    const fault = bodyRulesFault(route)
    if (fault !== null) throw new Error(`${name} ${fault}`)
    const problem = confirmationProblem(each)
    if (problem !== null) throw new Error(`${name} ${problem}`)
    if (seen.has(name)) throw new Error(`${name} is declared twice`)
    seen.add(name)
  }
}
