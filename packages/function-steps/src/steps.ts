/**
 * A value with places to be filled in: JSON in which an object of one `$` key is an expression.
 * `{"$": "param.level"}`, `{"$": "read.gold"}`, `{"$": "read.ship.route.distance"}` and `{"$": "target.uId"}`
 * stand for values; `$add`, `$mul`, `$min`, `$max` (two or more), `$sub` (two) count; `$concat` joins text;
 * `{"$if": [{left, op, right}, then, else]}` chooses. int64 may stand as text and stays exact.
 */
export type Template = unknown

export const COMPARISONS = ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'in'] as const
export type Comparison = (typeof COMPARISONS)[number]

/** Compares two values; `in` asks whether the right one, a list, holds the left one. */
export interface Condition {
  left: Template
  op: Comparison
  right: Template
}

interface AnyStep {
  /** Shown in plans and results. */
  title?: string
  /** Does the step only when it holds. */
  when?: Condition
  /** Ends the function here, in good order, when it holds; in a read it may use what was just read. */
  stopIf?: Condition
}

/** Reads a place of the player's data and keeps it as `read.<as>`; nothing there reads as null. */
export interface ReadStep extends AnyStep {
  kind: 'read'
  as: string
  diff: string
  key?: Template
  path: Template[]
}

export interface ChangeTemplate {
  diff: string
  key?: Template
  path: Template[]
  op: 'set' | 'add' | 'remove'
  value?: Template
}

/** Changes the player's data; the value found before is the `old` the game compares with. */
export interface PatchStep extends AnyStep {
  kind: 'patch'
  changes: ChangeTemplate[]
}

/** Enters the game as the player, sends one message and waits for its reply. */
export interface MessageStep extends AnyStep {
  kind: 'message'
  /** Name of the command in the game's message definitions. */
  cmd: string
  /** What the player's client enters with; refused unless it is this player's. */
  account: Template
  body: Template
  as?: string
}

/** Runs a function the game server declares. */
export interface CommandStep extends AnyStep {
  kind: 'command'
  name: string
  params: Record<string, Template>
  as?: string
}

export type Step = ReadStep | PatchStep | MessageStep | CommandStep

/** What expressions may name. */
export interface Scope {
  param: Readonly<Record<string, unknown>>
  read: Readonly<Record<string, unknown>>
  target: { readonly uId: string; readonly sId: number }
}

/** Why something cannot be: `path` is dotted from the function, `detail` the name or value the rule is about. */
export interface StepFault {
  path: string
  code: StepFaultCode
  detail: string
}

export type StepFaultCode =
  | 'too_large'
  | 'key_forbidden'
  | 'parameter_wrong'
  | 'parameter_twice'
  | 'parameter_required'
  | 'type_unknown'
  | 'value_wrong'
  | 'steps_empty'
  | 'step_wrong'
  /** Something that has to be chosen or named is still empty. */
  | 'part_missing'
  | 'name_wrong'
  | 'name_twice'
  | 'reference_unknown'
  | 'reference_later'
  | 'operator_unknown'
  | 'operator_arguments'
  | 'condition_wrong'
  | 'diff_unknown'
  | 'path_unknown'
  | 'key_required'
  | 'key_not_allowed'
  | 'op_wrong'
  | 'type_wrong'
  | 'command_unknown'
  | 'command_target'
  | 'message_unknown'
  | 'player_needed'
  | 'not_a_number'
  | 'out_of_int64'
  | 'not_text'
  | 'not_comparable'

export const FUNCTION_LIMITS = {
  steps: 50,
  changes: 200,
  parameters: 40,
  /** Of the JSON of the steps. */
  depth: 24,
  nodes: 10_000,
  /** Characters of one joined text. */
  text: 65_536,
  /** Characters, about, of what one step sends once it is filled in. */
  sent: 4_194_304,
} as const
