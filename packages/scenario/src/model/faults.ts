/** What is wrong with a scenario, as a closed code, with the step and the field it is about. */
export type FaultCode =
  | 'not_an_object'
  | 'wrong_version'
  | 'unknown_field'
  | 'missing'
  | 'wrong_type'
  | 'out_of_range'
  | 'too_long'
  | 'too_deep'
  | 'too_many_steps'
  | 'too_many_vars'
  | 'bad_name'
  | 'built_in'
  | 'unknown_step'
  | 'bad_path'
  | 'bad_test'
  | 'unsafe_number'
  | 'forbidden_name'
  | 'unknown_part'
  | 'circular_call'
  | 'unknown_message'
  | 'two_parts'
  | 'syntax'
  | 'syntax_missing'
  | 'syntax_unexpected'

export interface Fault {
  code: FaultCode
  /** Which step, as people count: `3`, `3.yes.1`, `login:2`; empty: the scenario itself. */
  step: string
  /** Name of the field; empty: the step as a whole. */
  field: string
  /** In English, for programs and logs. */
  message: string
  /** What the text of a code names: bounds, or the name that is wrong. */
  params: FaultParams
  /** Of the text form, from 1. */
  line?: number
}

export type FaultParams = Readonly<Partial<Record<'name' | 'least' | 'most', string | number>>>

const MOST = 50

export class Faults {
  readonly list: Fault[] = []

  add(
    code: FaultCode,
    at: { step: string; field?: string },
    message: string,
    params: FaultParams = {},
  ): void {
    if (this.list.length >= MOST) return
    const { step, field = '' } = at
    const where = [step === '' ? '' : `step ${step}`, field].filter(Boolean).join(', ')
    this.list.push({ code, step, field, params, message: where === '' ? message : `${where}: ${message}` })
  }
}
