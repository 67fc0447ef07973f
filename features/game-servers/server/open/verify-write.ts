import type { RouteInput } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import type { verifyWrite as route } from '../../contract/open-calls.ts'
import type { UseCaseDeps } from '../game-servers-deps.ts'

/** How long the console stands by a write it sent. */
export const VERIFIABLE_MS = 600_000

/** Whether the console sent exactly this to the calling server a short time ago. */
export async function verifyWrite(
  { store, nowMs }: UseCaseDeps,
  { body }: RouteInput<typeof route>,
  ctx: CallContext,
): Promise<{ genuine: boolean }> {
  const row = await store.read
    .selectFrom('game_server_write')
    .select('slot')
    .where('server_key', '=', ctx.game.server.key)
    .where('idempotency_key', '=', body.idempotencyKey)
    .where('method', '=', body.method)
    .where('path', '=', body.path)
    .where('body_sha256', '=', body.bodySha256)
    .where('sent_at', '>', nowMs() - VERIFIABLE_MS)
    .executeTakeFirst()
  return { genuine: row !== undefined }
}
