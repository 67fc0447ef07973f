import { parseJsonText } from '@qd/canonical-json'
import { callerHolds } from '@qd/server-kit'
import type { Caller, LineRecord } from '@qd/server-kit'
import { dangerousRedis, editRedis, manageRedisConnections, plainConfig } from '../../contract/index.ts'
import type { ConnectionConfig, RedisConnection } from '../../contract/index.ts'
import { reachesRedis } from '../guard/redis-rights.ts'
import { NO_SECRETS, secretsThere } from './secrets.ts'
import type { SealedSecrets } from './secrets.ts'
import type { ConnectionRow } from './tables.ts'

/** A row says nothing of fields that are younger than it. */
export const configOf = (row: ConnectionRow): ConnectionConfig =>
  plainConfig(parseJsonText(row.config) as ConnectionConfig)
export const sealedOf = (row: ConnectionRow): SealedSecrets => ({
  ...NO_SECRETS,
  ...(parseJsonText(row.secrets) as Partial<SealedSecrets>),
})

/** Where a line lies, as grants are asked for it. */
export const placeOfLine = ({ game, operator, lineId, environment }: LineRecord) => ({
  game,
  operator,
  lineId,
  environment,
})

/** A connection as people see it: of its secrets only which there are. */
export function viewOf(row: ConnectionRow, line: LineRecord, caller: Caller): RedisConnection {
  const config = configOf(row)
  const secrets = secretsThere(sealedOf(row))
  const place = placeOfLine(line)
  return {
    id: row.id,
    lineId: row.line_id,
    environment: line.environment,
    ...config,
    hasPassword: secrets.password,
    secrets,
    isManaged: row.is_managed === 1,
    position: row.position,
    revision: row.revision,
    mayEdit: !config.readOnly && reachesRedis({ caller, place }, [config.name], editRedis),
    mayFlush:
      !config.readOnly && callerHolds(caller, dangerousRedis, place) && callerHolds(caller, editRedis, place),
    mayEndanger: !config.readOnly && callerHolds(caller, dangerousRedis, place),
    mayEndScripts: callerHolds(caller, dangerousRedis, place),
    mayManage: callerHolds(caller, manageRedisConnections, place),
    separator: config.separators[0] ?? '',
    timeout: config.timeoutMs,
    masterName: config.sentinel?.master ?? '',
    connectionReadOnly: config.readOnly,
  }
}
