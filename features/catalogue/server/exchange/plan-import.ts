import { AppError, coreErrors, fieldInvalid, z } from '@qd/contract-kit'
import { inTurns, serverKey } from '@qd/server-kit'
import type { UIdBases } from '@qd/game-id'
import type { Caller } from '@qd/server-kit'
import { allowNetworks, catalogueErrors, editSecrets } from '../../contract/index.ts'
import type { LineRow, OperatorRow, ServerRow } from '../tables.ts'
import type { madeRow } from '../records/save-server.ts'
import type { AdministrationDeps } from '../administration-deps.ts'
import { assertEdits, holdsWhole } from '../records/allowed.ts'
import { assertAdapter, assertAddresses, checkConnection } from '../records/check-connection.ts'
import { taken } from '../records/entries.ts'
import { assertRoomFor, basesText, ownBases } from '../records/game-bases.ts'
import { assertNumberFits } from '../records/save-server.ts'
import { serverColumns } from '../records/server-row.ts'
import type { ExchangeState } from './exchange-state.ts'
import { ENTRY_DEFAULTS, ENTRY_SCHEMAS } from './file-entries.ts'
import type { EntryKind, EntryValues, FileEntry } from './file-entries.ts'

export interface PlannedRow {
  line: number
  kind: EntryKind
  place: string
  name: string
  change: 'added' | 'changed' | 'unchanged' | 'refused'
  fields: string[]
  /** Why it is refused; or, for a server without a key, that it stays switched off. */
  refusal?: AppError
  isKeyless?: boolean
}

/** Rows to write, by table; the servers' keys are sealed already. */
export interface ImportPlan {
  rows: PlannedRow[]
  games: EntryValues['game'][]
  operators: EntryValues['operator'][]
  lines: EntryValues['line'][]
  servers: Omit<ServerRow, 'position' | keyof typeof madeRow>[]
  /** Name of the first production line the file changes something on. */
  productionName: string | null
}

type Context = { deps: AdministrationDeps; caller: Caller }
type Outcome = Pick<PlannedRow, 'change' | 'fields'> & { isKeyless?: boolean }

/** Fields of `after` that differ; all of them for a record that is new. */
function compare(before: Record<string, unknown> | undefined, after: Record<string, unknown>): Outcome {
  if (before === undefined) return { change: 'added', fields: [] }
  const fields = Object.keys(after).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  )
  return { change: fields.length === 0 ? 'unchanged' : 'changed', fields }
}

/** The hierarchy as it would be after the rows so far. */
class Planner {
  readonly plan: ImportPlan = {
    rows: [],
    games: [],
    operators: [],
    lines: [],
    servers: [],
    productionName: null,
  }
  readonly #context: Context
  readonly #games: Map<string, { name: string; code: string; uIdBases: UIdBases | null }>
  readonly #numbers: Map<string, number[]>
  readonly #operators: Map<string, Pick<OperatorRow, 'platform' | 'name'>>
  readonly #lines: Map<string, Omit<LineRow, 'position' | 'revision'>>
  readonly #channels: Map<string, { code: string; name: string }[]>
  readonly #servers: Map<string, ServerRow>
  readonly #withServers: Set<string>
  readonly #seen = new Set<string>()

