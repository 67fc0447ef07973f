import { AppError, coreErrors } from '@qd/contract-kit'
import type { Language } from '@qd/i18n'
import { textIn } from '@qd/i18n'
import type { ItemRow } from '@qd/game-contract'
import { askLine, createKeptAnswers, currenciesOfLine, serve } from '@qd/server-kit'
import type {
  Caller,
  CataloguePlace,
  CurrenciesOf,
  LimitsPort,
  RatesPort,
  ReachPort,
  ServedRoute,
  ServerFeature,
  WorthPort,
} from '@qd/server-kit'
import type { Store } from '@qd/store'
import * as contract from '../contract/index.ts'
import { contentOf, giftsOfLine, removeGiftRecord, saveGiftRecord } from './gifts/gift-records.ts'
import { showGone } from './items/show-gone.ts'
import { keptLineItems, showLineItems } from './items/show-line-items.ts'
import type { LineItemsDeps } from './items/show-line-items.ts'
import { itemSync } from './items/sync-lines.ts'
import type { TellGoneDeps } from './items/tell-gone.ts'
import { createWorthPort } from './items/worth-of.ts'
import { ledgerCleanUps, showGiven } from './ledger/given-on-day.ts'
import { createLimitsPort } from './ledger/limits-port.ts'
import { createGameLimits } from './limits/game-limits.ts'
import { ownersAt, ownersOf } from './limits/limit-owners.ts'
import { limitsOfLine, removeLimitRecord, saveLimitRecord } from './limits/limit-records.ts'
import { lowerLimits } from './limits/lower-limits.ts'
import { createLineZone } from './line/line-zone.ts'
import type { PropertiesTables } from './tables.ts'
import { removeValueRecord, saveValueRecord, valuesOfLine } from './values/value-records.ts'

export { propertiesMigrations } from './migrations.ts'
export type { PropertiesTables } from './tables.ts'

export interface PropertiesDeps {
  store: Store<PropertiesTables>
  reach: ReachPort<'items' | 'limits' | 'time'>
  now?(): number
  /** What the console does by itself; without it items are read when somebody asks. */
  sync?: {
    /** 0: it does nothing by itself. */
    everyMinutes: number
    lineIds(): readonly string[]
    telling: TellGoneDeps
  }
  /** Without it nobody can say which items are a currency. */
  currenciesOf?: CurrenciesOf
  /** The sentence of a failure. */
  say?(error: AppError, lang: Language): string
}

export interface PropertiesFeature extends ServerFeature {
  /** Upper limits for whatever gives items to players. */
  readonly limits: LimitsPort
  /** What items are worth, for approvals. */
  readonly worth: WorthPort & RatesPort
}

/** A line's lists change with its configuration, seldom enough for this. */
const FRESH_MS = 60_000
/** For one server; the line has others. */
const DEADLINE_MS = 5_000

function lineOf({ lineId }: CataloguePlace): string {
  if (lineId === undefined) throw new AppError(coreErrors.line_required, { field: 'lineCode' })
  return lineId
}

/** Who gives, with all their accounts. */
const personOf = ({ personId, userId, name }: Caller) => ({ id: personId ?? userId, name })

/** Items as all servers of a line have them. */
function lineItemRoutes(deps: LineItemsDeps): ServedRoute[] {
  const kept = keptLineItems(deps.nowMs)
  return [
    serve(contract.lineItems, (_input, { place, lang }) =>
      showLineItems(deps, kept, { lineId: lineOf(place), lang }),
    ),
    serve(contract.syncItems, (_input, { place, lang }) =>
      showLineItems(deps, kept, { lineId: lineOf(place), lang, isByHand: true }),
    ),
    serve(contract.goneItems, ({ body }, { place, lang }) =>
      showGone(deps, { lineId: lineOf(place), lang, numbers: body.numbers }),
    ),
  ]
}

/** What the console says items are worth. */
function valueRoutes({
  store,
  reach,
  nowMs,
  currenciesOf,
}: Pick<LineItemsDeps, 'store' | 'reach' | 'nowMs'> & Pick<PropertiesDeps, 'currenciesOf'>): ServedRoute[] {
  const deps = { store, nowMs }
  return [
    serve(contract.valueRecords, async (_input, { place }) => {
      const lineId = lineOf(place)
      const list = await valuesOfLine(store.read, lineId)
      const found =
        currenciesOf === undefined ? null : await currenciesOfLine(currenciesOf, reach.serversOf(lineId))
      return { list, currencies: found === null ? null : [...found] }
    }),
    serve(contract.saveValue, {
      effect: 'store',
      handle: ({ body }, ctx) => saveValueRecord(body, deps, lineOf(ctx.place), ctx),
    }),
    serve(contract.removeValue, {
      effect: 'store',
      handle: ({ body }, ctx) => removeValueRecord(body, deps, lineOf(ctx.place), ctx),
    }),
  ]
}

