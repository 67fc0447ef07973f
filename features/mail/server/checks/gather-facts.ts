import { parseJsonText } from '@qd/canonical-json'
import { AppError } from '@qd/contract-kit'
import { GameError } from '@qd/game-contract/adapter'
import type { ItemRow } from '@qd/game-contract'
import type { Excess } from '@qd/item-limits'
import { currenciesOfLine } from '@qd/server-kit'
import type { CallContext, CatalogueServer, KeptAnswers, LimitedUse } from '@qd/server-kit'
import { contentHash } from '../drafts/content-hash.ts'
import { draftOf, findSet } from '../drafts/mail-record.ts'
import type { SetInfo, TestSend } from '../drafts/mail-record.ts'
import type { UseCaseDeps } from '../mail-deps.ts'
import { ChunkBuilder } from '../recipients/chunk-builder.ts'
import type { BuiltChunk } from '../recipients/chunk-builder.ts'
import { chunkSizes } from '../recipients/chunk-size.ts'
import { estimate } from '../recipients/estimate.ts'
import { readNamed } from '../recipients/named-players.ts'
import { playerKey } from '../recipients/recipient.ts'
import type { Recipient } from '../recipients/recipient.ts'
import { eachOf, targetServers } from '../servers.ts'
import type { MailRow } from '../tables.ts'
import { findWords } from '../line/words.ts'
import type { MailFacts, ReachFacts, TargetFacts } from './mail-facts.ts'
import { useOf } from './mail-use.ts'
import { givenNumbers } from './totals.ts'

const ASKED_AT_ONCE = 8
const DEADLINE_MS = 5_000

export type KeptItems = KeptAnswers<ReadonlyMap<string, ItemRow>>
export type CheckDeps = UseCaseDeps & { items: KeptItems }

/** Facts with what a release needs besides. */
export interface GatheredMail {
  facts: MailFacts
  servers: readonly CatalogueServer[]
  use: LimitedUse | null
  /** Named players as chunks that are not stored yet; an import has its own. */
  named: { chunks: BuiltChunk[]; hash: string; info: SetInfo } | null
  setId: string | null
}

async function askTarget(
  deps: CheckDeps,
  server: CatalogueServer,
  needsItems: boolean,
): Promise<TargetFacts> {
  try {
    const reached = await deps.reach.reach(server)
    const signal = AbortSignal.timeout(DEADLINE_MS)
    const meta = await reached.meta(reached.target, { signal })
    if (!needsItems) return { server, meta, items: new Map() }
    const items = await deps.items.get(server.key, async () => {
      const rows = await reached.items.list(reached.target, { signal })
      return new Map(rows.map((row) => [String(row.number), row]))
    })
    return { server, meta, items }
  } catch (error) {
    if (error instanceof GameError) return { server, meta: null, items: null }
    throw error
  }
}

const NO_OWN = { players: 0, totals: {}, most: {} }

async function namedList(deps: CheckDeps, row: MailRow, servers: readonly CatalogueServer[]) {
  const draft = draftOf(row)
  const read = readNamed(deps, row.line_id, { players: draft.playerObj, servers })
  const builder = new ChunkBuilder(await chunkSizes(deps, servers))
  const recipients: Recipient[] = []
  const sample: SetInfo['sample'] = []
  let problems = 0
  for (const { read: each } of read) {
    if ('code' in each) {
      problems += 1
      continue
    }
    builder.add(each.server, each.recipient)
    recipients.push(each.recipient)
    if (sample.length < 3) sample.push({ sId: each.server.sId, player: playerKey(each.recipient), vars: {} })
  }
  const { chunks, hash, servers: counts } = builder.end()
  const info: SetInfo = {
    duplicates: 0,
    problems,
    firstProblems: [],
    files: [],
    servers: counts.map(({ server, players }) => ({ sId: server.sId, name: server.serviceName, players })),
    vars: [],
    hasOwnAttach: false,
    own: NO_OWN,
    sample,
  }
  return { chunks, hash, info, recipients }
}

const NOBODY: ReachFacts = {
  players: 0,
  isEstimate: false,
  problems: 0,
  lookup: null,
  hash: null,
  vars: [],
  own: NO_OWN,
  sample: [],
}

async function reachOf(deps: CheckDeps, row: MailRow, servers: readonly CatalogueServer[]) {
  const draft = draftOf(row)
  if (draft.sendType === 2) {
    const named = await namedList(deps, row, servers)
    const { problems, sample } = named.info
    const reach: ReachFacts = {
      ...NOBODY,
      players: named.recipients.length,
      problems,
      sample,
      hash: named.hash,
    }
    return { reach, named, recipients: named.recipients, setId: null }
  }
  if (draft.sendType === 4) {
    const set = await findSet(deps, row.set_id)
    if (set === null) return { reach: NOBODY, named: null, recipients: [], setId: null }
    const { problems, lookup = null, vars, own, sample } = set.parsed
    const { players, hash } = set
    const reach: ReachFacts = { ...NOBODY, players, problems, lookup, vars, own, sample, hash }
    return { reach, named: null, recipients: [], setId: set.id }
  }
  const counted = await estimate(deps, servers, draft.sendType === 3 ? draft.where : {})
  const isKnown = counted.servers.some(({ count }) => count !== null)
  const sample = counted.sample.map(({ sId, uId }) => ({ sId, player: uId, vars: {} }))
  // Who logs in until it expires gets it as well, so that no count is exact.
  const reach: ReachFacts = { ...NOBODY, players: isKnown ? counted.count : null, isEstimate: true, sample }
  return { reach, named: null, recipients: [], setId: null }
}

/** Limits that cannot be looked up now are told as such. */
async function orNull<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError && error.def.retryable) return null
    throw error
  }
}

/** Asks all there is to know of a draft. */
export async function gatherFacts(deps: CheckDeps, ctx: CallContext, row: MailRow): Promise<GatheredMail> {
  const draft = draftOf(row)
  const servers = targetServers(deps, row.line_id, draft)
  const { reach, named, recipients, setId } = await reachOf(deps, row, servers)
  const numbers = givenNumbers(draft, reach)
  const needsItems = draft.attach.length > 0 || reach.own.players > 0
  const currencies = needsItems ? currenciesOfLine(deps.currenciesOf, servers) : new Set<string>()
  const targets = await eachOf(servers, ASKED_AT_ONCE, (server) => askTarget(deps, server, needsItems))
  const given = {
    mailId: row.id,
    lineId: row.line_id,
    draft,
    players: reach.players,
    named: recipients,
    setId,
  }
  const use = await useOf(deps, ctx.caller, given)
  const excess = await orNull(async (): Promise<readonly Excess[]> =>
    use === null ? [] : deps.limits.check(use),
  )
  const limits = (await orNull(() => deps.limits.ofAction(row.line_id))) ?? new Map<string, bigint>()
  const facts: MailFacts = {
    draft,
    contentHash: contentHash(draft),
    environment: ctx.place.environment ?? 'production',
    targets,
    reach,
    words: await findWords(deps, row.line_id),
    excess,
    limits,
    rates: await deps.worth.ratesOf(row.line_id, numbers),
    currencies: await currencies,
    test: row.test === null ? null : (parseJsonText(row.test) as TestSend),
    nowMs: deps.nowMs(),
  }
  return { facts, servers, use, named, setId }
}
