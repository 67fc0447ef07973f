import { AppError } from '@qd/contract-kit'
import { ENTER_COMMAND } from '@qd/game-frame'
import { fromGame } from '@qd/server-kit'
import type { CatalogueServer } from '@qd/server-kit'
import { simulatorErrors } from '../../../contract/index.ts'
import type { ConnectionAccount } from '../../../contract/index.ts'
import type { Definition } from '../../definitions/packed-definition.ts'
import type { GatewayDeps } from '../gateway-deps.ts'
import { MessageBook } from '../messages.ts'
import type { ModuleRules } from '@qd/player-diff'
import type { Accounts, KnownAccount } from './accounts.ts'
import { enterBody, enteredUId } from './enter-proof.ts'
import type { GameWay, PreparedWay } from './game-way.ts'

/** Which gateway line a client hangs on; our own count, since the game only tells lines apart by it. */
let line = 0

export interface ServerWayOptions {
  deps: Pick<GatewayDeps, 'reach'>
  accounts: Accounts
  server: CatalogueServer
  account: ConnectionAccount
  ver: string
  /** Of the page that has the connection now. */
  ip(): string
  /** Keeps the definitions the frames are read with. */
  keep(definition: Definition): Promise<string>
  /** Whether the person may enter as a player the console did not make. */
  mayBeAnybody(): Promise<boolean>
}

/** Whom the person may not be; the audit names them. */
export const notAs = ({ uId, deviceId }: Pick<KnownAccount, 'uId' | 'deviceId'>) =>
  new AppError(simulatorErrors.simulator_as_player, { details: { uId, deviceId } })

/** The way to a server of the catalogue: its own definitions, its own Enter with the key of its record. */
export function serverWay(options: ServerWayOptions): GameWay {
  const { deps, accounts, server, account, ver, ip, keep, mayBeAnybody } = options
  /** The same at each reconnect: a device that was made once stays. */
  let known: KnownAccount | null = null
  return {
    title: server.serviceName,
    mayStay: async () => known === null || known.isMade || (await mayBeAnybody()),
    async prepare(signal): Promise<PreparedWay> {
      const reached = await deps.reach.reach(server)
      const { target } = reached
      if (account.kind !== 'none') {
        // A device nobody held may be somebody's by now; who has entered once stays who they are.
        if (known === null || (known.uId === '' && account.kind === 'device')) {
          known = await accounts.find(server, account, reached)
        }
        if (!known.isMade && !(await mayBeAnybody())) throw notAs(known)
      }
      signal.throwIfAborted()
      const entering = known
      return {
        descriptor: target.codec,
        deviceId: entering?.deviceId ?? '',
        uId: entering?.uId ?? '',
        async definitions() {
          const { nested, cmds } = await fromGame(reached.proto.read(target, { signal }))
          const book = new MessageBook(nested, cmds, target.codec.body)
          await keep({ nested: nested as Definition['nested'], cmds })
          return book
        },
        connect: (handlers) => fromGame(reached.socket.openRaw(target, handlers, { signal })),
        enter:
          entering === null
            ? null
            : {
                cmd: ENTER_COMMAND,
                body(book) {
                  line = (line % 0x7f_ff_ff_ff) + 1
                  const message = book.command(ENTER_COMMAND)?.req ?? ''
                  return enterBody(book, message, target, {
                    deviceId: entering.deviceId,
                    ver,
                    ip: ip(),
                    fd: String(line),
                  })
                },
                async entered(status, body) {
                  const uId = enteredUId(status, body)
                  const isMade = entering.isMade && (entering.uId === '' || entering.uId === uId)
                  known = { ...entering, uId, isMade }
                  await accounts.note(server, uId, known)
                  return uId
                },
              },
      }
    },
  }
}

/** How the game's player data is read; null where it has no definition. */
export async function rulesOf(
  { reach }: Pick<GatewayDeps, 'reach'>,
  server: CatalogueServer,
  signal: AbortSignal,
): Promise<ModuleRules | null> {
  try {
    const reached = await reach.reach(server)
    const { protocol } = await reached.protocol.read(reached.target, { signal })
    return { protocol }
  } catch {
    // The state is shown beside the frames: without it they are shown all the same.
    return null
  }
}
