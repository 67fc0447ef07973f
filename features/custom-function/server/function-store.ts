import { parseJsonText } from '@qd/canonical-json'
import type { FunctionDefinition } from '../contract/index.ts'
import type { UseCaseDeps } from './function-deps.ts'
import type { CustomFunctionRow, CustomFunctionVersionRow } from './tables.ts'

export interface StoredFunction {
  row: CustomFunctionRow
  groups: string[]
  /** The version asked for. */
  saved: CustomFunctionVersionRow
  definition: FunctionDefinition
}

export function storedOf(row: CustomFunctionRow, saved: CustomFunctionVersionRow): StoredFunction {
  return {
    row,
    groups: parseJsonText(row.groups) as string[],
    saved,
    definition: parseJsonText(saved.definition) as FunctionDefinition,
  }
}

/** A function in a version, the newest when none is named; null where there is none. */
export async function loadFunction(
  { store }: Pick<UseCaseDeps, 'store'>,
  id: string,
  version?: string,
): Promise<{ row: CustomFunctionRow; stored: StoredFunction | null } | null> {
  const row = await store.read
    .selectFrom('custom_function')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return null
  const number = version === undefined ? row.version : Number(version)
  if (!Number.isSafeInteger(number)) return { row, stored: null }
  const saved = await store.read
    .selectFrom('custom_function_version')
    .selectAll()
    .where('function_id', '=', id)
    .where('version', '=', number)
    .executeTakeFirst()
  return { row, stored: saved === undefined ? null : storedOf(row, saved) }
}

/** All functions of a game in their newest version, oldest first. */
export async function loadFunctions(
  { store }: Pick<UseCaseDeps, 'store'>,
  game: string,
): Promise<StoredFunction[]> {
  const rows = await store.read
    .selectFrom('custom_function')
    .selectAll()
    .where('game', '=', game)
    .orderBy('id')
    .execute()
  const saves = await store.read
    .selectFrom('custom_function_version')
    .innerJoin('custom_function', (join) =>
      join
        .onRef('custom_function.id', '=', 'custom_function_version.function_id')
        .onRef('custom_function.version', '=', 'custom_function_version.version'),
    )
    .selectAll('custom_function_version')
    .where('custom_function.game', '=', game)
    .execute()
  const newest = new Map(saves.map((saved) => [saved.function_id, saved]))
  return rows.flatMap((row) => {
    const saved = newest.get(row.id)
    return saved === undefined ? [] : [storedOf(row, saved)]
  })
}
