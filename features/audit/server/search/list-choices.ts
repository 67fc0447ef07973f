import type { RouteReply } from '@qd/contract-kit'
import type { Language } from '@qd/i18n'
import type { Caller } from '@qd/server-kit'
import { readAudit } from '../../contract/index.ts'
import type { auditChoices } from '../../contract/index.ts'
import { entryQuery } from './entry-query.ts'
import type { SearchDeps } from './search-deps.ts'
import { searchEntries } from './search-entries.ts'

const LOOK_BACK_ROWS = 2_000

/** What the filters offer. People come from rows the caller may see: nobody learns of accounts elsewhere. */
export async function listChoices(
  deps: SearchDeps,
  caller: Caller,
  lang: Language,
): Promise<RouteReply<typeof auditChoices>> {
  await deps.index.catchUp()
  const query = await entryQuery(deps, {}, caller, readAudit)
  const options = { query, limit: LOOK_BACK_ROWS, nowMs: deps.nowMs() }
  const { rows } = await searchEntries(deps.store, options)
  const people = new Map<string, string>()
  for (const { actor_id: id, actor } of rows) {
    if (id !== '' && !people.has(id)) people.set(id, actor)
  }
  const { visible } = query
  const isInReach = (scope: string) =>
    visible === null ||
    visible.some((path) => `${path}/`.startsWith(`${scope}/`) || `${scope}/`.startsWith(`${path}/`))
  return {
    // Some things leave rows without a call of their own, such as signing in.
    actions: [...new Set([...deps.actions(), ...rows.map(({ action }) => action)])]
      .map((action) => ({ action, title: deps.titleOf(lang, action) }))
      .toSorted((a, b) => a.title.localeCompare(b.title)),
    people: [...people].map(([id, name]) => ({ id, name })),
    places: deps.places().filter(({ scope }) => isInReach(scope)),
  }
}
