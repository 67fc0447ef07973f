import { QD1 } from '@qd/game-frame'
import type { SecretBox } from '@qd/server-kit'
import type { Store } from '@qd/store'
import type { Environment } from '@qd/contract-kit'
import type { Kysely } from 'kysely'
import { serverKey } from './catalogue.ts'
import { hashKeyPlace } from './open-target.ts'
import type { ScopeTables } from './tables.ts'

interface SeedLine {
  lineId: string
  lineCode: string
  name: string
  environment: Environment
  servers: readonly { sId: number; serviceName: string }[]
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
  store: Store<ScopeTables>
  secretBox: SecretBox
  now(): number
}

type Tx = Kysely<ScopeTables>
type ServerPlacement = { line: SeedLine; operator: CatalogueSeed['operators'][number]; position: number }

async function insertPlaces(tx: Tx, seed: CatalogueSeed): Promise<void> {
  const { game } = seed
  await tx
    .insertInto('game')
    .values({ ...game, position: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  for (const [position, operator] of seed.operators.entries()) {
    await tx
      .insertInto('operator')
      .values({
        game: game.id,
        partner_code: operator.partnerCode,
        platform: operator.platform,
        name: operator.name,
        position,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    for (const [linePosition, line] of operator.lines.entries()) {
      await insertLine(tx, seed, { line, operator, position: position * 1000 + linePosition })
    }
  }
}

async function insertLine(tx: Tx, seed: CatalogueSeed, placement: ServerPlacement): Promise<void> {
  const { line, operator, position } = placement
  await tx
    .insertInto('line')
    .values({
      line_id: line.lineId,
      game: seed.game.id,
      partner_code: operator.partnerCode,
      line_code: line.lineCode,
      name: line.name,
      environment: line.environment,
      position,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  for (const [channelPosition, channel] of seed.channels.entries()) {
    await tx
      .insertInto('line_channel')
      .values({ line_id: line.lineId, code: channel.code, name: channel.name, position: channelPosition })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

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
        const reach = {
          api_url: found.apiUrl,
          server_id: found.serverId,
          key_id: found.keyId,
          hash_key: deps.secretBox.seal(found.hashKey, hashKeyPlace(key)),
          ws: found.ws,
          codec: JSON.stringify(QD1),
          allow_loopback: 1,
        }
        const place = {
          key,
          line_id: line.lineId,
          s_id: server.sId,
          service_name: server.serviceName,
          opened_at: deps.now(),
          enabled: 1,
          position,
        }
        return [{ place, reach }]
      }),
    ),
  )
  await deps.store.write(async (tx) => {
    await insertPlaces(tx, seed)
    for (const { place, reach } of rows) {
      await tx
        .insertInto('game_server')
        .values({ ...place, ...reach })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(reach))
        .execute()
    }
  })
}
