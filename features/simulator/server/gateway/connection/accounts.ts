import { randomUUID } from 'node:crypto'
import { AppError } from '@qd/contract-kit'
import { GameError } from '@qd/game-contract/adapter'
import type { CatalogueServer, ReachedServer } from '@qd/server-kit'
import type { Store } from '@qd/store'
import { simulatorErrors } from '../../../contract/index.ts'
import type { ConnectionAccount } from '../../../contract/index.ts'
import type { GatewayTables } from '../gateway-tables.ts'

/** Who enters, and whether the console made them. */
export interface KnownAccount {
  deviceId: string
  /** Empty while nobody knows. */
  uId: string
  isMade: boolean
}

/** Devices the console made up; nobody holds one in their hands. */
const OWN_DEVICE = /^(console|qd)-[0-9a-f-]{36}$/

type Reached = Pick<ReachedServer<'players'>, 'players' | 'target'>

/** The player who has this device as their account, empty for none; null when the game cannot tell. */
async function whoseDevice({ players, target }: Reached, deviceId: string): Promise<string | null> {
  try {
    const [row] = await players.lookup(target, { by: 'account', value: deviceId, exact: true, limit: 1 })
    return row?.uId ?? ''
  } catch (error) {
    if (error instanceof GameError) return null
    throw error
  }
}

type Server = Pick<CatalogueServer, 'game' | 'key'>

/** The devices by which players of a server entered. */
export class Accounts {
  readonly #store: Store<GatewayTables>

  constructor(store: Store<GatewayTables>) {
    this.#store = store
  }

  /** Throws `simulator_device_unknown`: Enter knows devices only, and the contract names no player's. */
  async find(
    server: Server,
    account: Exclude<ConnectionAccount, { kind: 'none' }>,
    reached: Reached,
  ): Promise<KnownAccount> {
    if (account.kind === 'new') return { deviceId: `console-${randomUUID()}`, uId: '', isMade: true }
    const rows = this.#store.read.selectFrom('simulator_account').selectAll().where('game', '=', server.game)
    if (account.kind === 'player') {
      const row = await rows.where('u_id', '=', account.uId).executeTakeFirst()
      if (row === undefined) throw new AppError(simulatorErrors.simulator_device_unknown)
      return this.#ofRow(row, server, reached)
    }
    const { deviceId } = account
    // The same device is another player on each server.
    const here = rows.where('device_id', '=', deviceId).where('server_key', '=', server.key)
    const row = await here.executeTakeFirst()
    if (row !== undefined) return this.#ofRow(row, server, reached)
    if (OWN_DEVICE.test(deviceId)) return { deviceId, uId: '', isMade: true }
    // Whoever nobody has seen yet is made by entering; where the game cannot tell, it may be anybody.
    const taken = await whoseDevice(reached, deviceId)
    if (taken === null || taken === '') return { deviceId, uId: '', isMade: taken === '' }
    return { deviceId, uId: taken, isMade: await this.#isMade(server, taken, deviceId) }
  }

  /** What a row says holds while the game still names the same player for a device that others may have, too. */
  async #ofRow(
    row: GatewayTables['simulator_account'],
    server: Server,
    reached: Reached,
  ): Promise<KnownAccount> {
    const { device_id: deviceId, u_id: uId } = row
    if (row.is_made !== 1) return { deviceId, uId, isMade: false }
    if (row.server_key === server.key && OWN_DEVICE.test(deviceId)) return { deviceId, uId, isMade: true }
    const taken = await whoseDevice(reached, deviceId)
    return { deviceId, uId, isMade: taken === uId }
  }

  async #isMade({ game }: Server, uId: string, deviceId: string): Promise<boolean> {
    const row = await this.#store.read
      .selectFrom('simulator_account')
      .select('is_made')
      .where('game', '=', game)
      .where('u_id', '=', uId)
      .where('device_id', '=', deviceId)
      .executeTakeFirst()
    return row?.is_made === 1
  }

  /** Notes by which device a player entered; a player known as somebody's own never becomes one made here. */
  async note(
    server: Server,
    uId: string,
    { deviceId, isMade }: Pick<KnownAccount, 'deviceId' | 'isMade'>,
  ): Promise<void> {
    const row = { device_id: deviceId, server_key: server.key, noted_at: Date.now() }
    await this.#store.write((tx) =>
      tx
        .insertInto('simulator_account')
        .values({ game: server.game, u_id: uId, is_made: isMade ? 1 : 0, ...row })
        .onConflict((conflict) => conflict.columns(['game', 'u_id']).doUpdateSet(row))
        .execute(),
    )
  }
}
