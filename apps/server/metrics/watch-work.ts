import { FILE_NODE_GONE_MS } from '@qd/files/server'
import type { FileTables } from '@qd/files/server'
import { OPEN_STATES } from '@qd/jobs/contract'
import type { JobTables } from '@qd/jobs/server'
import type { NotificationTables } from '@qd/notifications/server'
import type { Store } from '@qd/store'
import { readLastBackup } from '../backup/last-backup.ts'
import { oneValue } from './registry.ts'
import type { Registry } from './registry.ts'

const WAYS = ['mail', 'webhook'] as const

/** Seconds since a time in ms; 0 where nothing waits. */
const ageOf = (sinceMs: number | null | undefined, nowMs: number) =>
  sinceMs === null || sinceMs === undefined ? 0 : Math.max(0, (nowMs - sinceMs) / 1_000)

function watchJobs(registry: Registry, store: Store<JobTables>): void {
  registry.gauge(
    { name: 'quarterdeck_jobs', help: 'Jobs that have not ended, of all nodes.', labelNames: ['state'] },
    async () => {
      const rows = await store.read
        .selectFrom('job')
        .select(['state', (eb) => eb.fn.countAll<number>().as('jobs')])
        .where('state', 'in', OPEN_STATES)
        .groupBy('state')
        .execute()
      const counts = new Map(rows.map(({ state, jobs }) => [state, jobs]))
      return OPEN_STATES.map((state) => ({ labels: { state }, value: counts.get(state) ?? 0 }))
    },
  )
  registry.gauge(
    {
      name: 'quarterdeck_job_waiting_seconds',
      help: 'How long the job has waited that waits longest for a node to go on with it.',
    },
    async () => {
      const nowMs = Date.now()
      const row = await store.read
        .selectFrom('job')
        .select((eb) => eb.fn.min('updated_at').as('since'))
        .where('state', '=', 'queued')
        .where('not_before', '<=', nowMs)
        .executeTakeFirst()
      return oneValue(ageOf(row?.since, nowMs))
    },
  )
}

function watchDeliveries(registry: Registry, store: Store<NotificationTables>): void {
  const waiting = () =>
    store.read
      .selectFrom('notice_delivery')
      .select([
        'way',
        (eb) => eb.fn.countAll<number>().as('deliveries'),
        (eb) => eb.fn.min('created_at').as('since'),
      ])
      .where('state', '=', 'waiting')
      .groupBy('way')
      .execute()
  registry.gauge(
    {
      name: 'quarterdeck_deliveries_waiting',
      help: 'E-mails and calls of webhooks that are not sent yet, of all nodes.',
      labelNames: ['way'],
    },
    async () => {
      const rows = await waiting()
      return WAYS.map((way) => ({
        labels: { way },
        value: rows.find((row) => row.way === way)?.deliveries ?? 0,
      }))
    },
  )
  registry.gauge(
    {
      name: 'quarterdeck_delivery_waiting_seconds',
      help: 'Age of the oldest of them.',
      labelNames: ['way'],
    },
    async () => {
      const rows = await waiting()
      const nowMs = Date.now()
      return WAYS.map((way) => ({
        labels: { way },
        value: ageOf(rows.find((row) => row.way === way)?.since, nowMs),
      }))
    },
  )
  registry.gauge(
    {
      name: 'quarterdeck_webhooks',
      help: 'Webhooks that work, that fail now, and that were switched off because they had failed.',
      labelNames: ['state'],
    },
    async () => {
      const rows = await store.read
        .selectFrom('webhook')
        .select(['is_on', 'is_off_by_failure', 'fails_since'])
        .execute()
      const count = (passes: (row: (typeof rows)[number]) => boolean) => rows.filter(passes).length
      return Object.entries({
        working: count(({ is_on: isOn, fails_since: since }) => isOn === 1 && since === null),
        failing: count(({ is_on: isOn, fails_since: since }) => isOn === 1 && since !== null),
        switched_off: count(({ is_off_by_failure: isOff }) => isOff === 1),
      }).map(([state, value]) => ({ labels: { state }, value }))
    },
  )
}

function watchFiles(registry: Registry, store: Store<FileTables>): void {
  registry.gauge(
    {
      name: 'quarterdeck_files_folders',
      help: 'Folders in which running nodes keep files; with more than one, uploads are refused.',
    },
    async () => {
      const rows = await store.read
        .selectFrom('file_node')
        .select('folder')
        .distinct()
        .where('seen_at', '>=', Date.now() - FILE_NODE_GONE_MS)
        .execute()
      return oneValue(rows.length)
    },
  )
}

/** What waits for somebody or something, and the last backup; read when somebody asks. */
export function watchWork(registry: Registry, store: Store<never>, dataDir: string): void {
  watchJobs(registry, store.as<JobTables>())
  watchDeliveries(registry, store.as<NotificationTables>())
  watchFiles(registry, store.as<FileTables>())
  registry.gauge(
    {
      name: 'quarterdeck_last_backup_timestamp_seconds',
      help: 'When the last backup ended that was made with this data folder, seconds UTC; absent: none is known.',
    },
    async () => {
      const last = await readLastBackup(dataDir)
      return last === null ? [] : oneValue(Math.round(last.at / 1_000))
    },
  )
}
