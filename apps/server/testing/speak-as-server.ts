import { randomBytes } from 'node:crypto'
import { signOpenRequest } from '@qd/game-contract/signing'
import type { OpenKey } from '@qd/game-contract/signing'
import type { Sandbox } from '@qd/sandbox'

export interface CallingServer extends OpenKey {
  /** `game/platform/sId`. */
  from: string
}

/** A server of the sandbox as one that calls the console. */
export function callingServer(sandbox: Sandbox | null, sId: number): CallingServer {
  const { platform, keyId, hashKey } = sandbox!.servers.find((server) => server.sId === sId)!
  return { from: `lantern/${platform}/${sId}`, keyId, hashKey }
}

/** The headers that prove a call of a game server. */
export function signedAs(
  server: CallingServer,
  { method, url, body = '' }: { method: string; url: string; body?: string | undefined },
): Record<string, string> {
  const nonce = randomBytes(16).toString('hex')
  return signOpenRequest({ ...server, method, url, body, tsMs: Date.now(), nonce })
}
