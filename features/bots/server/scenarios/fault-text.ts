import { AppError } from '@qd/contract-kit'
import type { Fault } from '@qd/scenario'
import type { CallContext } from '@qd/server-kit'
import { botsErrors } from '../../contract/index.ts'

type Said = Pick<CallContext, 'text'>

/** What a scenario is refused for: its own faults, and what the caller may not do with it. */
type Refused = Pick<Fault, 'step' | 'field'> & { code: Fault['code'] | 'not_a_bot'; params?: Fault['params'] }

/** Refuses what is wrong, in the words of the caller; the first fault speaks for all. */
export function refuseFault(said: Said, [fault]: readonly Refused[], field = 'scenario'): never {
  const { code = 'syntax', step = '', field: at = '', params = {} } = fault ?? {}
  const where = [step === '' ? '' : said.text('bots.fault.at_step', { step }), at].filter(Boolean).join(', ')
  const what = said.text(`bots.fault.${code}`, params)
  throw new AppError(botsErrors.bots_scenario_wrong, {
    field,
    params: { reason: where === '' ? what : `${where}: ${what}` },
    details: { step, field: at },
  })
}
