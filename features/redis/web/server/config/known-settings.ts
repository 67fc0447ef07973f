/** Settings whose meaning the page says; of others it knows nothing. */
export const KNOWN_SETTINGS = [
  'maxmemory',
  'maxmemory-policy',
  'maxclients',
  'timeout',
  'save',
  'appendonly',
  'appendfsync',
  'databases',
  'slowlog-log-slower-than',
  'slowlog-max-len',
  'latency-monitor-threshold',
  'notify-keyspace-events',
] as const
export type KnownSetting = (typeof KNOWN_SETTINGS)[number]

export const knownSetting = (name: string): KnownSetting | undefined =>
  KNOWN_SETTINGS.find((known) => known === name)
