import { QD1 } from '@qd/game-frame'
import { serverKey } from '@qd/server-kit'
import type { SecretBox } from '@qd/server-kit'
import type { Store } from '@qd/store'
import type { Environment } from '@qd/contract-kit'
import type { Kysely } from 'kysely'
import { hashKeyPlace } from './load/sealed-server.ts'
import { STANDARD_ADAPTER } from './standard-adapter.ts'
import type { CatalogueTables } from './tables.ts'

interface SeedLine {
  lineId: string
  lineCode: string
  name: string
  environment: Environment
  servers: readonly { sId: number; serviceName: string; labels?: readonly string[] }[]
}

/** A game's hierarchy as plain data; the sandbox's world has this shape. */
export interface CatalogueSeed {
  game: { id: string; name: string; code: string }
  operators: readonly {
    partnerCode: string
    name: string
    platform: number
    lines: readonly SeedLine[]
  }[]
  /** Every line offers them. */
  channels: readonly { code: string; name: string }[]
}

/** Where a server of the seed listens now. */
export interface SeedConnection {
  platform: number
  sId: number
  apiUrl: string
  serverId: string
  keyId: string
  hashKey: string
  ws: string
}

export interface SeedDeps {
  store: Store<CatalogueTables>
  secretBox: SecretBox
  now(): number
}

type Tx = Kysely<CatalogueTables>
type ServerPlacement = { line: SeedLine; operator: CatalogueSeed['operators'][number]; position: number }

/** Whether the place is there afterwards; an editor may have given its number or code to another one. */
async function insertOperator(
  tx: Tx,
  game: string,
  operator: ServerPlacement['operator'],
  position: number,
): Promise<boolean> {
  const { partnerCode, platform, name } = operator
  await tx
    .insertInto('operator')
    .values({ game, partner_code: partnerCode, platform, name, position, revision: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const found = await tx
    .selectFrom('operator')
    .select('platform')
    .where('game', '=', game)
    .where('partner_code', '=', partnerCode)
    .executeTakeFirst()
  return found?.platform === platform
}

async function insertLine(tx: Tx, seed: CatalogueSeed, placement: ServerPlacement): Promise<void> {
  const { line, operator, position } = placement
  const inserted = await tx
    .insertInto('line')
    .values({
      line_id: line.lineId,
      game: seed.game.id,
      partner_code: operator.partnerCode,
      line_code: line.lineCode,
      name: line.name,
      environment: line.environment,
      position,
      revision: 1,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  // Channels an editor took out of a line of an earlier start stay out.
  if (inserted.numInsertedOrUpdatedRows === 0n || seed.channels.length === 0) return
  await tx
    .insertInto('line_channel')
    .values(seed.channels.map(({ code, name }, at) => ({ line_id: line.lineId, code, name, position: at })))
    .execute()
}

/** Lines of the seed that are there afterwards, below the operator the seed knows. */
async function insertPlaces(tx: Tx, seed: CatalogueSeed): Promise<Set<string>> {
  const { game } = seed
  await tx
    .insertInto('game')
    .values({ ...game, uid_bases: '', position: 0, revision: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  for (const [position, operator] of seed.operators.entries()) {
    if (!(await insertOperator(tx, game.id, operator, position))) continue
    for (const [linePosition, line] of operator.lines.entries()) {
      await insertLine(tx, seed, { line, operator, position: position * 1000 + linePosition })
    }
  }
  const lines = await tx
    .selectFrom('line')
    .innerJoin('operator', (join) =>
      join.onRef('operator.game', '=', 'line.game').onRef('operator.partner_code', '=', 'line.partner_code'),
    )
    .select(['line.line_id', 'operator.platform'])
    .where('line.game', '=', game.id)
    .execute()
  return new Set(lines.map((line) => `${line.platform} ${line.line_id}`))
}

const reachOf = (found: SeedConnection, sealedKey: string) => ({
  api_url: found.apiUrl,
  server_id: found.serverId,
  key_id: found.keyId,
  hash_key: sealedKey,
  ws: found.ws,
  allow_loopback: 1,
  allow_plain: 1,
  is_managed: 1,
})

/**
 * Makes the places that are not there yet and leaves edited ones alone; the address and key of a server
 * are those of this start. Only for servers of this machine: their records allow loopback.
 */
export async function seedCatalogue(
  deps: SeedDeps,
  seed: CatalogueSeed,
  connections: readonly SeedConnection[],
): Promise<void> {
  // A console that started sealed runs on with the addresses it has.
  const usable = deps.secretBox.isOpen ? connections : []
  const rows = seed.operators.flatMap((operator) =>
    operator.lines.flatMap((line) =>
      line.servers.flatMap((server, position) => {
        const key = serverKey(seed.game.id, operator.platform, server.sId)
        const found = usable.find((each) => each.platform === operator.platform && each.sId === server.sId)
        if (!found) return []
        const reach = reachOf(found, deps.secretBox.seal(found.hashKey, hashKeyPlace(key)))
        const place = {
          key,
          line_id: line.lineId,
          s_id: server.sId,
          service_name: server.serviceName,
          opened_at: deps.now(),
          codec: JSON.stringify(QD1),
          allow_private: 0,
          adapter: STANDARD_ADAPTER,
          labels: JSON.stringify(server.labels ?? []),
          open_addresses: '[]',
          previous_key_id: '',
          previous_hash_key: '',
          enabled: 1,
          position,
          revision: 1,
        }
        return [{ place, reach, hashKey: found.hashKey, at: `${operator.platform} ${line.lineId}` }]
      }),
    ),
  )
  await deps.store.write(
    async (tx) => {
      const lines = await insertPlaces(tx, seed)
      for (const { place, reach, hashKey, at } of rows) {
        if (!lines.has(at)) continue
        const kept = await tx
          .selectFrom('game_server')
          .selectAll()
          .where('key', '=', place.key)
          .executeTakeFirst()
        if (kept !== undefined && isSameReach(deps, kept, { reach, hashKey })) continue
        await tx
          .insertInto('game_server')
          .values({ ...place, ...reach })
          .onConflict((conflict) => conflict.column('key').doUpdateSet(reach))
          .execute()
      }
    },
    { inReserve: true },
  )
}

type Reach = ReturnType<typeof reachOf>

/** What is there already is not written again: a start on a full disk has no room for it. Seals differ each time. */
function isSameReach(
  { secretBox }: SeedDeps,
  kept: CatalogueTables['game_server'],
  wanted: { reach: Reach; hashKey: string },
): boolean {
  const { hash_key: _sealed, ...plain } = wanted.reach
  const isPlainSame = Object.entries(plain).every(
    ([column, value]) => kept[column as keyof typeof plain] === value,
  )
  if (!isPlainSame) return false
  try {
    return secretBox.open(kept.hash_key, hashKeyPlace(kept.key)) === wanted.hashKey
  } catch {
    // A seal that does not open is written anew.
    return false
  }
}
