import { grantApproval, groupApproval, roleApproval } from '@qd/access/contract'
import type { SeedPolicy } from '@qd/approvals/server'
import { bulkApproval, bulkUndoApproval } from '@qd/bulk-edit/contract'
import { catalogueApproval } from '@qd/catalogue/contract'
import {
  functionApproval,
  functionListApproval,
  functionScheduleApproval,
} from '@qd/custom-function/contract'
import { mailSendApproval, mailTakeBackApproval } from '@qd/mail/contract'
import { releaseApproval } from '@qd/redemption-codes/contract'
import type { SecretBox } from '@qd/server-kit'
import { startSandbox, world } from '@qd/sandbox'
import type { Sandbox, SandboxOptions } from '@qd/sandbox'
import type { Composition } from './compose/compose-features.ts'
import type { Env } from './env.ts'

/** Starts the game servers of the sandbox, which end with this process. */
export function openSandbox(
  env: Env,
  log: (line: string) => void,
  size: Pick<
    SandboxOptions,
    'playersPerServer' | 'withRedis' | 'heartbeatMs' | 'compileCache' | 'startGame'
  > = {},
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
  { env, secretBox }: { env: Pick<Env, 'hasSandboxApprovals'>; secretBox: Pick<SecretBox, 'isOpen'> },
): Promise<void> {
  const { access, gameCatalogue, session } = composition
  await access.access.ensureBuiltInRoles(composition.catalogue())
  await session.seedAccounts(world.accounts, world.accountPassword)
  if (env.hasSandboxApprovals) await composition.approvals.seed(SANDBOX_POLICIES)
  // Keys of servers can't be stored under a wrong master key; the hierarchy of earlier starts stays.
  if (!secretBox.isOpen) return
  await gameCatalogue.seed(world, sandbox.servers)
  await composition.redis.seedManaged(redisConnections(sandbox))
}

const HEAVY_TYPES = [
  bulkApproval,
  bulkUndoApproval,
  functionListApproval,
  functionScheduleApproval,
  roleApproval,
  grantApproval,
  groupApproval,
  catalogueApproval,
  mailSendApproval,
  mailTakeBackApproval,
  releaseApproval,
].map(({ type }) => type)
const inProduction: Pick<SeedPolicy['match'], 'scopes' | 'environments'> = {
  scopes: [],
  environments: ['production'],
}
const oneApprover = {
  isActive: true,
  stages: [{ name: '复核', need: 1, groups: [] }],
  differentPeople: true,
  decideWithinHours: 72,
}

/** What is heavy in production is approved by somebody else; single edits only where they touch something sensitive. */
const SANDBOX_POLICIES: SeedPolicy[] = [
  {
    ...oneApprover,
    name: '正式环境',
    match: {
      ...inProduction,
      effects: ['many', 'rights', 'catalogue', 'destructive'],
      types: HEAVY_TYPES,
      leastRisk: 'R3',
      limits: null,
    },
  },
  {
    ...oneApprover,
    name: '正式环境高危函数',
    match: { ...inProduction, effects: [], types: [functionApproval.type], leastRisk: 'R4', limits: null },
  },
  {
    ...oneApprover,
    name: '测试线大批量',
    // Operator and developer work there: they can try what it is to hand something in.
    match: {
      environments: ['test'],
      scopes: ['lantern/northwind/northwind-test'],
      effects: [],
      types: [bulkApproval, functionListApproval, mailSendApproval, releaseApproval].map(({ type }) => type),
      leastRisk: 'R3',
      limits: { rows: 100, worth: null, sensitive: false },
    },
  },
  {
    ...oneApprover,
    name: '正式环境敏感数据',
    match: {
      ...inProduction,
      effects: ['sensitive'],
      types: [],
      leastRisk: 'R2',
      limits: null,
    },
  },
]

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
