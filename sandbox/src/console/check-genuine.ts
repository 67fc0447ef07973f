import type { GameCallName } from '@qd/game-contract'
import { IDEMPOTENCY_HEADER, headerOf, sha256Hex } from '@qd/game-contract/signing'
import type { IncomingMessage } from 'node:http'
import { GameFailure } from '../game/game-failure.ts'
import { say } from '../texts/say.ts'
import type { ConsoleClient } from './console-client.ts'

/** Writes about the whole server: few, and the worst there are in the hands of whoever stole the key. */
const CHECKED: ReadonlySet<GameCallName> = new Set<GameCallName>([
  'serverState',
  'setTime',
  'mailGlobal',
  'mailRecall',
])

/** Asks the console whether it sent this; nothing is done that it does not know of. */
export async function checkGenuine(
  client: ConsoleClient | null,
  name: GameCallName,
  { request, body }: { request: IncomingMessage; body: Buffer },
): Promise<void> {
  if (client === null || client.url === null || !CHECKED.has(name)) return
  const { genuine } = await client
    .call('verify', {
      idempotencyKey: headerOf(request.headers, IDEMPOTENCY_HEADER) ?? '-',
      method: 'POST',
      path: new URL(request.url ?? '/', 'http://game.invalid').pathname,
      bodySha256: sha256Hex(body),
    })
    .catch((error: unknown) => {
      throw new GameFailure(4001, say('无法向控制台核实：{reason}', { reason: String(error) }))
    })
  if (!genuine) throw new GameFailure(1003, say('控制台没有发出过这个请求'))
}
