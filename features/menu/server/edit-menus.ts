import { AppError } from '@qd/contract-kit'
import { allowNetworks } from '@qd/catalogue/contract'
import { uuidv7 } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import type { Kysely } from 'kysely'
import { linkProblem, menuErrors, originOf } from '../contract/index.ts'
import type { LinkValues, ProjectValues } from '../contract/index.ts'
import type { LinkRow, MenuTables, ProjectRow } from './tables.ts'

type Tx = Kysely<MenuTables>
type TableName = keyof MenuTables
interface Identity {
  id?: string | undefined
  version?: number | undefined
}
interface Seen {
  id: string
  version: number
}

const NOT_FOUND = { menu_link: menuErrors.link_not_found, menu_project: menuErrors.menu_project_not_found }

/** The row as it is now, or why it cannot be changed as it was seen. */
async function readSeen<T extends TableName>(
  tx: Tx,
  table: T,
  { id, version }: Seen,
): Promise<MenuTables[T]> {
  const row = await tx
    .selectFrom(table as TableName)
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new AppError(NOT_FOUND[table])
  if (row.version !== version) throw new AppError(menuErrors.menu_changed, { details: { current: row } })
  return row as MenuTables[T]
}

async function nextPosition(tx: Tx, table: TableName): Promise<number> {
  const last = await tx.selectFrom(table).select('position').orderBy('position', 'desc').executeTakeFirst()
  return (last?.position ?? -1) + 1
}

interface Change {
  ctx: CallContext
  identity: Identity
}

/** Adds the record, or changes it if it still is the version that was seen. */
async function save<T extends TableName>(
  table: T,
  { ctx, identity }: Change,
  values: Omit<MenuTables[T], 'id' | 'position' | 'version'>,
  check: (before: MenuTables[T] | undefined) => void = () => {},
): Promise<Seen> {
  return ctx.commit<MenuTables, Seen>(async (tx) => {
    const { id, version } = identity
    if (id === undefined) {
      check(undefined)
      const row = { ...values, id: uuidv7(), version: 1, position: await nextPosition(tx, table) }
      ctx.changed(null, values)
      await tx
        .insertInto(table as TableName)
        .values(row as unknown as LinkRow & ProjectRow)
        .execute()
      return { id: row.id, version: 1 }
    }
    const before = await readSeen(tx, table, { id, version: version ?? 0 })
    check(before)
    ctx.changed(before, { ...before, ...values })
    const { numUpdatedRows } = await tx
      .updateTable(table as TableName)
      .set({ ...(values as Partial<LinkRow & ProjectRow>), version: before.version + 1 })
      .where('id', '=', id)
      .where('version', '=', before.version)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows !== 1n) throw new AppError(menuErrors.menu_changed)
    return { id, version: before.version + 1 }
  })
}

/** Networks are opened by who may, and for one address: another one behind the same switch is asked for anew. */
function assertNetworks(
  ctx: CallContext,
  next: Pick<LinkRow, 'url' | 'allow_private' | 'allow_loopback'>,
  before: LinkRow | undefined,
): void {
  if (ctx.holds(allowNetworks)) return
  const isMoved = before === undefined || originOf(next.url) !== originOf(before.url)
  const opened: [string, boolean][] = [
    ['values.allowPrivate', next.allow_private === 1 && (isMoved || before.allow_private !== 1)],
    ['values.allowLoopback', next.allow_loopback === 1 && (isMoved || before.allow_loopback !== 1)],
  ]
  const refused = opened.find(([, isOpened]) => isOpened)
  if (refused) throw new AppError(menuErrors.link_network_forbidden, { field: refused[0] })
}

export function saveLink(change: Change, values: LinkValues): Promise<Seen> {
  const problem = linkProblem(values.url)
  if (problem !== null) {
    throw new AppError(menuErrors.link_address_invalid, {
      field: 'values.url',
      params: { problem: { text: `link.${problem}` } },
    })
  }
  const { allowPrivate, allowLoopback, ...rest } = values
  const row = {
    ...rest,
    roles: JSON.stringify(values.roles),
    allow_private: Number(allowPrivate === true),
    allow_loopback: Number(allowLoopback === true),
  }
  return save('menu_link', change, row, (before) => assertNetworks(change.ctx, row, before))
}

export function saveProject(change: Change, values: ProjectValues): Promise<Seen> {
  return save('menu_project', change, { ...values, entries: JSON.stringify(values.entries) })
}

export async function remove(table: TableName, ctx: CallContext, seen: Seen): Promise<null> {
  await ctx.commit<MenuTables, void>(async (tx) => {
    const before = await readSeen(tx, table, seen)
    ctx.changed(before, null)
    await tx.deleteFrom(table).where('id', '=', seen.id).where('version', '=', seen.version).execute()
  })
  return null
}

/** Writes the order of a place; ids that are gone meanwhile are passed over, new ones stay at the end. */
export async function orderLinks(
  ctx: CallContext,
  place: LinkRow['place'],
  ids: readonly string[],
): Promise<null> {
  await ctx.commit<MenuTables, void>(async (tx) => {
    ctx.note({ order: ids })
    for (const [position, id] of ids.entries()) {
      await tx
        .updateTable('menu_link')
        .set({ position })
        .where('id', '=', id)
        .where('place', '=', place)
        .execute()
    }
  })
  return null
}