  constructor(state: ExchangeState, context: Context) {
    this.#context = context
    this.#games = new Map(
      state.games.map((row) => [row.id, { name: row.name, code: row.code, uIdBases: ownBases(row) }]),
    )
    this.#operators = new Map(state.operators.map((row) => [`${row.game}/${row.partner_code}`, row]))
    this.#lines = new Map(state.lines.map((row) => [row.line_id, row]))
    this.#channels = new Map(
      [...state.channels].map(([line, rows]) => [line, rows.map(({ code, name }) => ({ code, name }))]),
    )
    this.#servers = new Map(state.servers.map((row) => [row.key, row]))
    this.#numbers = numbersByGame(state)
    const used = new Set(state.servers.map((row) => row.line_id))
    const owners = state.lines.filter((row) => used.has(row.line_id))
    this.#withServers = new Set(owners.map((row) => `${row.game}/${row.partner_code}`))
  }

  /** Judges one record of the file; a refusal is kept in its row and lets the next one go on. */
  take(entry: FileEntry): void {
    const { line, kind, values } = entry
    const text = (key: string) => (values[key] === undefined ? [] : [String(values[key]).slice(0, 64)])
    const place = ['game', 'partnerCode', 'lineId', 'sId'].flatMap(text).join('/')
    const name = (text('name')[0] ?? text('serviceName')[0] ?? '').slice(0, 100)
    try {
      const id = `${kind} ${place}`
      if (this.#seen.has(id)) throw taken('', place)
      this.#seen.add(id)
      this.plan.rows.push({ line, kind, place, name, ...this.#judge(kind, values) })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const fields = error.field === undefined || error.field === '' ? [] : [error.field]
      this.plan.rows.push({ line, kind, place, name, change: 'refused', fields, refusal: error })
    }
  }

  #judge(kind: EntryKind, values: Record<string, unknown>): Outcome {
    if (kind === 'game') return this.#game(parsed('game', values))
    if (kind === 'operator') return this.#operator(parsed('operator', values))
    return kind === 'line' ? this.#line(parsed('line', values)) : this.#server(parsed('server', values))
  }

  #game(values: EntryValues['game']): Outcome {
    const { game, name, code } = values
    const before = this.#games.get(game)
    // A file of an older console says nothing of bases.
    const uIdBases = values.uIdBases === undefined ? (before?.uIdBases ?? null) : values.uIdBases
    const after = { name, code, uIdBases }
    const outcome = compare(before, after)
    if (outcome.change === 'unchanged') return outcome
    assertEdits(this.#context.caller, before ? { game } : {})
    if (basesText(uIdBases) !== basesText(before?.uIdBases ?? null))
      assertRoomFor(this.#numbers.get(game) ?? [], uIdBases ?? this.#context.deps.bases)
    this.#games.set(game, after)
    this.plan.games.push({ ...values, uIdBases })
    return outcome
  }

  #operator(values: EntryValues['operator']): Outcome {
    const { game, partnerCode, platform, name } = values
    if (!this.#games.has(game)) throw new AppError(coreErrors.game_not_found, { field: 'game' })
    const id = `${game}/${partnerCode}`
    const before = this.#operators.get(id)
    const outcome = compare(before && { platform: before.platform, name: before.name }, { platform, name })
    if (outcome.change === 'unchanged') return outcome
    assertEdits(this.#context.caller, before ? { game, operator: partnerCode } : { game })
    for (const [other, row] of this.#operators) {
      if (other !== id && other.startsWith(`${game}/`) && row.platform === platform) {
        throw taken('platform', platform)
      }
    }
    if (before && before.platform !== platform && this.#withServers.has(id)) {
      throw new AppError(catalogueErrors.catalogue_platform_fixed, { field: 'platform' })
    }
    this.#operators.set(id, { platform, name })
    this.plan.operators.push(values)
    return outcome
  }

  #line(values: EntryValues['line']): Outcome {
    const { game, partnerCode, lineId, lineCode, name, environment, channels } = values
    if (!this.#operators.has(`${game}/${partnerCode}`)) {
      throw new AppError(coreErrors.operator_not_found, { field: 'partnerCode' })
    }
    const before = this.#lines.get(lineId)
    if (before && (before.game !== game || before.partner_code !== partnerCode)) throw taken('lineId', lineId)
    const told = before && {
      lineCode: before.line_code,
      name: before.name,
      environment: before.environment,
      channels: this.#channels.get(lineId) ?? [],
    }
    const outcome = compare(told, { lineCode, name, environment, channels })
    if (outcome.change === 'unchanged') return outcome
    const place = { game, operator: partnerCode, lineId }
    assertEdits(this.#context.caller, { ...place, environment })
    if (before) assertEdits(this.#context.caller, { ...place, environment: before.environment })
    const isCodeTaken = [...this.#lines.values()].some(
      (row) =>
        row.line_id !== lineId &&
        row.game === game &&
        row.partner_code === partnerCode &&
        row.line_code === lineCode,
    )
    if (isCodeTaken) throw taken('lineCode', lineCode)
    const codes = channels.map(({ code }) => code)
    const twice = codes.find((code, at) => codes.indexOf(code) !== at)
    if (twice !== undefined) throw taken('channels', twice)
    if (before && [before.environment, environment].includes('production')) this.#noteProduction(before.name)
    const row = { line_id: lineId, game, partner_code: partnerCode, line_code: lineCode, name, environment }
    this.#lines.set(lineId, row)
    this.#channels.set(lineId, channels)
    this.plan.lines.push(values)
    return outcome
  }

  #server(values: EntryValues['server']): Outcome {
    const { deps, caller } = this.#context
    const line = this.#lines.get(values.lineId)
    const operator = this.#operators.get(`${values.game}/${values.partnerCode}`)
    if (line?.game !== values.game || line.partner_code !== values.partnerCode || operator === undefined) {
      throw new AppError(coreErrors.line_not_found, { field: 'lineId' })
    }
    assertNumberFits(values.sId, this.#games.get(values.game)?.uIdBases ?? deps.bases)
    const key = serverKey(values.game, operator.platform, values.sId)
    const stored = this.#servers.get(key)
    const place = {
      game: line.game,
      operator: line.partner_code,
      lineId: line.line_id,
      environment: line.environment,
    }
    if (stored && stored.line_id !== line.line_id) throw taken('sId', values.sId)
    // Files carry no keys: a new server without one waits, switched off, for somebody to set it.
    const isKeyless = values.hashKey === undefined && (stored?.hash_key ?? '') === ''
    const enabled = values.enabled && !isKeyless
    assertAdapter(deps.adapters, values, stored)
    assertAddresses(values.openAddresses)
    const columns = serverColumns({ ...values, enabled }, key, stored, deps.secretBox)
    const outcome = compare(stored && columnsOf(stored), { ...columns, hash_key: undefined })
    const fields = values.hashKey === undefined ? outcome.fields : [...outcome.fields, 'hash_key']
    if (outcome.change === 'unchanged' && values.hashKey === undefined) return outcome
    assertEdits(caller, place)
    checkConnection(values, stored, {
      mayEditSecrets: holdsWhole(caller, editSecrets, place),
      mayAllowNetworks: holdsWhole(caller, allowNetworks, place),
    })
    if (line.environment === 'production') this.#noteProduction(line.name)
    this.plan.servers.push({ key, line_id: line.line_id, s_id: values.sId, ...columns })
    const isWaiting = isKeyless && values.enabled
    return { change: stored ? 'changed' : 'added', fields, ...(isWaiting ? { isKeyless: true } : {}) }
  }

  #noteProduction(name: string): void {
    this.plan.productionName ??= name
  }
}

/** Numbers of the servers of each game. */
function numbersByGame({ lines, servers }: ExchangeState): Map<string, number[]> {
  const gameOf = new Map(lines.map((row) => [row.line_id, row.game]))
  const groups = Map.groupBy(servers, ({ line_id }) => gameOf.get(line_id) ?? '')
  return new Map([...groups].map(([game, rows]) => [game, rows.map(({ s_id }) => s_id)]))
}

function columnsOf(row: ServerRow): Record<string, unknown> {
  return { ...row, hash_key: undefined }
}

function parsed<K extends EntryKind>(kind: K, values: Record<string, unknown>): EntryValues[K] {
  const schema: z.core.$ZodType = ENTRY_SCHEMAS[kind]
  const unknown = Object.keys(values).find((key) => !Object.hasOwn(ENTRY_SCHEMAS[kind]._zod.def.shape, key))
  if (unknown !== undefined) {
    throw new AppError(coreErrors.field_unknown, { field: unknown, params: { field: unknown.slice(0, 60) } })
  }
  const result = z.safeParse(schema, { ...ENTRY_DEFAULTS[kind], ...values })
  if (result.success) return result.data as EntryValues[K]
  const field = result.error.issues[0]?.path.map(String).join('.') ?? ''
  const isMissing = !Object.hasOwn(values, field)
  throw fieldInvalid(field, { text: isMissing ? 'problem.required' : 'problem.invalid' })
}

function* planning(planner: Planner, entries: readonly FileEntry[]): Generator<undefined, ImportPlan> {
  for (const entry of entries) {
    yield
    planner.take(entry)
  }
  return planner.plan
}

/** What the file would do to the hierarchy, record by record; changes nothing. */
export function planImport(
  state: ExchangeState,
  entries: readonly FileEntry[],
  deps: AdministrationDeps,
  caller: Caller,
): Promise<ImportPlan> {
  return inTurns(planning(new Planner(state, { deps, caller }), entries))
}
