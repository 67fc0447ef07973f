import { parseJsonText } from '@qd/canonical-json'
import type { JobTitle, Notice, NotificationKind } from '@qd/server-kit'
import type { Kysely } from 'kysely'
import { manageSchedules } from '../contract/index.ts'
import type { ScheduleTables, StoredRun, StoredSchedule } from './schedule-tables.ts'
import type { UseCaseDeps } from './schedules-deps.ts'
import type { Words } from './words.ts'

/** An entry the program stopped. */
export const stoppedKind: NotificationKind = {
  name: 'schedules.stopped',
  level: 'error',
  heldBy: manageSchedules,
}

/** A run that failed, or whose job did. */
export const failedKind: NotificationKind = {
  name: 'schedules.failed',
  level: 'warning',
  heldBy: manageSchedules,
}

interface Told {
  entry: Pick<StoredSchedule, 'id' | 'kind' | 'name' | 'title' | 'scope' | 'owner_id' | 'is_system'>
  /** What happened once: the run, or the stop. */
  about: Pick<StoredRun, 'id'>
  words: Words
}

type Param = Notice['params'][string]

/** What the entry is called, for readers of any language. */
function nameFor(
  { systemOf }: Pick<UseCaseDeps, 'systemOf'>,
  { kind, name, title, is_system }: Told['entry'],
): Param {
  if (is_system === 1) {
    const key = systemOf(kind)?.title
    return key === undefined ? kind : { text: key }
  }
  const parsed = title === null ? name : (parseJsonText(title) as JobTitle)
  return typeof parsed !== 'string' && 'key' in parsed
    ? { text: parsed.key, params: parsed.params ?? {} }
    : name
}

/** Notices keep texts of a feature only; what an answer says in full stands on the page they lead to. */
const whyFor = (words: Words): Param =>
  'text' in words ? words : { text: 'schedules.refused', params: { code: words.error } }

type Deps = Pick<UseCaseDeps, 'notifications' | 'systemOf'>

async function tellBoth(
  deps: Deps,
  tx: Kysely<ScheduleTables>,
  kind: NotificationKind,
  { entry, about, words }: Told,
): Promise<void> {
  const notice: Notice = {
    kind,
    params: { name: nameFor(deps, entry), why: whyFor(words) },
    page: `/schedules/${entry.id}`,
    scope: entry.scope,
    key: `${kind.name}:${about.id}`,
  }
  if (entry.is_system === 0) await deps.notifications.tell(tx, notice, [entry.owner_id])
  await deps.notifications.tell(tx, notice, 'holders')
}

/** Tells the owner, and those who manage entries at its place. */
export const tellStopped = (deps: Deps, tx: Kysely<ScheduleTables>, told: Told): Promise<void> =>
  tellBoth(deps, tx, stoppedKind, told)

export const tellFailed = (deps: Deps, tx: Kysely<ScheduleTables>, told: Told): Promise<void> =>
  tellBoth(deps, tx, failedKind, told)
