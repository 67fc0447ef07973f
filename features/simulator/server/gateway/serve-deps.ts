import type { z } from '@qd/contract-kit'
import type { simulatorConnection } from '../../contract/index.ts'
import type { Addresses } from '../records/addresses.ts'
import type { Records } from '../records/records.ts'
import type { GameConnection } from './connection/connection.ts'
import type { Page } from './connection/page-feed.ts'
import type { Connections } from './connections.ts'
import type { GatewayDeps } from './gateway-deps.ts'
import type { Keeping } from './kept/keeping.ts'
import type { KeptTimelines } from './kept/kept-timelines.ts'

export type Open = z.output<typeof simulatorConnection.open>

export interface ServeDeps extends GatewayDeps {
  connections: Connections
  records: Records
  addresses: Addresses
  kept: KeptTimelines
  /** Of each connection. */
  holders: WeakMap<GameConnection, Holder>
}

/** The page that has a connection now, with what it was opened with. */
export interface Holder {
  page: Page
  open: Open
  /** Somebody sent an Enter of their own: nobody knows whom the game let in. */
  isEnteredByHand: boolean
  keeping: Keeping
}
