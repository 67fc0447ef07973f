import { startSandbox, world } from '@qd/sandbox'
import type { Sandbox, SandboxOptions } from '@qd/sandbox'
import type { Composition } from './compose/compose-features.ts'
import type { Env } from './env.ts'

/** Starts the game servers of the sandbox; each is its own process and ends with this one. */
export function openSandbox(
  env: Env,
  log: (line: string) => void,
  size: Pick<SandboxOptions, 'playersPerServer' | 'withRedis' | 'heartbeatMs' | 'compileCache'> = {},
): Promise<Sandbox> {
  return startSandbox({
    ...size,
    dataDir: env.dataDir,
    log,
    ...(env.sandboxProtocol === undefined ? {} : { protocolDir: env.sandboxProtocol }),
  })
}

/** Brings world, addresses and the five accounts into the console's store; repeats harmlessly at each start. */
export async function seedSandbox(
  composition: Composition,
  sandbox: Sandbox,
  isSealed: boolean,
): Promise<void> {
  const { access, gameCatalogue, session } = composition
  await access.access.ensureBuiltInRoles(composition.catalogue())
  await session.seedAccounts(world.accounts, world.accountPassword)
  // Keys of servers can't be stored under a wrong master key; the hierarchy of earlier starts stays.
  if (isSealed) return
  await gameCatalogue.seed(world, sandbox.servers)
  await composition.redis.seedManaged(redisConnections(sandbox))
}

/** Keys that the sandbox's games write of a player; the last one is searched for. */
const PLAYER_PATTERNS = [
  ['session:{uId}', 'session'],
  ['cache:profile:{uId}', 'profile'],
  ['mail:{uId}', 'mail'],
  ['snapshot:{uId}', 'snapshot'],
  ['snapshot:*:{uId}', 'packed snapshots'],
].map(([name, label]) => ({ db: 0, pattern: `lantern:s{sId}:${name!}`, label: label! }))

/** The sandbox's Redis on each line of its world; in production only for reading. */
function redisConnections({ redis }: Pick<Sandbox, 'redis'>) {
  if (redis === undefined) return []
  const lines = world.operators.flatMap((operator) => operator.lines)
  return lines.map(({ lineId, lineCode, environment }) => ({
    ...redis,
    id: `sandbox-${lineId}`,
    lineId,
    name: `${world.game.code}-${lineCode}`,
    readOnly: environment === 'production',
    playerPatterns: PLAYER_PATTERNS,
  }))
}
