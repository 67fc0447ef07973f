import { AppError, coreErrors } from '@qd/contract-kit'
import { askLine, createKeptAnswers, serve } from '@qd/server-kit'
import type { CataloguePlace, ReachPort, ReachedServer, ServerFeature } from '@qd/server-kit'
import { textIn } from '@qd/i18n'
import type { ItemRow, LimitRow } from '@qd/game-contract'
import { propertyList, upperLimitList } from '../contract/index.ts'

export interface PropertiesDeps {
  reach: ReachPort<'items' | 'limits'>
  now?(): number
}

/** A line's lists change with its configuration, seldom enough for this. */
const FRESH_MS = 60_000
/** For one server; the line has others. */
const DEADLINE_MS = 5_000

const deadline = () => ({ signal: AbortSignal.timeout(DEADLINE_MS) })

/** Items and upper limits as the game servers of a line have them; the last known ones while all are down. */
export function createPropertiesFeature({ reach, now = Date.now }: PropertiesDeps): ServerFeature {
  const items = createKeptAnswers<ItemRow[]>({ freshMs: FRESH_MS, now })
  const limits = createKeptAnswers<LimitRow[]>({ freshMs: FRESH_MS, now })

  function ask<T>(
    place: CataloguePlace,
    call: (reached: ReachedServer<'items' | 'limits'>) => Promise<T>,
  ): Promise<T> {
    return askLine(reach, reach.serversOf(place.lineId ?? ''), call)
  }

  function keyOf(place: CataloguePlace): string {
    if (place.lineId === undefined) throw new AppError(coreErrors.line_required, { field: 'lineCode' })
    return place.lineId
  }

  return {
    name: 'properties',
    texts: new URL('../contract/locales/', import.meta.url),
    routes: [
      serve(propertyList, async (_input, { place, lang }) => {
        const rows = await items.get(keyOf(place), () =>
          ask(place, ({ items, target }) => items.list(target, deadline())),
        )
        return rows.map(({ number, name, type }) => ({
          number: String(number),
          name: textIn(name, lang),
          type: { code: type.code, name: textIn(type.name, lang) },
        }))
      }),
      serve(upperLimitList, async (_input, { place }) => {
        const rows = await limits.get(keyOf(place), () =>
          ask(place, ({ limits, target }) => limits.list(target, deadline())),
        )
        return rows.map(({ number, quantity }) => ({ number: String(number), quantity: String(quantity) }))
      }),
    ],
  }
}
