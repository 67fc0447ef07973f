import type { FilesFeature } from '@qd/files/server'
import type { JobsFeature } from '@qd/jobs/server'
import { createRedisFeature } from '@qd/redis/server'
import type { RedisDeps, RedisFeature } from '@qd/redis/server'
import type { SessionFeature } from '@qd/session/server'
import type { ComposeParts } from './compose-parts.ts'
import type { Places } from './compose-places.ts'

interface RedisParts {
  places: Places
  say: RedisDeps['say']
  session: Pick<SessionFeature, 'session'>
  topics: RedisDeps['topics']
  jobs: Pick<JobsFeature, 'port'>
  files: Pick<FilesFeature, 'port'>
  audit: { audit: RedisDeps['audit'] }
}

/** The Redis manager. */
export function composeRedis(
  { env, store, secretBox, settings, logger, dialer }: ComposeParts,
  { places, say, session, topics, jobs, files, audit }: RedisParts,
): RedisFeature {
  return createRedisFeature({
    store: store.as(),
    secretBox,
    catalogue: () => places.catalogue.port.current(),
    settings: settings.redis,
    say,
    session: session.session,
    topics,
    jobs: jobs.port,
    files: files.port,
    audit: audit.audit,
    dialer,
    agentPath: env.sshAgent,
    log: { warn: (detail, message) => logger.warn(detail, message) },
  })
}
