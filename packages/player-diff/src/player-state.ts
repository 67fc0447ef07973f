import { applyChanges } from '@qd/protocol-model'
import type { CChange, PlayerData, ProtocolDefinition } from '@qd/protocol-model'

/** One value that differs; texts are JSON, empty for none. */
export interface StateDifference {
  module: string
  path: string
  before: string
  after: string
}

/** What a frame changed, and whether that is more than is told. */
export interface StateNews {
  changes: StateDifference[]
  isCut: boolean
}

/** What is known of a player, and of one module of theirs. */
export interface KnownState {
  isKnown: boolean
  modules: { module: string; size: number; changes: number }[]
  data: string | null
  frames: { path: string; frames: number[] }[]
}

/** How a game's changes are read. */
export interface ModuleRules {
  protocol: ProtocolDefinition
}

const MAX_TOLD = 100
const MAX_VALUE = 2_000
const FRAMES_OF_PATH = 20
const MAX_PATHS = 20_000
/** Text of all modules together. A player who is more is shown by the frames alone. */
const MAX_DATA = 16_777_216

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isChange = (value: unknown): value is CChange =>
  isRecord(value) &&
  typeof value['change'] === 'string' &&
  ['string', 'undefined'].includes(typeof value['d'])

/** The changes a body carries: its list `c`, or the body itself. */
function changesIn(body: Record<string, unknown>): CChange[] {
  if (Array.isArray(body['c'])) return body['c'].filter(isChange)
  return isChange(body) && typeof body['d'] === 'string' ? [{ d: body['d'], change: body['change'] }] : []
}

const textOf = (value: unknown): string => {
  const text = value === undefined ? '' : JSON.stringify(value)
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text
}

/** Where two values differ, by dotted path; whole values where one of them is no object. */
function differences(
  before: unknown,
  after: unknown,
  at: Pick<StateDifference, 'module' | 'path'>,
  found: StateDifference[],
): void {
  if (before === after) return
  if (isRecord(before) && isRecord(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const path = at.path === '' ? key : `${at.path}.${key}`
      differences(before[key], after[key], { ...at, path }, found)
    }
    return
  }
  const [left, right] = [textOf(before), textOf(after)]
  if (left !== right) found.push({ ...at, before: left, after: right })
}

/** Where a player differs from before, module by module. */
export function playerDifferences(before: PlayerData, after: PlayerData): StateDifference[] {
  const found: StateDifference[] = []
  for (const module of new Set([...Object.keys(before), ...Object.keys(after)]))
    differences(before[module], after[module], { module, path: '' }, found)
  return found
}

/** What the frames of a connection say of its player, module by module. */
export class PlayerState {
  #rules: ModuleRules | null = null
  #data: PlayerData = {}
  #isKnown = false
  readonly #changes = new Map<string, number>()
  /** By module and path, the frames that changed it. */
  readonly #frames = new Map<string, Map<string, number[]>>()
  #paths = 0
  /** Text of the changes since the data was measured. */
  #sinceMeasured = 0
  readonly #onFull: () => void

  constructor(onFull: () => void) {
    this.#onFull = onFull
  }

  setRules(rules: ModuleRules | null): void {
    this.#rules = rules
  }

  /** Takes what a frame says; what it changed, or null. The body is read only where it may say something. */
  take(frame: number, read: () => Record<string, unknown> | undefined): StateNews | null {
    if (this.#rules === null) return null
    const body = read()
    // A JSON body may be null, or a number alone.
    const changes = isRecord(body) ? changesIn(body) : []
    if (changes.length === 0) return null
    const before = this.#data
    const applied = applyChanges(before, changes, this.#rules.protocol)
    this.#data = applied.data
    if (this.#isTooLarge(changes)) {
      this.#giveUp()
      return null
    }
    this.#isKnown = true
    const found = playerDifferences(before, this.#data)
    for (const module of new Set(found.map((each) => each.module)))
      this.#changes.set(module, (this.#changes.get(module) ?? 0) + 1)
    for (const change of found) this.#remember(change, frame)
    return { changes: found.slice(0, MAX_TOLD), isCut: found.length > MAX_TOLD }
  }

  /** Measured only now and then: writing all of it as text takes long. */
  #isTooLarge(changes: readonly CChange[]): boolean {
    for (const { change } of changes) this.#sinceMeasured += change.length
    if (this.#sinceMeasured <= MAX_DATA) return false
    this.#sinceMeasured = JSON.stringify(this.#data).length
    return this.#sinceMeasured > MAX_DATA
  }

  #giveUp(): void {
    this.#rules = null
    this.#data = {}
    this.#isKnown = false
    this.#changes.clear()
    this.#frames.clear()
    this.#paths = 0
    this.#sinceMeasured = 0
    this.#onFull()
  }

  #remember({ module, path }: StateDifference, frame: number): void {
    if (frame < 0) return
    const ofModule = this.#frames.get(module) ?? new Map<string, number[]>()
    this.#frames.set(module, ofModule)
    const frames = ofModule.get(path)
    if (frames === undefined) {
      if (this.#paths >= MAX_PATHS) return
      this.#paths += 1
      ofModule.set(path, [frame])
      return
    }
    frames.push(frame)
    if (frames.length > FRAMES_OF_PATH) frames.shift()
  }

  /** As it is now: later frames change what they make anew. Null while nothing is known. */
  get data(): PlayerData | null {
    return this.#isKnown ? this.#data : null
  }

  show(module: string | undefined): KnownState {
    const data = module === undefined ? undefined : this.#data[module]
    const frames = module === undefined ? [] : [...(this.#frames.get(module) ?? [])]
    return {
      isKnown: this.#isKnown,
      modules: Object.entries(this.#data).map(([name, value]) => ({
        module: name,
        size: JSON.stringify(value).length,
        changes: this.#changes.get(name) ?? 0,
      })),
      data: data === undefined ? null : JSON.stringify(data),
      frames: frames.map(([path, list]) => ({ path, frames: list })),
    }
  }
}
