import { aMailDraft, mailWorld, mailWorldMigrations } from '@qd/app-server/testing'
import type { MailWorldTables } from '@qd/app-server/testing'
import { openStore } from '@qd/store'
import type { Dialect } from '@qd/store'
import { makeTestPlace } from '@qd/store/testing'
import type { ApprovalTables } from '../features/approvals/server/index.ts'
import {
  aPolicy,
  approvalsWorld,
  grants,
  worldMigrations,
} from '../features/approvals/server/testing/index.ts'
import { median, type Result, type Row } from './tools/result.ts'

const ROWS = Number(process.env['QD_BENCH_ROWS'] ?? 100_000)
/** Requests that wait for a decision; the others have ended. */
const OPEN = 100
const DIALECTS: readonly Dialect[] = ['sqlite', 'postgres']
const ASKED = 15
const INSERTED = 100
const MINUTE_MS = 60_000

const neverAsked = (): never => {
  throw new Error('no game server is asked')
}
const numbered = (index: number) => String(index).padStart(12, '0')

interface Posted {
  post(path: string, body: object): Promise<{ http: number; raw: string }>
}

async function timed(as: Posted, path: string, body: object): Promise<number[]> {
  const took: number[] = []
  for (let round = 0; round < ASKED; round += 1) {
    const startMs = performance.now()
    const answer = await as.post(path, body)
    if (answer.http !== 200) throw new Error(`${path}: ${answer.raw}`)
    took.push(performance.now() - startMs)
  }
  return took
}

/** Copies of one row, each with what differs. */
async function copies<T>(
  copyOf: (index: number) => T,
  write: (rows: T[]) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < ROWS; at += INSERTED)
    await write(Array.from({ length: Math.min(INSERTED, ROWS - at) }, (_, index) => copyOf(at + index)))
}

async function mailsOn(dialect: Dialect): Promise<Row[]> {
  const place = await makeTestPlace(dialect)
  const store = await openStore<MailWorldTables>({ ...place.where, migrations: mailWorldMigrations })
  const world = mailWorld({ store, targets: { 123: neverAsked } })
  try {
    const { id } = await world.save(aMailDraft())
    const one = await store.read.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const states = ['pending', 'approved', 'rejected', null] as const
    await copies(
      (index) => ({
        ...one,
        id: `m${numbered(index)}`,
        created_at: one.created_at - (ROWS - index) * MINUTE_MS,
        send_type: (index % 4) + 1,
        request_id: index % 500 === 0 ? 'r' : null,
        request_state: index % 500 === 0 ? (states[(index / 500) % 4] ?? null) : null,
      }),
      (rows) => store.write((tx) => tx.insertInto('mail').values(rows).execute()),
    )
    const asked = {
      'newest mails': {},
      'mails of a type': { sendTypes: [4] },
      'mails in approval': { states: ['pending'] },
      'mails decided on': { states: ['approved', 'rejected'] },
      'mails by a word': { search: 'compensation' },
      'mails of a month long ago': {
        from: one.created_at - 60_000 * MINUTE_MS,
        to: one.created_at - 20_000 * MINUTE_MS,
      },
    }
    const rows: Row[] = []
    for (const [who, body] of Object.entries(asked)) {
      const took = await timed(world.admin, '/partner/mail/list?lineId=northwind-test', body)
      rows.push({ who: `${dialect}: ${who}`, unit: 'ms', rounds: took })
    }
    return rows
  } finally {
    await world.close()
    await store.close()
    await place.remove()
  }
}

async function requestsOn(dialect: Dialect): Promise<Row[]> {
  const place = await makeTestPlace(dialect)
  const store = await openStore<ApprovalTables>({ ...place.where, migrations: worldMigrations })
  const world = approvalsWorld(store.as())
  try {
    await world.seed(aPolicy())
    const ann = world.signIn('ann', grants.author)
    const bob = world.signIn('bob', grants.approver)
    const { id } = (await world.submit(ann)).body.data
    const request = await store.read
      .selectFrom('approval_request')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const revision = await store.read.selectFrom('approval_revision').selectAll().executeTakeFirstOrThrow()
    const isOpen = (index: number) => index % Math.ceil(ROWS / OPEN) === 0
    await copies(
      (index) => ({
        ...request,
        id: `r${numbered(index)}`,
        number: index + 2,
        owner_id: `id-${index % 50}`,
        status: isOpen(index) ? (1 as const) : (5 as const),
        execution: isOpen(index) ? ('none' as const) : ('succeeded' as const),
      }),
      (rows) => store.write((tx) => tx.insertInto('approval_request').values(rows).execute()),
    )
    await copies(
      (index) => ({ request_id: `r${numbered(index)}`, object: `mail:${index}` }),
      (rows) => store.write((tx) => tx.insertInto('approval_object').values(rows).execute()),
    )
    await copies(
      (index) => ({ ...revision, request_id: `r${numbered(index)}` }),
      (rows) => store.write((tx) => tx.insertInto('approval_revision').values(rows).execute()),
    )
    const path = '/platform/approvals/list'
    const rows: Row[] = []
    for (const inbox of ['to_decide', 'all', 'mine', 'decided', 'watching'])
      rows.push({ who: `${dialect}: inbox ${inbox}`, unit: 'ms', rounds: await timed(bob, path, { inbox }) })
    const counts = await timed(bob, '/platform/approvals/counts', {})
    rows.push({ who: `${dialect}: inbox counts`, unit: 'ms', rounds: counts })
    return rows
  } finally {
    await world.close()
    await store.close()
    await place.remove()
  }
}

/** The list of mails and the inbox of approvals with 100,000 rows each. */
export async function measure(): Promise<Result> {
  const rows: Row[] = []
  for (const dialect of DIALECTS) rows.push(...(await mailsOn(dialect)), ...(await requestsOn(dialect)))
  const slowest = Math.max(...rows.map(({ rounds }) => median(rounds)))
  return {
    rows,
    verdicts: [
      {
        what: `slowest list over ${ROWS.toLocaleString('en')} rows`,
        figure: slowest,
        unit: 'ms',
        goal: '<= 50',
      },
    ],
    notes: [`${OPEN} requests wait for a decision.`],
  }
}