/** Items of a line, what may be given of them, what was, and gifts made of them. */
export function createPropertiesFeature(given: PropertiesDeps): PropertiesFeature {
  const { store, reach, now = Date.now, sync, currenciesOf } = given
  const everyMinutes = sync?.everyMinutes ?? 0
  const reading = { store, reach, nowMs: now, everyMinutes, telling: sync?.telling }
  const items = createKeptAnswers<ItemRow[]>({ freshMs: FRESH_MS, now })
  const gameLimits = createGameLimits(reach, now)
  const zoneOf = createLineZone({ store, reach, nowMs: now })
  const limits = createLimitsPort({
    store,
    gameLimits,
    zoneOf,
    ownersOf: (lineId) => ownersAt(reach, lineId),
    nowMs: now,
  })

  return {
    name: 'properties',
    texts: new URL('../contract/locales/', import.meta.url),
    limits,
    worth: createWorthPort({ store, reach, nowMs: now }),
    cleanUps: ledgerCleanUps({ store, nowMs: now }),
    notifications: [contract.ITEM_GONE],
    systemSchedules: itemSync({ ...reading, lineIds: () => sync?.lineIds() ?? [] }),
    routes: [
      ...valueRoutes({ store, reach, nowMs: now, currenciesOf }),
      ...lineItemRoutes({ ...reading, say: given.say ?? ((error) => error.def.code) }),
      serve(contract.propertyList, async (_input, { place, lang }) => {
        const rows = await items.get(lineOf(place), () =>
          askLine(reach, reach.serversOf(lineOf(place)), ({ items: group, target }) =>
            group.list(target, { signal: AbortSignal.timeout(DEADLINE_MS) }),
          ),
        )
        return rows.map(({ number, name, type, isTime = false }) => ({
          number: String(number),
          name: textIn(name, lang),
          type: { code: type.code, name: textIn(type.name, lang) },
          ...(isTime ? { isTime } : {}),
        }))
      }),
      serve(contract.upperLimitList, (_input, { place }) =>
        lowerLimits({ limits, gameLimits }, lineOf(place)),
      ),
      serve(contract.limitRecords, async (_input, { place }) => {
        const ofGame = await gameLimits.orNull(lineOf(place))
        return {
          list: await limitsOfLine(store.read, ownersOf({ ...place, lineId: lineOf(place) })),
          ofGame:
            ofGame?.map(({ number, quantity }) => ({ number: String(number), quantity: String(quantity) })) ??
            null,
        }
      }),
      serve(contract.saveLimit, {
        effect: 'store',
        handle: ({ body }, ctx) => saveLimitRecord(body, { db: store.read, nowMs: now() }, ctx),
      }),
      serve(contract.removeLimit, {
        effect: 'store',
        handle: ({ body }, ctx) => removeLimitRecord(body, store.read, ctx),
      }),
      serve(contract.checkGift, async ({ body }, { place, caller }) => {
        const { kind, players, uIds } = body
        const to = uIds === undefined ? { unnamed: players } : { uIds }
        const entries = contentOf(body.entries, 'entries')
        const excess = await limits.check({
          kind,
          gifts: [{ entries, to }],
          lineId: lineOf(place),
          person: personOf(caller),
          about: '',
        })
        return { excess: [...excess] }
      }),
      serve(contract.givenOnDay, ({ body }, { place }) =>
        showGiven({ store, zoneOf, nowMs: now }, lineOf(place), body.day),
      ),
      serve(contract.giftTemplates, async (_input, { place }) => ({
        list: await giftsOfLine(store.read, lineOf(place)),
      })),
      serve(contract.saveGift, {
        effect: 'store',
        handle: ({ body }, ctx) => saveGiftRecord(body, now(), ctx),
      }),
      serve(contract.removeGift, {
        effect: 'store',
        handle: ({ body }, ctx) => removeGiftRecord(body, ctx),
      }),
    ],
  }
}
