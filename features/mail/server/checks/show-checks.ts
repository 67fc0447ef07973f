import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import type { mailChecks } from '../../contract/index.ts'
import { findMail } from '../drafts/mail-record.ts'
import { blockOf, checkMail } from './check-mail.ts'
import type { Check } from './check-mail.ts'
import { gatherFacts } from './gather-facts.ts'
import type { CheckDeps } from './gather-facts.ts'
import { languageRows } from './languages.ts'
import { tellCheck } from './tell-check.ts'
import { itemName, itemTotals, weightOf } from './totals.ts'

/** Looks at everything and says it in the reader's language. */
export async function handleMailChecks(
  deps: CheckDeps,
  { body }: RouteInput<typeof mailChecks>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof mailChecks>> {
  const row = await findMail(deps, ctx.place.lineId, body.id)
  const { facts } = await gatherFacts(deps, ctx, row)
  const checks = checkMail(facts)
  const told = (check: Check) => tellCheck(check, ctx)
  const block = blockOf(checks)
  return {
    checks: checks.map((check) => ({ key: check.key, state: check.state, text: told(check), detail: null })),
    blockedBy: block === null ? null : told(block),
    players: facts.reach.players,
    isEstimate: facts.reach.isEstimate,
    ...weightOf(facts),
    totals: itemTotals(facts).map(({ number, each, total }) => ({
      number,
      quantity: String(each),
      name: itemName(facts, number, ctx.lang),
      total: String(total),
      limit: facts.limits.has(number) ? String(facts.limits.get(number)) : null,
    })),
    languages: languageRows(facts.draft, facts.targets),
  }
}
