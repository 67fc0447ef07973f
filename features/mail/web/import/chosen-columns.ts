import type { ColumnMap } from '../../contract/index.ts'

/** A variable as it is being named: its name may be empty or double yet. */
export interface ChosenVar {
  name: string
  column: number
}

/** Which column holds what, as somebody chooses it. */
export interface ChosenColumns extends Omit<ColumnMap, 'vars'> {
  vars: readonly ChosenVar[]
}

const NAME = /^[A-Za-z][\w-]{0,63}$/

export function chosenOf({ vars = {}, ...rest }: ColumnMap): ChosenColumns {
  return { ...rest, vars: Object.entries(vars).map(([name, column]) => ({ name, column })) }
}

/** Columns that hold nothing yet. */
export function freeColumns({ vars, uId, roleId, serverId, attach }: ChosenColumns, count: number): number[] {
  const taken = new Set([uId, roleId, serverId, attach, ...vars.map(({ column }) => column)])
  return Array.from({ length: count }, (_column, index) => index).filter((index) => !taken.has(index))
}

/** The next variable: under the name of its column, where that can be one. */
export function nextVar(columns: ChosenColumns, head: readonly string[]): ChosenVar | null {
  const [column] = freeColumns(columns, head.length)
  if (column === undefined) return null
  const name = (columns.hasHead ? (head[column] ?? '') : '').trim()
  return { column, name: NAME.test(name) && !columns.vars.some((each) => each.name === name) ? name : '' }
}

export const isVarName = ({ vars }: ChosenColumns, name: string): boolean =>
  NAME.test(name) && vars.filter((each) => each.name === name).length === 1

/** Why nothing can be read with these columns; null: it can. */
export function columnFault(columns: ChosenColumns): 'noPlayer' | 'varNames' | null {
  if (columns.uId === undefined && columns.roleId === undefined) return 'noPlayer'
  return columns.vars.every(({ name }) => isVarName(columns, name)) ? null : 'varNames'
}

export function mapOf({ vars, ...rest }: ChosenColumns): ColumnMap {
  if (vars.length === 0) return rest
  return { ...rest, vars: Object.fromEntries(vars.map(({ name, column }) => [name, column])) }
}
