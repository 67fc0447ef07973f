import type { CatalogueDb } from '../administration-deps.ts'
import { basesText } from '../records/game-bases.ts'
import { positionAfter } from '../records/position.ts'
import { madeRow } from '../records/save-server.ts'
import { replaceChannels } from '../records/save-line.ts'
import type { ImportPlan } from './plan-import.ts'

/** Rows of one statement; their values stay below the parameter limits of both databases. */
const BATCH = 500

async function writeGames(tx: CatalogueDb, games: ImportPlan['games']): Promise<void> {
  let position = await positionAfter(tx, 'game')
  for (const { game, name, code, uIdBases = null } of games) {
    const uid_bases = basesText(uIdBases)
    await tx
      .insertInto('game')
      .values({ id: game, name, code, uid_bases, position, revision: 1 })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet((eb) => ({ name, code, uid_bases, revision: eb('game.revision', '+', 1) })),
      )
      .execute()
    position += 1
  }
}

async function writeOperators(tx: CatalogueDb, operators: ImportPlan['operators']): Promise<void> {
  let position = await positionAfter(tx, 'operator')
  for (const { game, partnerCode, platform, name } of operators) {
    await tx
      .insertInto('operator')
      .values({ game, partner_code: partnerCode, platform, name, position, revision: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['game', 'partner_code'])
          .doUpdateSet((eb) => ({ platform, name, revision: eb('operator.revision', '+', 1) })),
      )
      .execute()
    position += 1
  }
}

async function writeLines(tx: CatalogueDb, lines: ImportPlan['lines']): Promise<void> {
  let position = await positionAfter(tx, 'line')
  for (const { game, partnerCode, lineId, lineCode, name, environment, channels } of lines) {
    const fields = { line_code: lineCode, name, environment }
    await tx
      .insertInto('line')
      .values({ line_id: lineId, game, partner_code: partnerCode, ...fields, position, revision: 1 })
      .onConflict((conflict) =>
        conflict
          .column('line_id')
          .doUpdateSet((eb) => ({ ...fields, revision: eb('line.revision', '+', 1) })),
      )
      .execute()
    await replaceChannels(tx, lineId, channels)
    position += 1
  }
}

async function writeServers(tx: CatalogueDb, servers: ImportPlan['servers']): Promise<void> {
  const position = await positionAfter(tx, 'game_server')
  for (let at = 0; at < servers.length; at += BATCH) {
    const rows = servers
      .slice(at, at + BATCH)
      .map((row, index) => ({ ...madeRow, ...row, position: position + at + index }))
    await tx
      .insertInto('game_server')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet((eb) => ({
          service_name: eb.ref('excluded.service_name'),
          opened_at: eb.ref('excluded.opened_at'),
          api_url: eb.ref('excluded.api_url'),
          server_id: eb.ref('excluded.server_id'),
          key_id: eb.ref('excluded.key_id'),
          hash_key: eb.ref('excluded.hash_key'),
          ws: eb.ref('excluded.ws'),
          codec: eb.ref('excluded.codec'),
          adapter: eb.ref('excluded.adapter'),
          allow_plain: eb.ref('excluded.allow_plain'),
          allow_private: eb.ref('excluded.allow_private'),
          allow_loopback: eb.ref('excluded.allow_loopback'),
          labels: eb.ref('excluded.labels'),
          open_addresses: eb.ref('excluded.open_addresses'),
          enabled: eb.ref('excluded.enabled'),
          revision: eb('game_server.revision', '+', 1),
        })),
      )
      .execute()
  }
}

/** Writes a plan without refusals; parents come before what hangs below them. */
export async function applyPlan(tx: CatalogueDb, plan: ImportPlan): Promise<void> {
  await writeGames(tx, plan.games)
  await writeOperators(tx, plan.operators)
  await writeLines(tx, plan.lines)
  await writeServers(tx, plan.servers)
}
