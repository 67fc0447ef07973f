import { AppError } from '@qd/contract-kit'
import type { Fault } from '@qd/scenario'
import type { CallContext } from '@qd/server-kit'
import { botsErrors } from '../../contract/index.ts'

type Said = Pick<CallContext, 'text'>

/** Refuses what is wrong, in the words of the caller; the first fault speaks for all. */
export function refuseFault(
  said: Said,
  [fault]: readonly Pick<Fault, 'code' | 'step' | 'field' | 'params'>[],
  field = 'scenario',
): never {
  const { code = 'syntax', step = '', field: at = '', params = {} } = fault ?? {}
  const where = [step === '' ? '' : said.text('bots.fault.at_step', { step }), at].filter(Boolean).join(', ')
  const what = said.text(`bots.fault.${code}`, params)
  throw new AppError(botsErrors.bots_scenario_wrong, {
    field,
    params: { reason: where === '' ? what : `${where}: ${what}` },
    details: { step, field: at },
  })
}
