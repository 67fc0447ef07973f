export { world } from './world/world.ts'
export type {
  World,
  WorldChannel,
  WorldCrossGroup,
  WorldLine,
  WorldOperator,
  WorldServer,
} from './world/world.ts'
export type { WorldEnvironment } from './world/world-environment.ts'
export type { WorldAccount, WorldGrant, WorldRole } from './world/accounts.ts'
export type { WorldProject } from './world/projects.ts'
export { findServer, placedServers } from './world/find-server.ts'
export type { PlacedServer } from './world/find-server.ts'
export { startSandbox } from './start-sandbox.ts'
export type { Sandbox, SandboxOptions, SandboxServer } from './start-sandbox.ts'
