import { randomUUID } from 'node:crypto'
import { parseJsonText } from '@qd/canonical-json'
import { AppError } from '@qd/contract-kit'
import type { RawGameSocket, RawSocketHandlers } from '@qd/game-contract/adapter'
import type { Networks } from '@qd/game-contract/adapter'
import { QD1 } from '@qd/game-frame'
import { parseUId } from '@qd/game-id'
import { fill } from '@qd/scenario'
import type { Json } from '@qd/scenario'
import { fromGame } from '@qd/server-kit'
import type { CataloguePlace } from '@qd/server-kit'
import { simulatorErrors } from '../../contract/index.ts'
import type { ConnectionAccount, SimulatorRecord } from '../../contract/index.ts'
import { refusalOf } from '../gateway/connection/enter-proof.ts'
import type { EnterStep, GameWay } from '../gateway/connection/game-way.ts'
import { EMPTY_BOOK } from '../gateway/messages.ts'
import type { Addresses } from './addresses.ts'
import type { RecordRow } from './record-tables.ts'
import { bookOf, layoutOfRecord } from './records.ts'

export interface AddressTarget {
  url: string
  networks: Networks
  maxFrameBytes: number
  signal: AbortSignal
}

/** Opens a socket, of whatever kind, through the guarded way out. */
export type OpenAddress = (to: AddressTarget, handlers: RawSocketHandlers) => Promise<RawGameSocket>

export interface RecordWayOptions {
  addresses: Addresses
  openAddress: OpenAddress
  place: CataloguePlace
  url: string
  /** Null: an address alone, frames as qd-1 and no messages. */
  record: RecordRow | null
  account: ConnectionAccount
}

/** The body of an Enter with its values; a name it does not know stays as it stands there. */
function filled(text: string, values: Record<string, string>): Json {
  const lookup = (name: string) => (Object.hasOwn(values, name) ? values[name] : `{{${name}}}`)
  return fill(parseJsonText(text) as Json, { lookup })
}

function enterOf({ cmd, body }: NonNullable<SimulatorRecord['enter']>, deviceId: string): EnterStep {
  return {
    cmd,
    body(book) {
      const message = book.command(cmd)?.req ?? ''
      const values = { deviceId, time: String(Date.now()), random: randomUUID() }
      try {
        return book.encode(message, filled(body, values))
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error
        throw new AppError(simulatorErrors.simulator_body_invalid, {
          params: { path: 'enter', reason: error.message },
          cause: error,
        })
      }
    },
    entered(status, reply) {
      if (status !== 0) throw refusalOf(status, reply)
      const uId = parseUId(reply?.['userId'] ?? reply?.['uId'])
      return uId.ok ? uId.uId : ''
    },
  }
}

/** The way to a game known by its frames and messages alone; no key of the catalogue is in reach of it. */
export function recordWay(options: RecordWayOptions): GameWay {
  const { addresses, openAddress, place, url, record, account } = options
  const deviceId = account.kind === 'device' ? account.deviceId : `console-${randomUUID()}`
  const descriptor = record === null ? QD1 : layoutOfRecord(record)
  const enter = record === null ? null : (parseJsonText(record.enter) as SimulatorRecord['enter'])
  return {
    title: record?.name ?? url,
    async prepare() {
      const networks = await addresses.networksFor(place, url)
      return {
        descriptor,
        deviceId,
        uId: '',
        definitions: async () => (record === null ? EMPTY_BOOK : bookOf(record)),
        connect: (handlers, signal) =>
          fromGame(openAddress({ url, networks, maxFrameBytes: descriptor.maxFrameBytes, signal }, handlers)),
        enter: enter === null || account.kind === 'none' ? null : enterOf(enter, deviceId),
      }
    },
  }
}
